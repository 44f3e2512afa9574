#include "CSystem.h"

#include <stdlib.h>

#ifdef __linux__
#include <sys/inotify.h>

int system_watch_open(void) { return inotify_init1(IN_CLOEXEC | IN_NONBLOCK); }

int system_watch_add(int watch, const char *path) {
  const uint32_t changes = IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO |
                           IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF;
  return inotify_add_watch(watch, path, changes | IN_ONLYDIR | IN_DONT_FOLLOW) < 0 ? -1 : 0;
}

int system_watch_wants_files(void) { return 0; }

int system_watch_drain(int watch) {
  _Alignas(struct inotify_event) char events[1 << 14];
  int told = 0;
  while (read(watch, events, sizeof events) > 0) told = 1;
  return told;
}

void system_watch_close(int watch) { close(watch); }

#else
#include <sys/event.h>

#ifndef O_EVTONLY
#define O_EVTONLY O_RDONLY
#endif

// kqueue watches open descriptors: a small table of those of each queue. One watch is enough here.
#define MOST 4096
static int owner = -1, count = 0, opened[MOST];

int system_watch_open(void) {
  int watch = kqueue();
  if (watch >= 0) {
    fcntl(watch, F_SETFD, FD_CLOEXEC);
    owner = watch;
    count = 0;
  }
  return watch;
}

int system_watch_add(int watch, const char *path) {
  if (watch != owner || count == MOST) {
    errno = ENOSPC;
    return -1;
  }
  int descriptor = open(path, O_EVTONLY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) return -1;
  struct kevent change;
  EV_SET(&change, descriptor, EVFILT_VNODE, EV_ADD | EV_CLEAR,
         NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME, 0, NULL);
  if (kevent(watch, &change, 1, NULL, 0, NULL) < 0) {
    int reason = errno;
    close(descriptor);
    errno = reason;
    return -1;
  }
  opened[count++] = descriptor;
  return 0;
}

int system_watch_wants_files(void) { return 1; }

int system_watch_drain(int watch) {
  struct kevent events[16];
  const struct timespec now = {0, 0};
  int told = 0;
  while (kevent(watch, NULL, 0, events, 16, &now) > 0) told = 1;
  return told;
}

void system_watch_close(int watch) {
  if (watch == owner) {
    while (count > 0) close(opened[--count]);
    owner = -1;
  }
  close(watch);
}
#endif
