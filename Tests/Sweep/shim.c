// Preloaded into a program and all that it starts, it numbers the calls that change files below one
// folder, and at one number does what the environment says. Built by the test that uses it:
//     cc -shared -fPIC -o shim.so shim.c
//
//   SWEEP_ROOT    the folder; calls elsewhere, and on pipes and sockets, do not count
//   SWEEP_STATE   a file of 16 zero bytes: the number of the last call, for all processes together
//   SWEEP_LOG     a file to which a line for each call is added: number, process, call, path
//   SWEEP_AT      the number at which the fault happens; 0 for none
//   SWEEP_FAULT   kill  this process is killed before the call
//                 half  half of the bytes are written, then it is killed
//                 all   the first process (SWEEP_FIRST) and this one are killed
//                 ENOSPC, EIO, EACCES  the call fails, once
//                 full  this call and all later ones that need room fail with ENOSPC
// A sync to the medium is counted and not done: what a killed process wrote, the system has.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static struct { int64_t calls, done; } *state;
static const char *root, *fault;
static size_t root_length;
static int64_t at;
static pid_t first;
static int journal = -1;

#define REAL(type, name, ...) \
  static type (*real_##name)(__VA_ARGS__); \
  if (!real_##name) real_##name = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("SWEEP_STATE"), *log = getenv("SWEEP_LOG");
  root = getenv("SWEEP_ROOT");
  if (!file || !root) return;
  root_length = strlen(root);
  fault = getenv("SWEEP_FAULT") ? getenv("SWEEP_FAULT") : "";
  at = getenv("SWEEP_AT") ? atoll(getenv("SWEEP_AT")) : 0;
  first = getenv("SWEEP_FIRST") ? atoi(getenv("SWEEP_FIRST")) : 0;
  int descriptor = (int)syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return;
  void *found = mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  syscall(SYS_close, descriptor);
  if (found == MAP_FAILED) return;
  state = found;
  if (log) {
    int opened = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (opened >= 0) {
      journal = fcntl(opened, F_DUPFD_CLOEXEC, 700);
      syscall(SYS_close, opened);
    }
  }
}

// Which calls can fail how, and what needs room.
enum { ROOM = 1, NAME = 2, BYTES = 4 };

static void end_self(void) {
  syscall(SYS_kill, getpid(), SIGKILL);
  for (;;) pause();
}

// Counts a call. Returns 0 to go on, the number of an error to fail with, or -1 to write one half.
static int point(const char *call, const char *path, int kind) {
  if (!state || strncmp(path, root, root_length) != 0) return 0;
  if (path[root_length] != '/' && path[root_length] != 0) return 0;
  int64_t number = __atomic_add_fetch(&state->calls, 1, __ATOMIC_SEQ_CST);
  if (journal >= 0) {
    char line[PATH_MAX + 128];
    int length = snprintf(
        line, sizeof line, "%lld %d %s %d %s\n", (long long)number, (int)getpid(), call, kind,
        path + root_length);
    if (length > 0) syscall(SYS_write, journal, line, (size_t)length);
  }
  if (at == 0 || number < at) return 0;
  if (!strcmp(fault, "full")) {
    if (!(kind & ROOM)) return 0;
    state->done = number;
    return ENOSPC;
  }
  if (number != at) return 0;
  if (!strcmp(fault, "kill")) {
    state->done = number;
    end_self();
  }
  if (!strcmp(fault, "all")) {
    state->done = number;
    if (first > 0) syscall(SYS_kill, first, SIGKILL);
    end_self();
  }
  if (!strcmp(fault, "half") && (kind & BYTES)) {
    state->done = number;
    return -1;
  }
  int error = 0;
  if (!strcmp(fault, "ENOSPC") && (kind & ROOM)) error = ENOSPC;
  if (!strcmp(fault, "EACCES") && (kind & NAME)) error = EACCES;
  if (!strcmp(fault, "EIO")) error = EIO;
  if (error) state->done = number;
  return error;
}

static int at_path(const char *call, int folder, const char *path, int kind) {
  if (!state) return 0;
  char whole[PATH_MAX * 2 + 2];
  if (path[0] == '/') return point(call, path, kind);
  ssize_t length = -1;
  if (folder == AT_FDCWD) {
    if (getcwd(whole, PATH_MAX)) length = (ssize_t)strlen(whole);
  } else {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    length = readlink(link, whole, PATH_MAX);
  }
  if (length < 0) return 0;
  whole[length] = '/';
  snprintf(whole + length + 1, PATH_MAX, "%s", path);
  return point(call, whole, kind);
}

static int at_file(const char *call, int descriptor, int kind) {
  if (!state) return 0;
  int before = errno;
  struct stat status;
  if (fstat(descriptor, &status) != 0 || !(S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))) {
    errno = before;
    return 0;
  }
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  errno = before;
  if (length < 0) return 0;
  path[length] = 0;
  return point(call, path, kind);
}

#define FAIL(result) do { int code = (result); if (code > 0) { errno = code; return -1; } } while (0)

#define OPENS(flags) (((flags) & (O_CREAT | O_TRUNC)) != 0)
#define MODE(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | __O_TMPFILE)) { \
    va_list more; \
    va_start(more, flags); \
    mode = (mode_t)va_arg(more, int); \
    va_end(more); \
  }

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    REAL(int, name, const char *, int, ...); \
    MODE(flags) \
    if (OPENS(flags)) FAIL(at_path("open", AT_FDCWD, path, ROOM | NAME)); \
    return real_##name(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    REAL(int, name, int, const char *, int, ...); \
    MODE(flags) \
    if (OPENS(flags)) FAIL(at_path("open", folder, path, ROOM | NAME)); \
    return real_##name(folder, path, flags, mode); \
  }
OPENAT(openat)
OPENAT(openat64)

int creat(const char *path, mode_t mode) {
  REAL(int, creat, const char *, mode_t);
  FAIL(at_path("open", AT_FDCWD, path, ROOM | NAME));
  return real_creat(path, mode);
}

// Git writes some small files through stdio: opening is a call, and so is what puts the bytes out.
#define FOPEN(name) \
  FILE *name(const char *path, const char *mode) { \
    REAL(FILE *, name, const char *, const char *); \
    if (mode[0] != 'r') { \
      int code = at_path("open", AT_FDCWD, path, ROOM | NAME); \
      if (code > 0) { \
        errno = code; \
        return NULL; \
      } \
    } \
    return real_##name(path, mode); \
  }
FOPEN(fopen)
FOPEN(fopen64)

int fclose(FILE *file) {
  REAL(int, fclose, FILE *);
  int code = state && (fcntl(fileno(file), F_GETFL) & O_ACCMODE) != O_RDONLY
    ? at_file("write", fileno(file), ROOM) : 0;
  int result = real_fclose(file);
  if (code > 0) {
    errno = code;
    return EOF;
  }
  return result;
}

#define TEMPORARY(name) \
  int name(char *pattern) { \
    REAL(int, name, char *); \
    FAIL(at_path("open", AT_FDCWD, pattern, ROOM | NAME)); \
    return real_##name(pattern); \
  }
TEMPORARY(mkstemp)
TEMPORARY(mkstemp64)

ssize_t write(int descriptor, const void *bytes, size_t count) {
  REAL(ssize_t, write, int, const void *, size_t);
  int code = at_file("write", descriptor, ROOM | BYTES);
  if (code < 0) {
    real_write(descriptor, bytes, count / 2);
    end_self();
  }
  FAIL(code);
  return real_write(descriptor, bytes, count);
}

#define PWRITE(name, offset_type) \
  ssize_t name(int descriptor, const void *bytes, size_t count, offset_type offset) { \
    REAL(ssize_t, name, int, const void *, size_t, offset_type); \
    int code = at_file("write", descriptor, ROOM | BYTES); \
    if (code < 0) { \
      real_##name(descriptor, bytes, count / 2, offset); \
      end_self(); \
    } \
    FAIL(code); \
    return real_##name(descriptor, bytes, count, offset); \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  REAL(ssize_t, writev, int, const struct iovec *, int);
  int code = at_file("write", descriptor, ROOM | BYTES);
  if (code < 0) {
    real_writev(descriptor, parts, count / 2);
    end_self();
  }
  FAIL(code);
  return real_writev(descriptor, parts, count);
}

// A shared mapping is how libgit2 fills a pack; filling it cannot be seen, mapping it can.
#define MMAP(name, offset_type) \
  void *name( \
      void *place, size_t length, int access, int flags, int descriptor, offset_type offset) { \
    REAL(void *, name, void *, size_t, int, int, int, offset_type); \
    if (descriptor >= 0 && (flags & MAP_SHARED) && (access & PROT_WRITE)) { \
      int code = at_file("mmap", descriptor, 0); \
      if (code > 0) { \
        errno = code; \
        return MAP_FAILED; \
      } \
    } \
    return real_##name(place, length, access, flags, descriptor, offset); \
  }
MMAP(mmap, off_t)
MMAP(mmap64, off64_t)

#define TRUNCATE(name, offset_type) \
  int name(int descriptor, offset_type size) { \
    REAL(int, name, int, offset_type); \
    FAIL(at_file("truncate", descriptor, 0)); \
    return real_##name(descriptor, size); \
  }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

int fsync(int descriptor) {
  FAIL(at_file("fsync", descriptor, ROOM));
  return 0;
}

int fdatasync(int descriptor) {
  FAIL(at_file("fsync", descriptor, ROOM));
  return 0;
}

int rename(const char *from, const char *to) {
  REAL(int, rename, const char *, const char *);
  FAIL(at_path("rename", AT_FDCWD, to, NAME));
  return real_rename(from, to);
}

int renameat(int folder, const char *from, int other, const char *to) {
  REAL(int, renameat, int, const char *, int, const char *);
  FAIL(at_path("rename", other, to, NAME));
  return real_renameat(folder, from, other, to);
}

int renameat2(int folder, const char *from, int other, const char *to, unsigned flags) {
  FAIL(at_path(flags & 2 ? "exchange" : "rename", other, to, NAME));
  return (int)syscall(SYS_renameat2, folder, from, other, to, flags);
}

int link(const char *from, const char *to) {
  REAL(int, link, const char *, const char *);
  FAIL(at_path("link", AT_FDCWD, to, ROOM | NAME));
  return real_link(from, to);
}

int linkat(int folder, const char *from, int other, const char *to, int flags) {
  REAL(int, linkat, int, const char *, int, const char *, int);
  FAIL(at_path("link", other, to, ROOM | NAME));
  return real_linkat(folder, from, other, to, flags);
}

int symlink(const char *target, const char *path) {
  REAL(int, symlink, const char *, const char *);
  FAIL(at_path("symlink", AT_FDCWD, path, ROOM | NAME));
  return real_symlink(target, path);
}

int unlink(const char *path) {
  REAL(int, unlink, const char *);
  FAIL(at_path("unlink", AT_FDCWD, path, NAME));
  return real_unlink(path);
}

int unlinkat(int folder, const char *path, int flags) {
  REAL(int, unlinkat, int, const char *, int);
  FAIL(at_path("unlink", folder, path, NAME));
  return real_unlinkat(folder, path, flags);
}

int rmdir(const char *path) {
  REAL(int, rmdir, const char *);
  FAIL(at_path("rmdir", AT_FDCWD, path, NAME));
  return real_rmdir(path);
}

int mkdir(const char *path, mode_t mode) {
  REAL(int, mkdir, const char *, mode_t);
  FAIL(at_path("mkdir", AT_FDCWD, path, ROOM | NAME));
  return real_mkdir(path, mode);
}

int mkdirat(int folder, const char *path, mode_t mode) {
  REAL(int, mkdirat, int, const char *, mode_t);
  FAIL(at_path("mkdir", folder, path, ROOM | NAME));
  return real_mkdirat(folder, path, mode);
}

int chmod(const char *path, mode_t mode) {
  REAL(int, chmod, const char *, mode_t);
  FAIL(at_path("chmod", AT_FDCWD, path, NAME));
  return real_chmod(path, mode);
}

// The program trades names by `syscall` itself.
long syscall(long number, ...) {
  REAL(long, syscall, long, ...);
  long a[6];
  va_list more;
  va_start(more, number);
  for (int index = 0; index < 6; index++) a[index] = va_arg(more, long);
  va_end(more);
  if (number == SYS_renameat2)
    FAIL(at_path(a[4] & 2 ? "exchange" : "rename", (int)a[2], (const char *)a[3], NAME));
  return real_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
