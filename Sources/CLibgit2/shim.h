#ifndef CLIBGIT2_SHIM_H
#define CLIBGIT2_SHIM_H

#include <git2.h>
#include <git2/sys/mempack.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

// Doors to the one variadic function, which Swift cannot call.

static inline int libgit2_enable_fsync(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, enabled);
}

static inline int libgit2_enable_hash_verification(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, enabled);
}

static inline int libgit2_set_search_path(int level, const char *path) {
  return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, path);
}

// Whether a file is one whole zlib stream, as a loose object is: 1 or 0; -1 where there is no such file,
// -2 where there is something else than a file. libgit2 1.5 never returns from reading one that is cut off.
static inline int loose_object_state(const char *path) {
  int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file < 0) return -1;
  struct stat found;
  z_stream stream = {0};
  int state = fstat(file, &found) == 0 && S_ISREG(found.st_mode) ? 0 : -2;
  if (state == 0 && inflateInit(&stream) == Z_OK) {
    static _Thread_local unsigned char in[32768], out[32768];
    int code = Z_OK;
    while (code == Z_OK || (code == Z_BUF_ERROR && stream.avail_in == 0)) {
      if (stream.avail_in == 0) {
        ssize_t count = read(file, in, sizeof in);
        if (count <= 0) break;
        stream.next_in = in;
        stream.avail_in = (unsigned)count;
      }
      stream.next_out = out;
      stream.avail_out = sizeof out;
      code = inflate(&stream, Z_NO_FLUSH);
    }
    state = code == Z_STREAM_END;
    inflateEnd(&stream);
  }
  close(file);
  return state;
}

#endif
