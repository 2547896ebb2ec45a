/*
 * Counts the system calls of a process that create, write, flush, link, rename or delete files below a folder, and at
 * one of them kills the process or returns an error. Loaded with LD_PRELOAD; the children of the process are not
 * concerned.
 *
 * SHIM_ROOT   the folder
 * SHIM_LOG    a file that gets a line "number call path" for each call (or only for the one that was hit)
 * SHIM_AT     the number of the call, from 1; 0: none, and every call is written to the log
 * SHIM_FATE   "kill", or the number of the error
 * SHIM_COPIES a folder that gets, before each call, a copy of the root: what a kill at that call would leave
 *
 * A process that runs many commands sets these anew by opening "/fault-shim/" and five lines: which of the calls, the
 * error, the call, the name of its file, and the root. In the name, # stands for twelve or more hexadecimal digits. An
 * empty call is every call. That open itself always fails.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_FILES 65536

#define CONTROL "/fault-shim/"

static char *paths[MOST_FILES];
static char root[PATH_MAX];
static size_t root_length;
static char copies[PATH_MAX];
static pthread_mutex_t copying = PTHREAD_MUTEX_INITIALIZER;
static int log_file = -1;
static long fault_at;
static int fault_error;
static char fault_call[32];
static char fault_name[NAME_MAX + 1];
static atomic_long calls;

static void set_root(const char *path) {
  strncpy(root, path, sizeof root - 1);
  root_length = strlen(root);
}

__attribute__((constructor)) static void begin(void) {
  const char *folder = getenv("SHIM_ROOT");
  const char *log = getenv("SHIM_LOG");
  const char *at = getenv("SHIM_AT");
  const char *fate = getenv("SHIM_FATE");
  const char *copied = getenv("SHIM_COPIES");
  if (folder != NULL) set_root(folder);
  if (copied != NULL) strncpy(copies, copied, sizeof copies - 1);
  fault_at = at == NULL ? 0 : atol(at);
  fault_error = fate == NULL || strcmp(fate, "kill") == 0 ? 0 : atoi(fate);
  if (log != NULL) log_file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0600);
  unsetenv("LD_PRELOAD");
}

/* Whether a path is an order to this library, which is then carried out. */
static int is_control(const char *path) {
  if (strncmp(path, CONTROL, strlen(CONTROL)) != 0) return 0;
  char *rest;
  fault_at = strtol(path + strlen(CONTROL), &rest, 10);
  fault_error = (int)strtol(rest + 1, &rest, 10);
  const char *call = rest + 1;
  const char *name = strchrnul(call, '\n') + 1;
  const char *folder = strchrnul(name, '\n') + 1;
  snprintf(fault_call, sizeof fault_call, "%.*s", (int)(name - call - 1), call);
  snprintf(fault_name, sizeof fault_name, "%.*s", (int)(folder - name - 1), name);
  set_root(folder);
  atomic_store(&calls, 0);
  errno = ENOENT;
  return 1;
}

static int is_below_root(const char *path) {
  char whole[2 * PATH_MAX];
  if (path[0] == '/') {
    strncpy(whole, path, sizeof whole - 1);
    whole[sizeof whole - 1] = 0;
  } else {
    char folder[PATH_MAX];
    if (syscall(SYS_getcwd, folder, sizeof folder) < 0) return 0;
    snprintf(whole, sizeof whole, "%s/%s", folder, path);
  }
  return root_length > 1 && strncmp(whole, root, root_length) == 0;
}

static int is_hex(char sign) { return (sign >= '0' && sign <= '9') || (sign >= 'a' && sign <= 'f'); }

/* Whether this is a call of the kind that counts. */
static int is_of_kind(const char *call, const char *path) {
  if (fault_call[0] == 0) return 1;
  if (strcmp(call, fault_call) != 0) return 0;
  const char *slash = strrchr(path, '/');
  const char *name = slash == NULL ? path : slash + 1;
  const char *pattern = fault_name;
  while (*pattern) {
    if (*pattern == '#') {
      int digits = 0;
      while (is_hex(name[digits])) digits += 1;
      if (digits < 12) return 0;
      name += digits;
      pattern += 1;
    } else if (*pattern++ != *name++) return 0;
  }
  return *name == 0;
}

static void copy_root(long number) {
  char target[PATH_MAX + 32];
  snprintf(target, sizeof target, "%s/%ld", copies, number);
  char *const arguments[] = {"cp", "-a", root, target, NULL};
  pid_t child;
  if (posix_spawnp(&child, "cp", NULL, NULL, arguments, environ) == 0) waitpid(child, NULL, 0);
}

/* Counts a call. Returns whether it fails, with errno set. */
static int fails(const char *call, const char *path) {
  if (path == NULL || root[0] == 0 || !is_of_kind(call, path)) return 0;
  int is_copied = copies[0] != 0;
  if (is_copied) pthread_mutex_lock(&copying);
  long number = atomic_fetch_add(&calls, 1) + 1;
  int is_hit = number == fault_at;
  if (log_file >= 0 && (fault_at == 0 || is_hit)) {
    char line[2 * PATH_MAX];
    int length = snprintf(line, sizeof line, "%ld %s %s\n", number, call, path);
    if (length > 0) syscall(SYS_write, log_file, line, (size_t)length);
  }
  if (is_copied) {
    copy_root(number);
    pthread_mutex_unlock(&copying);
  }
  if (!is_hit) return 0;
  if (fault_error == 0) syscall(SYS_kill, getpid(), SIGKILL);
  errno = fault_error;
  return 1;
}

static const char *path_of(int file) { return file >= 0 && file < MOST_FILES ? paths[file] : NULL; }
static const char *watched(const char *path) { return path != NULL && is_below_root(path) ? path : NULL; }

static int opened(int file, const char *path, int flags) {
  if (file < 0 || file >= MOST_FILES) return file;
  free(paths[file]);
  paths[file] = (flags & O_ACCMODE) != O_RDONLY && watched(path) ? strdup(path) : NULL;
  return file;
}

#define REAL(type, name, ...) \
  static type (*real)(__VA_ARGS__); \
  if (real == NULL) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    REAL(int, #name, const char *, int, ...); \
    va_list more; \
    va_start(more, flags); \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
    va_end(more); \
    if (is_control(path)) return -1; \
    if ((flags & (O_CREAT | O_TRUNC)) && fails("open", watched(path))) return -1; \
    return opened(real(path, flags, mode), path, flags); \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    REAL(int, #name, int, const char *, int, ...); \
    va_list more; \
    va_start(more, flags); \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
    va_end(more); \
    if (is_control(path)) return -1; \
    if ((flags & (O_CREAT | O_TRUNC)) && fails("open", watched(path))) return -1; \
    return opened(real(folder, path, flags, mode), path, flags); \
  }
OPENAT(openat)
OPENAT(openat64)

int close(int file) {
  REAL(int, "close", int);
  if (file >= 0 && file < MOST_FILES) {
    free(paths[file]);
    paths[file] = NULL;
  }
  return real(file);
}

#define WITH_FILE(type, name, call, parameters, given, ...) \
  type name parameters { \
    REAL(type, #name, __VA_ARGS__); \
    if (fails(call, path_of(file))) return -1; \
    return real given; \
  }
WITH_FILE(ssize_t, write, "write", (int file, const void *bytes, size_t count), (file, bytes, count), int, const void *, size_t)
WITH_FILE(ssize_t, pwrite, "write", (int file, const void *bytes, size_t count, off_t at), (file, bytes, count, at), int, const void *, size_t, off_t)
WITH_FILE(ssize_t, pwrite64, "write", (int file, const void *bytes, size_t count, off64_t at), (file, bytes, count, at), int, const void *, size_t, off64_t)
WITH_FILE(ssize_t, writev, "write", (int file, const struct iovec *parts, int count), (file, parts, count), int, const struct iovec *, int)
WITH_FILE(ssize_t, pwritev, "write", (int file, const struct iovec *parts, int count, off_t at), (file, parts, count, at), int, const struct iovec *, int, off_t)
WITH_FILE(ssize_t, pwritev64, "write", (int file, const struct iovec *parts, int count, off64_t at), (file, parts, count, at), int, const struct iovec *, int, off64_t)
WITH_FILE(int, fsync, "fsync", (int file), (file), int)
WITH_FILE(int, fdatasync, "fsync", (int file), (file), int)
WITH_FILE(int, ftruncate, "truncate", (int file, off_t length), (file, length), int, off_t)
WITH_FILE(int, ftruncate64, "truncate", (int file, off64_t length), (file, length), int, off64_t)
WITH_FILE(int, fchmod, "chmod", (int file, mode_t mode), (file, mode), int, mode_t)
WITH_FILE(ssize_t, copy_file_range, "copy", (int from, off64_t *from_at, int file, off64_t *at, size_t count, unsigned flags), (from, from_at, file, at, count, flags), int, off64_t *, int, off64_t *, size_t, unsigned)
WITH_FILE(ssize_t, sendfile, "copy", (int file, int from, off_t *at, size_t count), (file, from, at, count), int, int, off_t *, size_t)
WITH_FILE(ssize_t, sendfile64, "copy", (int file, int from, off64_t *at, size_t count), (file, from, at, count), int, int, off64_t *, size_t)

#define WITH_PATH(name, call, parameters, given, path, ...) \
  int name parameters { \
    REAL(int, #name, __VA_ARGS__); \
    if (fails(call, watched(path))) return -1; \
    return real given; \
  }
WITH_PATH(rename, "rename", (const char *from, const char *to), (from, to), to, const char *, const char *)
WITH_PATH(renameat, "rename", (int a, const char *from, int b, const char *to), (a, from, b, to), to, int, const char *, int, const char *)
WITH_PATH(link, "link", (const char *from, const char *to), (from, to), to, const char *, const char *)
WITH_PATH(linkat, "link", (int a, const char *from, int b, const char *to, int flags), (a, from, b, to, flags), to, int, const char *, int, const char *, int)
WITH_PATH(symlink, "link", (const char *from, const char *to), (from, to), to, const char *, const char *)
WITH_PATH(unlink, "unlink", (const char *path), (path), path, const char *)
WITH_PATH(unlinkat, "unlink", (int folder, const char *path, int flags), (folder, path, flags), path, int, const char *, int)
WITH_PATH(rmdir, "rmdir", (const char *path), (path), path, const char *)
WITH_PATH(mkdir, "mkdir", (const char *path, mode_t mode), (path, mode), path, const char *, mode_t)
WITH_PATH(mkdirat, "mkdir", (int folder, const char *path, mode_t mode), (folder, path, mode), path, int, const char *, mode_t)
WITH_PATH(chmod, "chmod", (const char *path, mode_t mode), (path, mode), path, const char *, mode_t)
WITH_PATH(truncate, "truncate", (const char *path, off_t length), (path, length), path, const char *, off_t)
