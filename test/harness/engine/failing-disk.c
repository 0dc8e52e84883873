/* Loaded before the C library: reading one file fails beyond a place in it, as on a disk with a bad block. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fails(int file, off_t end) {
  struct stat facts;
  const char *failing = getenv("FAILING_FILE"), *after = getenv("FAILING_AFTER");
  char link[64], path[PATH_MAX];
  ssize_t length;
  if (failing == NULL || after == NULL || fstat(file, &facts) != 0) return 0;
  if ((end < facts.st_size ? end : facts.st_size) <= atol(after)) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strcmp(path, failing) == 0;
}

ssize_t read(int file, void *to, size_t bytes) {
  ssize_t (*real)(int, void *, size_t) = dlsym(RTLD_NEXT, "read");
  off_t at = lseek(file, 0, SEEK_CUR);
  if (at >= 0 && fails(file, at + bytes)) return errno = EIO, -1;
  return real(file, to, bytes);
}

ssize_t pread64(int file, void *to, size_t bytes, off_t at) {
  ssize_t (*real)(int, void *, size_t, off_t) = dlsym(RTLD_NEXT, "pread64");
  if (fails(file, at + bytes)) return errno = EIO, -1;
  return real(file, to, bytes, at);
}

ssize_t pread(int file, void *to, size_t bytes, off_t at) { return pread64(file, to, bytes, at); }
