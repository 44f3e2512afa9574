#include "CSystem.h"

#include <pthread.h>
#include <time.h>

static int ends[2] = {-1, -1};
static volatile sig_atomic_t asked = 0;

static void stop(int signal) {
  if (asked) {
    // Whoever asks twice does not want to wait.
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigaction(signal, &usual, NULL);
    raise(signal);
    return;
  }
  int reason = errno;
  asked = signal;
  ssize_t written = write(ends[1], "", 1);
  (void)written;
  errno = reason;
}

int system_stop_install(void) {
  if (ends[0] >= 0) return ends[0];
  if (system_pipe(ends) != 0) return -1;
  const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  sigset_t heard;
  sigemptyset(&heard);
  for (unsigned number = 0; number < sizeof signals / sizeof signals[0]; number++) {
    sigaddset(&heard, signals[number]);
    struct sigaction before, action = {.sa_handler = stop};
    sigemptyset(&action.sa_mask);
    sigaction(signals[number], NULL, &before);
    if (before.sa_handler != SIG_IGN) sigaction(signals[number], &action, NULL);
  }
  // Whoever started us may have blocked them, for itself.
  pthread_sigmask(SIG_UNBLOCK, &heard, NULL);
  return ends[0];
}

int system_stop_descriptor(void) { return ends[0]; }

int system_stop_signal(void) { return asked; }

int64_t system_uptime(void) {
  struct timespec time;
#ifdef __linux__
  clock_gettime(CLOCK_BOOTTIME, &time);
#else
  // On macOS this clock counts sleep.
  clock_gettime(CLOCK_MONOTONIC, &time);
#endif
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}
