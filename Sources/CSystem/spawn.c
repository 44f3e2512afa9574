#include "CSystem.h"

#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#ifdef __APPLE__
#include <crt_externs.h>
#endif

char **system_environment(void) {
#ifdef __APPLE__
  return *_NSGetEnviron();
#else
  return environ;
#endif
}

int system_pipe(int ends[2]) {
#ifdef __APPLE__
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#else
  return pipe2(ends, O_CLOEXEC);
#endif
}

ssize_t system_write_pipe(int descriptor, const void *bytes, size_t count) {
  sigset_t broken, before, pending;
  sigemptyset(&broken);
  sigaddset(&broken, SIGPIPE);
  sigpending(&pending);
  int already = sigismember(&pending, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken, &before);
  ssize_t written = write(descriptor, bytes, count);
  int reason = errno;
  if (written < 0 && reason == EPIPE && !already) {
    // The signal waits for this thread: take it away before it is let in again.
    int signal;
    sigpending(&pending);
    if (sigismember(&pending, SIGPIPE)) sigwait(&broken, &signal);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = reason;
  return written;
}

int system_spawn(const struct system_spawn_request *request, pid_t *child) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int result = posix_spawn_file_actions_init(&actions);
  if (result != 0) return result;
  result = posix_spawnattr_init(&attributes);
  if (result != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return result;
  }
  sigset_t none, usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  if (request->interruptible) {
    sigaddset(&usual, SIGINT);
    sigaddset(&usual, SIGQUIT);
  }
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  if (request->own_group) flags |= POSIX_SPAWN_SETPGROUP;
#ifdef __APPLE__
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  posix_spawnattr_setflags(&attributes, flags);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &usual);

  const int wanted[3] = {request->input, request->output, request->error};
  for (int number = 0; number < 3 && result == 0; number++) {
    int source = wanted[number] < 0 ? number : wanted[number];
    result = posix_spawn_file_actions_adddup2(&actions, source, number);
  }
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  if (result == 0) result = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
#endif
  if (result == 0 && request->folder != NULL)
    result = posix_spawn_file_actions_addchdir_np(&actions, request->folder);
  if (result == 0)
    result = posix_spawnp(
        child, request->program, &actions, &attributes, request->arguments, request->environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return result;
}

int system_has_ended(pid_t child) {
  siginfo_t told = {.si_pid = 0};
  if (waitid(P_PID, child, &told, WEXITED | WNOHANG | WNOWAIT) != 0) return -1;
  return told.si_pid == child;
}

int system_run_on_terminal(const struct system_spawn_request *request, int *status) {
  struct sigaction ignore = {.sa_handler = SIG_IGN}, interrupt, quit;
  sigaction(SIGINT, &ignore, &interrupt);
  sigaction(SIGQUIT, &ignore, &quit);
  pid_t child;
  int result = system_spawn(request, &child);
  int told = 0;
  if (result == 0) {
    while (waitpid(child, &told, 0) < 0 && errno == EINTR) {
    }
    *status = system_exit(told);
  }
  sigaction(SIGINT, &interrupt, NULL);
  sigaction(SIGQUIT, &quit, NULL);
  return result;
}
