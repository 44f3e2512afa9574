// Runs a program with shim.so preloaded, and waits for it and for all that it started, also for what
// outlives it; then ends as it ended, with 128 and the number for a signal.
//     run SHIM [-u TEXT] PROGRAM ARGUMENT…
// -u: once the program has written this text to standard output, it gets SIGTERM.

#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static void pass_on(int input, pid_t child, const char *awaited) {
  static char seen[1 << 16];
  size_t length = 0;
  int is_told = 0;
  for (;;) {
    char part[4096];
    ssize_t count = read(input, part, sizeof part);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    if (write(1, part, (size_t)count) != count) return;
    if (is_told || length + (size_t)count >= sizeof seen) continue;
    memcpy(seen + length, part, (size_t)count);
    length += (size_t)count;
    if (memmem(seen, length, awaited, strlen(awaited))) {
      is_told = 1;
      kill(child, SIGTERM);
    }
  }
}

int main(int count, char **arguments) {
  int next = 2;
  const char *awaited = NULL;
  if (count > 4 && strcmp(arguments[2], "-u") == 0) {
    awaited = arguments[3];
    next = 4;
  }
  if (count <= next) return 125;
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  int ends[2];
  if (awaited && pipe(ends) != 0) return 125;
  pid_t child = fork();
  if (child == 0) {
    char number[32];
    snprintf(number, sizeof number, "%d", (int)getpid());
    setenv("SWEEP_FIRST", number, 1);
    setenv("LD_PRELOAD", arguments[1], 1);
    if (awaited) {
      dup2(ends[1], 1);
      close(ends[0]);
      close(ends[1]);
    }
    execvp(arguments[next], arguments + next);
    _exit(127);
  }
  if (child < 0) return 125;
  if (awaited) {
    close(ends[1]);
    pass_on(ends[0], child, awaited);
  }
  int result = 125, status;
  for (;;) {
    pid_t ended = wait(&status);
    if (ended < 0 && errno == EINTR) continue;
    if (ended < 0) return result;
    if (ended == child) result = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }
}
