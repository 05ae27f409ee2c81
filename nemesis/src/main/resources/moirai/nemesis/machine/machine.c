/*
 * A machine's clock and disk as a server sees them, bent at will. Loaded before the C library (LD_PRELOAD), it stands
 * in for the calls that tell the time of day, bring files to the disk, and make files longer.
 *
 * MOIRAI_MACHINE names a file of one page, which is mapped shared: what is written there holds at once for each
 * process that has it, forked ones as well, and costs a load while nothing is bent. MOIRAI_DISK is the directory that
 * is the disk; other files, sockets and the log are left alone. Without these variables nothing is changed.
 *
 * Only the time of day is bent. The monotonic clock, by which processes measure, runs on as it does when somebody sets
 * the clock of a real machine; so waits until a time of day are translated back to the real one.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define PAGE 4096
#define SECOND 1000000000LL

/* The bits of `bent`. */
#define CLOCK 1
#define SLOW_SYNC 2
#define FAILED_SYNC 4
#define FULL 8
#define FAILED_WRITE 16

/* How the clock is bent. */
#define JUMP 0
#define STROBE 1
#define DRIFT 2

/* The page. `turn` is odd while it is being written, and higher after. */
struct page {
    uint64_t turn;
    uint64_t bent;
    int64_t clock;
    int64_t offset; /* nanoseconds */
    int64_t period; /* nanoseconds, of a strobe */
    int64_t since;  /* nanoseconds since 1970, when a drift began */
    int64_t ppm;    /* by how much it runs too fast */
    int64_t delay;  /* nanoseconds, of each sync */
    int64_t share;  /* percent of the syncs and writes that fail, if any do */
};

static const struct page *page;
static char disk[PATH_MAX];
static size_t disk_length;

__attribute__((constructor)) static void begin(void) {
    const char *file = getenv("MOIRAI_MACHINE");
    const char *place = getenv("MOIRAI_DISK");
    if (!file || !place || strlen(place) + 2 > sizeof disk) {
        return;
    }
    strcpy(disk, place);
    strcat(disk, "/");
    disk_length = strlen(disk);
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return;
    }
    void *mapped = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, 0);
    close(fd);
    if (mapped != MAP_FAILED) {
        page = mapped;
    }
}

/* Another library's constructor may call before ours has run, so each original is looked up when it is needed. */
#define ORIGINAL(name)                                                                                                 \
    static __typeof__(name) *original;                                                                                 \
    if (!original) {                                                                                                   \
        original = (__typeof__(name) *)dlsym(RTLD_NEXT, #name);                                                        \
    }

static uint64_t bent(void) {
    return page ? __atomic_load_n(&page->bent, __ATOMIC_RELAXED) : 0;
}

/* All of the page as it was at one moment; nothing bent if it is being written for ever, as by somebody who died. */
static struct page look(void) {
    for (int i = 0; i < 10000; i++) {
        uint64_t turn = __atomic_load_n(&page->turn, __ATOMIC_ACQUIRE);
        struct page copy = *(const volatile struct page *)page;
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        if (!(turn & 1) && turn == __atomic_load_n(&page->turn, __ATOMIC_RELAXED)) {
            return copy;
        }
    }
    return (struct page){0};
}

/* The clock. */

static int64_t nanos(const struct timespec *time) {
    return time->tv_sec * SECOND + time->tv_nsec;
}

static void set(struct timespec *time, int64_t nanos) {
    int64_t rest = nanos % SECOND;
    time->tv_sec = (nanos - rest) / SECOND;
    time->tv_nsec = rest;
    if (rest < 0) {
        time->tv_sec--;
        time->tv_nsec += SECOND;
    }
}

/* How far the bent time is ahead of the real one. */
static int64_t ahead(int64_t real) {
    struct page now = look();
    if (!(now.bent & CLOCK)) {
        return 0;
    }
    switch (now.clock) {
    case JUMP:
        return now.offset;
    case STROBE:
        return now.period > 0 && (real / now.period) % 2 ? now.offset : 0;
    default:
        return (int64_t)((__int128)(real - now.since) * now.ppm / 1000000);
    }
}

static int real_time(clockid_t id, struct timespec *time) {
    ORIGINAL(clock_gettime)
    return original(id, time);
}

int clock_gettime(clockid_t id, struct timespec *time) {
    int result = real_time(id, time);
    if (result == 0 && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE) && (bent() & CLOCK)) {
        int64_t real = nanos(time);
        set(time, real + ahead(real));
    }
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    struct timespec now;
    /* The header promises that it is never null, and callers break that promise. */
    struct timeval *volatile result = time;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) {
        result->tv_sec = now.tv_sec;
        result->tv_usec = now.tv_nsec / 1000;
    }
    return 0;
}

time_t time(time_t *seconds) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (seconds) {
        *seconds = now.tv_sec;
    }
    return now.tv_sec;
}

int timespec_get(struct timespec *time, int base) {
    return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, time) == 0 ? base : 0;
}

/* The real time at which the bent clock shows this one, if it goes on as it does now. */
static const struct timespec *real_deadline(const struct timespec *shown, struct timespec *real) {
    if (!shown || !(bent() & CLOCK)) {
        return shown;
    }
    struct timespec now;
    real_time(CLOCK_REALTIME, &now);
    set(real, nanos(shown) - ahead(nanos(&now)));
    return real;
}

/* Of several versions, the C library gives the oldest to who does not say which. */
static void *versioned(const char *name) {
    void *found = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
    return found ? found : dlsym(RTLD_NEXT, name);
}

int pthread_cond_timedwait(
    pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict until) {
    static int (*original)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
    struct timespec real;
    if (!original) {
        original = (int (*)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *))versioned(
            "pthread_cond_timedwait");
    }
    /* Its second bit says that this condition goes by the monotonic clock. */
    if (condition->__data.__wrefs & 2) {
        return original(condition, mutex, until);
    }
    return original(condition, mutex, real_deadline(until, &real));
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict until) {
    ORIGINAL(pthread_mutex_timedlock)
    struct timespec real;
    return original(mutex, real_deadline(until, &real));
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
    ORIGINAL(sem_timedwait)
    struct timespec real;
    return original(semaphore, real_deadline(until, &real));
}

int clock_nanosleep(clockid_t id, int flags, const struct timespec *time, struct timespec *rest) {
    ORIGINAL(clock_nanosleep)
    struct timespec real;
    if (id == CLOCK_REALTIME && (flags & TIMER_ABSTIME)) {
        time = real_deadline(time, &real);
    }
    return original(id, flags, time, rest);
}

/* The disk. */

static int is_on_disk(int fd) {
    char link[64] = "/proc/self/fd/";
    char path[PATH_MAX];
    char digits[16];
    size_t count = 0;
    /* Not snprintf: a signal handler may write a file. */
    do {
        digits[count++] = (char)('0' + fd % 10);
        fd /= 10;
    } while (fd);
    size_t end = strlen(link);
    while (count) {
        link[end++] = digits[--count];
    }
    link[end] = 0;
    ssize_t length = readlink(link, path, sizeof path);
    return length > 0 && (size_t)length > disk_length && !memcmp(path, disk, disk_length);
}

/* Whether this call is one of those that fail. Forked processes begin with the same count, so each adds its number. */
static int is_struck(const struct page *now) {
    static uint64_t calls;
    if (now->share >= 100) {
        return 1;
    }
    uint64_t mixed = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED) * 0x9E3779B97F4A7C15u + (uint64_t)getpid();
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return (int64_t)((mixed ^ (mixed >> 31)) % 100) < now->share;
}

/* As a disk that is slow or broken: the caller hangs, signals or not, and may then hear of an error. */
static int is_broken_sync(void) {
    struct page now = look();
    if (now.bent & SLOW_SYNC) {
        struct timespec left;
        set(&left, now.delay);
        while (nanosleep(&left, &left) && errno == EINTR) {
        }
    }
    if ((now.bent & FAILED_SYNC) && is_struck(&now)) {
        errno = EIO;
        return 1;
    }
    return 0;
}

static int fails_to_sync(int fd) {
    int kept = errno;
    if (!(bent() & (SLOW_SYNC | FAILED_SYNC)) || fd < 0 || !is_on_disk(fd) || !is_broken_sync()) {
        errno = kept;
        return 0;
    }
    return 1;
}

int fsync(int fd) {
    ORIGINAL(fsync)
    return fails_to_sync(fd) ? -1 : original(fd);
}

int fdatasync(int fd) {
    ORIGINAL(fdatasync)
    return fails_to_sync(fd) ? -1 : original(fd);
}

int syncfs(int fd) {
    ORIGINAL(syncfs)
    return fails_to_sync(fd) ? -1 : original(fd);
}

int msync(void *address, size_t length, int flags) {
    ORIGINAL(msync)
    if ((flags & MS_SYNC) && (bent() & (SLOW_SYNC | FAILED_SYNC)) && is_broken_sync()) {
        return -1;
    }
    return original(address, length, flags);
}

/*
 * A full disk takes what overwrites a file, and refuses what needs room that the file has not yet: behind its end, or
 * in a file with holes. The first three descriptors are let through: what a server prints is told to whoever starts
 * it, and is no part of the disk.
 */
static int lacks_room(int fd, int64_t offset, int64_t length) {
    struct stat file;
    int kept = errno;
    if (!(bent() & FULL) || fd < 3 || length <= 0 || fstat(fd, &file) || !S_ISREG(file.st_mode) || !is_on_disk(fd)) {
        errno = kept;
        return 0;
    }
    if (offset < 0) {
        int flags = fcntl(fd, F_GETFL);
        offset = flags >= 0 && (flags & O_APPEND) ? file.st_size : lseek(fd, 0, SEEK_CUR);
    }
    errno = kept;
    return offset + length > file.st_size || (int64_t)file.st_blocks * 512 < file.st_size;
}

/* Whether a write to this file is one of those that fail. */
static int is_broken_write(int fd) {
    struct stat file;
    int kept = errno;
    struct page now = look();
    int broken = (now.bent & FAILED_WRITE) && fd >= 3 && !fstat(fd, &file) && S_ISREG(file.st_mode) &&
                 is_on_disk(fd) && is_struck(&now);
    errno = broken ? EIO : kept;
    return broken;
}

/* Whether a write to this file fails; one that returns only when it is on the disk is a sync as well. */
static int fails_to_write(int fd, int64_t offset, int64_t length) {
    uint64_t now = bent();
    if (!(now & (FULL | SLOW_SYNC | FAILED_SYNC | FAILED_WRITE))) {
        return 0;
    }
    if ((now & FAILED_WRITE) && is_broken_write(fd)) {
        return 1;
    }
    if (lacks_room(fd, offset, length)) {
        errno = ENOSPC;
        return 1;
    }
    if (now & (SLOW_SYNC | FAILED_SYNC)) {
        int kept = errno;
        int flags = fcntl(fd, F_GETFL);
        errno = kept;
        return flags >= 0 && (flags & O_DSYNC) && fails_to_sync(fd);
    }
    return 0;
}

static int64_t total(const struct iovec *parts, int count) {
    int64_t length = 0;
    for (int i = 0; i < count; i++) {
        length += (int64_t)parts[i].iov_len;
    }
    return length;
}

ssize_t write(int fd, const void *bytes, size_t length) {
    ORIGINAL(write)
    return fails_to_write(fd, -1, (int64_t)length) ? -1 : original(fd, bytes, length);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    ORIGINAL(writev)
    return bent() && fails_to_write(fd, -1, total(parts, count)) ? -1 : original(fd, parts, count);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
    ORIGINAL(pwrite)
    return fails_to_write(fd, offset, (int64_t)length) ? -1 : original(fd, bytes, length, offset);
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
    ORIGINAL(pwritev)
    return bent() && fails_to_write(fd, offset, total(parts, count)) ? -1 : original(fd, parts, count, offset);
}

int fallocate(int fd, int mode, off_t offset, off_t length) {
    ORIGINAL(fallocate)
    if (!(mode & FALLOC_FL_PUNCH_HOLE) && lacks_room(fd, offset, length)) {
        errno = ENOSPC;
        return -1;
    }
    return original(fd, mode, offset, length);
}

int posix_fallocate(int fd, off_t offset, off_t length) {
    ORIGINAL(posix_fallocate)
    return lacks_room(fd, offset, length) ? ENOSPC : original(fd, offset, length);
}

/* Where offsets have 64 bits anyway, these are the same under another name. */
#if __SIZEOF_LONG__ == 8
ssize_t pwrite64(int, const void *, size_t, off64_t) __attribute__((alias("pwrite")));
ssize_t pwritev64(int, const struct iovec *, int, off64_t) __attribute__((alias("pwritev")));
int fallocate64(int, int, off64_t, off64_t) __attribute__((alias("fallocate")));
int posix_fallocate64(int, off64_t, off64_t) __attribute__((alias("posix_fallocate")));
#endif
