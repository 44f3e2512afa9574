#ifndef CSYSTEM_H
#define CSYSTEM_H

// Doors to system calls that Swift cannot call, or that differ between Linux and macOS.
// Each returns what the system call returns and leaves its reason in errno, unless it says otherwise.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

struct system_status {
  uint32_t mode, owner, group;
  int64_t size, modified, changed;  // the times in nanoseconds since 1970
  uint64_t inode, device, links;
};

#ifdef __APPLE__
#define SYSTEM_TIME(status, letter) ((status).st_##letter##timespec)
#else
#define SYSTEM_TIME(status, letter) ((status).st_##letter##tim)
#endif

static inline int64_t system_nanoseconds(struct timespec time) {
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static inline int system_filled(int result, const struct stat *from, struct system_status *to) {
  if (result != 0) return result;
  to->mode = from->st_mode;
  to->owner = from->st_uid;
  to->group = from->st_gid;
  to->size = from->st_size;
  to->modified = system_nanoseconds(SYSTEM_TIME(*from, m));
  to->changed = system_nanoseconds(SYSTEM_TIME(*from, c));
  to->inode = from->st_ino;
  to->device = from->st_dev;
  to->links = from->st_nlink;
  return 0;
}

static inline int system_lstat(const char *path, struct system_status *out) {
  struct stat status;
  return system_filled(lstat(path, &status), &status, out);
}

static inline int system_fstat(int descriptor, struct system_status *out) {
  struct stat status;
  return system_filled(fstat(descriptor, &status), &status, out);
}

// `read` and `write` under names that Swift does not mix up with others.
static inline ssize_t system_read(int descriptor, void *bytes, size_t count) {
  return read(descriptor, bytes, count);
}

static inline ssize_t system_write(int descriptor, const void *bytes, size_t count) {
  return write(descriptor, bytes, count);
}

// The length of what a symbolic link points to, which is put into `target` without a final zero.
static inline int system_readlink(const char *path, void *target, size_t size) {
  return (int)readlink(path, (char *)target, size);
}

// Trades two names for each other in one step. ENOSYS, EINVAL or ENOTSUP: not on this file system.
static inline int system_exchange(const char *one, const char *other) {
#ifdef __APPLE__
  return renamex_np(one, other, RENAME_SWAP);
#else
  return (int)syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, 2 /* RENAME_EXCHANGE */);
#endif
}

// Renames and never replaces: EEXIST when the new name is taken.
static inline int system_rename_new(const char *from, const char *to) {
#ifdef __APPLE__
  return renamex_np(from, to, RENAME_EXCL);
#else
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 1 /* RENAME_NOREPLACE */);
#endif
}

// Puts what was written on the medium, and on macOS past the drive's own cache.
static inline int system_sync(int descriptor) {
#ifdef __APPLE__
  if (fcntl(descriptor, F_FULLFSYNC) == 0) return 0;
#endif
  return fsync(descriptor);
}

// 0 when nobody has the file open for writing, or the system cannot tell; 1 when someone has, or the
// file system says so of every file. The descriptor must be open for reading only. Linux grants a
// read lease only where there is no writer; one who comes while it is held waits, and of the two
// signals that could tell us so, the one that ends no process is asked for.
static inline int system_has_writer(int descriptor) {
#ifdef __linux__
  if (fcntl(descriptor, F_SETSIG, SIGURG) != 0) return 0;
  if (fcntl(descriptor, F_SETLEASE, F_RDLCK) == 0) {
    fcntl(descriptor, F_SETLEASE, F_UNLCK);
    return 0;
  }
  return errno == EAGAIN;
#else
  (void)descriptor;
  return 0;
#endif
}

// Writes to a pipe; a reader that is gone is EPIPE and never the signal.
ssize_t system_write_pipe(int descriptor, const void *bytes, size_t count);

// What a program gets that is started by `system_spawn`.
struct system_spawn_request {
  const char *program;       // looked up in PATH when it has no slash
  char *const *arguments;    // the first is the program's own name; ended by NULL
  char *const *environment;  // NAME=VALUE; ended by NULL
  const char *folder;        // NULL: this process's own
  int input, output, error;  // descriptors to become 0, 1 and 2; -1: as here
  int own_group;             // 1: the program leads a process group of its own
  int interruptible;         // 1: keys may interrupt it although they do not interrupt us
};

// Starts a program with default signals and no other descriptor than 0, 1 and 2. Returns 0 or the
// error number (errno is not used).
int system_spawn(const struct system_spawn_request *request, pid_t *child);

// The environment of this process, ended by NULL.
char **system_environment(void);

// A pipe whose ends are closed in programs that are started.
int system_pipe(int ends[2]);

// 1 when a program has ended, which leaves it to be waited for; -1 when it is not ours to wait for.
int system_has_ended(pid_t child);

// What waitpid told: the exit code, or -N for signal N.
static inline int system_exit(int status) {
  return (status & 0x7f) == 0 ? (status >> 8) & 0xff : -(status & 0x7f);
}

// A watch over folders: its descriptor is ready to read when something in one of them changed.
// Linux: inotify. Elsewhere: kqueue, which is told of files too, because a folder there says nothing of
// what is written into a file in place.
int system_watch_open(void);

// Adds a folder, or where files are wanted a file; again is once. Links are not followed.
int system_watch_add(int watch, const char *path);

// True where files have to be added beside their folders.
int system_watch_wants_files(void);

// Takes in what was told. 1: something changed; 0: nothing did.
int system_watch_drain(int watch);

// Closes the watch and all that belongs to it.
void system_watch_close(int watch);

// From now on SIGINT, SIGTERM and SIGHUP ask this process to stop; the second one ends it as usual. A
// signal that was ignored stays ignored. Returns a descriptor that is ready to read from the first one on.
int system_stop_install(void);

// The descriptor of `system_stop_install`; -1 before it.
int system_stop_descriptor(void);

// The number of the signal that asked to stop; 0 when none did.
int system_stop_signal(void);

// Milliseconds since the machine was started, with the time it slept.
int64_t system_uptime(void);

// Runs a program on this terminal and waits; meanwhile an interrupt from the keyboard is the
// program's alone. Returns 0 and the status as `system_exit` gives it, or the error number.
int system_run_on_terminal(const struct system_spawn_request *request, int *status);

#endif
