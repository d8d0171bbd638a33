"""Calls whose effect can be read back: two threads make the call with different arguments, then main looks.

A case has these parts, all C:
  calls     the functions and system calls that it covers
  setup     what main does before it starts the threads
  act       what thread X (1 or 2) does
  look      what main does after it has joined both; it prints one line
  expected  the lines that the interleavings give; NAMED when omc does not model the call and says so
Nothing in memory may say which thread came last: only the effect of the call does.
"""
import os

NAMED = None
# Only the superuser may raise a priority again; two processors make a difference where there are two.
PRIORITIES = "10|11" if os.geteuid() == 0 else "11"
PROCESSORS = "0|1" if len(os.sched_getaffinity(0)) > 1 else "1"


class Case:
    def __init__(self, name, calls, act, look, expected, setup=""):
        self.name, self.calls, self.act, self.look, self.setup = name, calls.split(), act, look, setup
        self.expected = None if expected is NAMED else set(expected.split("|"))


def limit(resource, first, second):
    return Case(f"limit_{resource.lower()}", "setrlimit getrlimit prlimit64",
                f"struct rlimit l; getrlimit(RLIMIT_{resource}, &l); l.rlim_cur = X == 1 ? {first} : {second}; setrlimit(RLIMIT_{resource}, &l);",
                f'struct rlimit l; getrlimit(RLIMIT_{resource}, &l); printf("%d", (int)l.rlim_cur);', f"{first}|{second}")


THREADS = [
    Case("name", "pthread_setname_np", 'pthread_setname_np(main_thread, X == 1 ? "one" : "two");',
         'char name[16]; pthread_getname_np(main_thread, name, 16); printf("%s", name);', "one|two"),
    Case("name_by_prctl", "prctl", 'pthread_setname_np(main_thread, X == 1 ? "one" : "two");',
         'char name[16]; prctl(PR_GET_NAME, name); printf("%s", name);', "one|two"),
    Case("concurrency", "pthread_setconcurrency", "pthread_setconcurrency(X);", 'printf("%d", pthread_getconcurrency());', "1|2"),
    Case("default_attributes", "pthread_setattr_default_np",
         "pthread_attr_t a; pthread_attr_init(&a); pthread_attr_setstacksize(&a, X << 20); pthread_setattr_default_np(&a);",
         'pthread_attr_t a; size_t n; pthread_getattr_default_np(&a); pthread_attr_getstacksize(&a, &n); printf("%d", (int)(n >> 20));', "1|2"),
    Case("key_destructor", "pthread_key_create", "pthread_key_t key; pthread_key_create(&key, X == 1 ? print_one : print_two);",
         "pthread_t t; pthread_create(&t, NULL, set_first_key, NULL); pthread_join(t, NULL);", "1|2",
         "pthread_key_create(&first_key, NULL); pthread_key_delete(first_key);"),
    Case("key_deleted", "pthread_key_delete",
         "if (X == 1) pthread_key_delete(first_key); else { pthread_key_t key; pthread_key_create(&key, print_two); }",
         'pthread_key_t key; pthread_key_create(&key, NULL); printf("%d", key == first_key);', "0|1",
         "pthread_key_create(&first_key, print_one);"),
    Case("cancelled", "pthread_cancel pthread_setcancelstate", "if (X == 1) pthread_cancel(main_thread); else sem_post(&posted);",
         'sem_wait(&posted); pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL); printf("x");', "x",
         "pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);"),
    Case("mutex_kind", "pthread_mutex_init", "pthread_mutexattr_t a; pthread_mutexattr_init(&a); "
         "pthread_mutexattr_settype(&a, X == 1 ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_ERRORCHECK); pthread_mutex_init(&mutex, &a);",
         'pthread_mutex_lock(&mutex); printf("%d", pthread_mutex_lock(&mutex) == EDEADLK);', "0|1"),
    Case("named_semaphore", "sem_open", 'sem_open("/omc-readback", O_CREAT, 0600, X);',
         'int n; sem_getvalue(sem_open("/omc-readback", 0), &n); printf("%d", n);', "1|2"),
    Case("named_semaphore_gone", "sem_unlink", 'if (X == 1) sem_unlink("/omc-readback"); else sem_open("/omc-readback", O_CREAT, 0600, 2);',
         'printf("%d", sem_open("/omc-readback", 0) != SEM_FAILED);', "0|1"),
    Case("policy", "pthread_setschedparam sched_setscheduler sched_getscheduler",
         "struct sched_param p = {0}; pthread_setschedparam(main_thread, X == 1 ? SCHED_BATCH : SCHED_IDLE, &p);",
         'int policy; struct sched_param p; pthread_getschedparam(main_thread, &policy, &p); printf("%d", policy);', "3|5"),
]

DESCRIPTORS = [
    Case("seek", "lseek open openat", "lseek(file_a, X, SEEK_SET);", 'printf("%d", (int)lseek(file_a, 0, SEEK_CUR));', "1|2"),
    Case("read", "read readv", "char byte; if (X == 1) { if (!read(file_a, &byte, 1)) return p; } else lseek(file_a, 3, SEEK_SET);",
         'printf("%d", (int)lseek(file_a, 0, SEEK_CUR));', "3|4"),
    Case("close_on_exec", "fcntl", "fcntl(file_a, F_SETFD, X == 1 ? FD_CLOEXEC : 0);", 'printf("%d", fcntl(file_a, F_GETFD));', "0|1"),
    Case("close_on_exec_ioctl", "ioctl", "ioctl(file_a, X == 1 ? FIOCLEX : FIONCLEX);", 'printf("%d", fcntl(file_a, F_GETFD));', "0|1"),
    Case("close_on_exec_pipe", "fcntl", "fcntl(ends[0], F_SETFD, X == 1 ? FD_CLOEXEC : 0);", 'printf("%d", fcntl(ends[0], F_GETFD));', "0|1"),
    Case("close_on_exec_dup3", "dup3", "dup3(file_a, 20, X == 1 ? O_CLOEXEC : 0);", 'printf("%d", fcntl(20, F_GETFD));', "0|1"),
    Case("status_flags", "fcntl", "fcntl(file_a, F_SETFL, X == 1 ? O_APPEND : O_NONBLOCK);",
         'int flags = fcntl(file_a, F_GETFL); printf("%d%d", !!(flags & O_APPEND), !!(flags & O_NONBLOCK));', "01|10"),
    Case("status_flags_ioctl", "ioctl", "int on = X == 1; ioctl(file_a, FIONBIO, &on);",
         'printf("%d", !!(fcntl(file_a, F_GETFL) & O_NONBLOCK));', "0|1"),
    Case("status_flags_pipe", "pipe2", "fcntl(ends[0], F_SETFL, X == 1 ? O_NONBLOCK : 0);",
         'printf("%d", !!(fcntl(ends[0], F_GETFL) & O_NONBLOCK));', "0|1"),
    Case("status_flags_counter", "eventfd2", "fcntl(counter, F_SETFL, X == 1 ? O_NONBLOCK : 0);",
         'printf("%d", !!(fcntl(counter, F_GETFL) & O_NONBLOCK));', "0|1", "counter = eventfd(0, 0);"),
    Case("nonblocking_by_ioctl", "ioctl", "int on = X == 1; ioctl(ends[0], FIONBIO, &on);",
         'printf("%d", !!(fcntl(ends[0], F_GETFL) & O_NONBLOCK));', "0|1"),
    Case("which_file", "dup2 dup", "dup2(X == 1 ? file_a : file_b, 20);", "show(20);", "a|b"),
    Case("which_directory", "dup2", "dup2(X == 1 ? folder_a : folder_b, 20);",
         'struct stat s, a; fstat(20, &s); fstat(folder_a, &a); printf("%d", s.st_ino == a.st_ino);', "0|1"),
    Case("opened_first", "openat memfd_create", "open(X == 1 ? path_a : path_b, O_RDONLY);", "show(lowest);", "a|b"),
    Case("opened_with", "openat", "open(path_a, X == 1 ? O_RDONLY : O_RDONLY | O_CLOEXEC);", 'printf("%d", fcntl(lowest, F_GETFD));', "0|1"),
    Case("opened_by_openat2", "openat2", "struct open_how how = {0}; syscall(SYS_openat2, AT_FDCWD, X == 1 ? path_a : path_b, &how, sizeof how);",
         "show(lowest);", "a|b"),
    Case("closed", "close", "if (X == 1) close(20); else dup2(file_b, 20);", 'printf("%d", fcntl(20, F_GETFD));', "-1|0", "dup2(file_a, 20);"),
    Case("closed_directory", "close", "if (X == 1) close(20); else dup2(folder_b, 20);", 'printf("%d", fcntl(20, F_GETFD));', "-1|0",
         "dup2(folder_a, 20);"),
    Case("closed_pipe", "close", "if (X == 1) close(20); else dup2(ends[1], 20);", 'printf("%d", fcntl(20, F_GETFD));', "-1|0",
         "dup2(ends[0], 20);"),
    Case("same_description", "dup2", "dup2(X == 1 ? file_a : again_a, 20);",
         'lseek(20, 3, SEEK_SET); printf("%d", (int)lseek(file_a, 0, SEEK_CUR));', "0|3"),
    Case("same_pipe", "dup2", "dup2(X == 1 ? ends[0] : more_ends[0], 20);",
         'char c = 0; if (read(20, &c, 1) == 1) printf("%c", c);', "a|b",
         'if (write(ends[1], "a", 1) + write(more_ends[1], "b", 1) != 2) return 1;'),
    Case("directory_position", "getdents64", "char room[4096]; if (X == 1) syscall(SYS_getdents64, folder_a, room, sizeof room); "
         "else lseek(folder_a, 0, SEEK_SET);", 'char room[4096]; printf("%d", syscall(SYS_getdents64, folder_a, room, sizeof room) > 0);', "0|1"),
    Case("directory_stream", "getdents64", "if (X == 1) readdir(stream); else rewinddir(stream);",
         'int n = 0; while (readdir(stream)) n++; printf("%d", n);', "1|2", "stream = opendir(folder_path);"),
    Case("counter", "eventfd eventfd2 write", "eventfd_t value; if (X == 1) eventfd_write(counter, 1); else eventfd_read(counter, &value);",
         'eventfd_t value = 0; eventfd_read(counter, &value); printf("%d", (int)value);', "0|1", "counter = eventfd(5, EFD_NONBLOCK);"),
    Case("pipe", "pipe pipe2 write", 'if (write(ends[1], X == 1 ? "1" : "2", 1) != 1) return p;',
         'char text[3] = ""; if (read(ends[0], text, 2) == 2) printf("%s", text);', "12|21"),
    Case("socket_pair", "socketpair sendto recvfrom sendmsg recvmsg", 'if (send(pair[1], X == 1 ? "1" : "2", 1, 0) != 1) return p;',
         'char text[3] = ""; if (recv(pair[0], text, 2, 0) == 2) printf("%s", text);', "12|21", "socketpair(AF_UNIX, SOCK_STREAM, 0, pair);"),
    Case("shutdown", "shutdown", 'if (X == 1) shutdown(pair[1], SHUT_WR); else if (send(pair[1], "2", 1, MSG_NOSIGNAL) != 1) return p;',
         'char c; printf("%d", (int)recv(pair[0], &c, 1, MSG_DONTWAIT));', "0|1", "socketpair(AF_UNIX, SOCK_STREAM, 0, pair);"),
    Case("epoll_data", "epoll_create epoll_create1 epoll_ctl epoll_wait",
         "struct epoll_event e = {EPOLLOUT, {.fd = X}}; epoll_ctl(watcher, EPOLL_CTL_MOD, ends[1], &e);",
         'struct epoll_event e; epoll_wait(watcher, &e, 1, 0); printf("%d", e.data.fd);', "1|2",
         "watcher = epoll_create1(0); struct epoll_event e = {EPOLLOUT, {.fd = 0}}; epoll_ctl(watcher, EPOLL_CTL_ADD, ends[1], &e);"),
    Case("epoll_set", "epoll_ctl", "struct epoll_event e = {EPOLLOUT, {.fd = X}}; epoll_ctl(watcher, X == 1 ? EPOLL_CTL_ADD : EPOLL_CTL_DEL, ends[1], &e);",
         'struct epoll_event e; printf("%d", epoll_wait(watcher, &e, 1, 0));', "0|1", "watcher = epoll_create1(0);"),
    Case("pipe_size", "fcntl", "fcntl(ends[0], F_SETPIPE_SZ, X << 16);", 'printf("%d", fcntl(ends[0], F_GETPIPE_SZ) >> 16);', NAMED),
    Case("file_lock", "fcntl", "struct flock l = {.l_type = F_WRLCK}; fcntl(X == 1 ? file_w : again_w, F_OFD_SETLK, &l);",
         'struct flock l = {.l_type = F_WRLCK}; fcntl(file_w, F_OFD_GETLK, &l); printf("%d", l.l_type == F_UNLCK);', "0|1",
         "file_w = open(path_a, O_RDWR); again_w = open(path_a, O_RDWR);"),
    Case("signal_of_descriptor", "fcntl", "fcntl(ends[0], F_SETSIG, X == 1 ? SIGUSR1 : 0);", 'printf("%d", fcntl(ends[0], F_GETSIG));', NAMED),
    Case("file_size", "ftruncate", "if (ftruncate(file_w, X)) return p;", 'struct stat s; fstat(file_w, &s); printf("%d", (int)s.st_size);', "1|2",
         'file_w = memfd_create("x", 0);'),
    Case("flock", "flock", "flock(X == 1 ? file_a : again_a, LOCK_EX | LOCK_NB);", 'printf("%d", flock(again_a, LOCK_EX | LOCK_NB));', "-1|0"),
    Case("terminal", "ioctl", "int disc = X; ioctl(file_a, TIOCSETD, &disc);", 'printf("x");', NAMED),
    Case("close_range", "close_range", "if (X == 1) syscall(SYS_close_range, 20, 20, 0); else dup2(file_a, 20);", 'printf("%d", fcntl(20, F_GETFD));', "-1|0",
         "dup2(file_a, 20);"),
]

# The folder contains "a", "b" and the empty directory "none". Each run finds it as it was.
IN_FOLDER = "if (chdir(folder)) return 1;"
OPENED = IN_FOLDER + 'file_w = open("a", O_RDWR); again_w = open("a", O_RDWR);'
MAPPED = OPENED + "page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file_w, 0);"
SIZE = 'struct stat s; stat("a", &s); printf("%d", (int)s.st_size);'
SEGMENT = "char* at = shmat(shmget(0x6f6d6302, 4096, IPC_CREAT | 0600), NULL, 0);"

FILES = [
    Case("written", "pwrite64", 'pwrite(file_w, X == 1 ? "1" : "2", 1, 0);', "show(file_a);", "1|2", OPENED),
    Case("written_at_position", "write", 'write(file_w, X == 1 ? "1" : "2", 1);',
         'char t[3] = ""; pread(file_a, t, 2, 0); printf("%s", t);', "12|21", OPENED),
    Case("written_at_two_positions", "write lseek", 'write(X == 1 ? file_w : again_w, X == 1 ? "1" : "2", 1);', "show(file_a);", "1|2", OPENED),
    Case("written_parts", "writev pwritev", 'struct iovec v[2] = {{X == 1 ? "1" : "2", 1}, {"x", 1}}; X == 1 ? writev(file_w, v, 2) : pwritev(again_w, v, 2, 1);',
         'char t[4] = ""; pread(file_a, t, 3, 0); printf("%s", t);', "12x|1xx", OPENED),
    Case("appended", "open write", 'int fd = open("new", O_WRONLY | O_CREAT | O_APPEND, 0600); write(fd, X == 1 ? "1" : "2", 1); close(fd);',
         'char t[3] = ""; read(open("new", O_RDONLY), t, 2); printf("%s", t);', "12|21", IN_FOLDER),
    Case("made_once", "open", 'int fd = open("new", O_WRONLY | O_CREAT | O_EXCL, 0600); if (fd >= 0) write(fd, X == 1 ? "1" : "2", 1);',
         'show(open("new", O_RDONLY));', "1|2", IN_FOLDER),
    Case("truncated", "truncate", 'truncate("a", X);', SIZE, "1|2", IN_FOLDER),
    Case("truncated_by_open", "openat", 'if (X == 1) close(open("a", O_WRONLY | O_TRUNC)); else pwrite(file_w, "2", 1, 149);', SIZE, "0|150", OPENED),
    Case("reserved", "fallocate", 'fallocate(file_w, 0, 0, 149 + X);', SIZE, "151", OPENED),
    Case("renamed", "rename renameat renameat2", 'rename(X == 1 ? "a" : "b", "c");', 'show(open("c", O_RDONLY));', "a|b", IN_FOLDER),
    Case("exchanged", "renameat2", 'if (X == 1) syscall(SYS_renameat2, AT_FDCWD, "a", AT_FDCWD, "b", 2); else unlink("b");', 'show(open("a", O_RDONLY));', "a|b", IN_FOLDER),
    Case("unlinked", "unlink unlinkat", 'if (X == 1) unlink("a"); else open("a", O_CREAT | O_EXCL, 0600);', 'printf("%d", access("a", F_OK));', "-1|0", IN_FOLDER),
    Case("unlinked_while_open", "unlink", 'if (X == 1) unlink("a"); else pwrite(open("a", O_RDWR), "2", 1, 0);', "show(file_a);", "a|2", OPENED),
    Case("folder", "mkdir rmdir mkdirat", 'if (X == 1) mkdir("new", 0700); else rmdir("new");', 'printf("%d", access("new", F_OK));', "-1|0", IN_FOLDER),
    Case("folder_not_empty", "rmdir", 'if (X == 1) rmdir("none"); else close(open("none/x", O_CREAT, 0600));', 'printf("%d", access("none", F_OK));', "-1|0", IN_FOLDER),
    Case("listed", "getdents64", 'if (X == 1) close(open("none/x", O_CREAT, 0600)); else unlink("none/x");',
         'int n = 0; DIR* d = opendir("none"); while (readdir(d)) n++; printf("%d", n);', "2|3", IN_FOLDER),
    Case("link", "link linkat", 'link(X == 1 ? "a" : "b", "c");', 'show(open("c", O_RDONLY));', "a|b", IN_FOLDER),
    Case("symbolic_link", "symlink symlinkat", 'symlink(X == 1 ? "a" : "b", "c");', 'show(open("c", O_RDONLY));', "a|b", IN_FOLDER),
    Case("mode", "chmod fchmod fchmodat", 'X == 1 ? chmod("a", 0600) : fchmod(file_w, 0640);', 'struct stat s; fstat(file_a, &s); printf("%o", s.st_mode & 0777);', "600|640", OPENED),
    Case("times", "utimensat utime utimes", 'struct timespec t[2] = {{X, 0}, {X, 0}}; utimensat(AT_FDCWD, "a", t, 0);',
         'struct stat s; stat("a", &s); printf("%d", (int)s.st_mtime);', "1|2", IN_FOLDER),
    Case("node", "mknod", 'if (X == 1) mknod("new", S_IFREG | 0600, 0); else unlink("new");', 'printf("%d", access("new", F_OK));', "-1|0", IN_FOLDER),
    Case("mapped_shared", "mmap msync", "page[0] = '0' + X; msync(page, 4096, MS_SYNC);", "show(file_a);", "1|2", MAPPED),
    Case("mapped_and_written", "mmap pwrite64", 'if (X == 1) pwrite(again_w, "1", 1, 0); else page[0] = 50;', 'printf("%c", page[0]);', "1|2", MAPPED),
    Case("unmapped_shared", "munmap", "if (X == 1) munmap(page, 4096); else mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file_w, 0);",
         'printf("%d", can_read(page));', "1", MAPPED),
    Case("memory_file", "memfd_create", 'pwrite(file_w, X == 1 ? "1" : "2", 1, 0);', "show(file_w);", "1|2", 'file_w = memfd_create("x", 0);'),
    Case("sealed", "fcntl", 'if (X == 1) fcntl(file_w, F_ADD_SEALS, F_SEAL_WRITE); else pwrite(file_w, "2", 1, 0);', "show(file_w);", "-|2",
         'file_w = memfd_create("x", MFD_ALLOW_SEALING);'),
    Case("shared_memory", "open", 'int fd = shm_open("/omc-readback", O_RDWR | O_CREAT, 0600); pwrite(fd, X == 1 ? "1" : "2", 1, 0); close(fd);',
         'show(shm_open("/omc-readback", O_RDONLY, 0));', "1|2"),
    Case("segment", "shmget shmat shmdt", SEGMENT + "*at = X; shmdt(at);", SEGMENT + 'printf("%d", *at);', "1|2"),
    Case("segment_gone", "shmctl", "if (X == 1) shmctl(shmget(0x6f6d6302, 4096, 0), IPC_RMID, NULL); else shmget(0x6f6d6302, 4096, IPC_CREAT | 0600);",
         'printf("%d", shmget(0x6f6d6302, 4096, 0) >= 0);', "0|1"),
    Case("text_appended", "fopen", 'FILE* f = fopen("new", "a"); fprintf(f, "%d", X); fclose(f);',
         'char t[3] = ""; read(open("new", O_RDONLY), t, 2); printf("%s", t);', "12|21", IN_FOLDER),
    Case("pipe_by_name", "mknod", 'mkfifo("new", 0600);', 'printf("x");', NAMED, IN_FOLDER),
]

PROCESS = [
    Case("umask", "umask", "umask(X == 1 ? 022 : 077);", 'printf("%o", umask(0));', "22|77"),
    Case("directory", "chdir fchdir", 'if (chdir(X == 1 ? "/" : "/usr")) return p;', 'char path[100]; printf("%s", getcwd(path, 100));', "/|/usr"),
    Case("directory_by_descriptor", "fchdir", "if (fchdir(X == 1 ? folder_a : folder_b)) return p;",
         'struct stat s, a; stat(".", &s); fstat(folder_a, &a); printf("%d", s.st_ino == a.st_ino);', "0|1"),
    limit("NOFILE", 201, 202), limit("CORE", 0, 1), limit("AS", 1 << 30, 1 << 29), limit("STACK", 1 << 20, 1 << 21), limit("MEMLOCK", 1, 2),
    Case("limit_enforced", "setrlimit openat", "struct rlimit l; getrlimit(RLIMIT_NOFILE, &l); l.rlim_cur = X == 1 ? 200 : lowest; setrlimit(RLIMIT_NOFILE, &l);",
         'int fd = open(path_a, O_RDONLY); printf("%s", fd < 0 ? strerrorname_np(errno) : "open");', "open|EMFILE"),
    Case("priority", "setpriority getpriority", "setpriority(PRIO_PROCESS, main_id, X + 9);", 'printf("%d", getpriority(PRIO_PROCESS, 0));', PRIORITIES),
    Case("affinity", "sched_setaffinity sched_getaffinity",
         "cpu_set_t set; CPU_ZERO(&set); CPU_SET(processor[X - 1], &set); sched_setaffinity(main_id, sizeof set, &set);",
         'cpu_set_t set; sched_getaffinity(0, sizeof set, &set); printf("%d", CPU_COUNT(&set) == 1 && CPU_ISSET(processor[0], &set));', PROCESSORS,
         "choose_processors();"),
    Case("affinity_of_thread", "pthread_setaffinity_np",
         "cpu_set_t set; CPU_ZERO(&set); CPU_SET(processor[X - 1], &set); pthread_setaffinity_np(main_thread, sizeof set, &set);",
         'cpu_set_t set; pthread_getaffinity_np(main_thread, sizeof set, &set); printf("%d", CPU_COUNT(&set) == 1 && CPU_ISSET(processor[0], &set));', PROCESSORS,
         "choose_processors();"),
    Case("scheduler", "sched_setscheduler sched_setparam sched_getparam", "struct sched_param p0 = {0}; sched_setscheduler(main_id, X == 1 ? SCHED_BATCH : SCHED_OTHER, &p0);",
         'printf("%d", sched_getscheduler(0));', "0|3"),
    Case("subreaper", "prctl", "prctl(PR_SET_CHILD_SUBREAPER, X - 1);", 'int on; prctl(PR_GET_CHILD_SUBREAPER, &on); printf("%d", on);', NAMED),
    Case("personality", "personality", "personality(X == 1 ? ADDR_NO_RANDOMIZE : 0);", 'printf("%d", personality(0xffffffff));', NAMED),
    Case("process_ids", "getpid getppid gettid getpgrp getsid", "if (getppid() == X) return NULL;",
         'printf("%d%d%d", getppid() == parent_id, getppid() != getpid(), getpgrp() == group_id);', "111", "parent_id = getppid(); group_id = getpgrp();"),
    Case("signal_action", "rt_sigaction", "signal(SIGUSR1, X == 1 ? SIG_IGN : SIG_DFL);",
         'struct sigaction a; sigaction(SIGUSR1, NULL, &a); printf("%d", a.sa_handler == SIG_IGN);', "0|1"),
    Case("signal_value", "rt_sigqueueinfo rt_sigtimedwait rt_sigprocmask rt_sigpending",
         "union sigval v = {.sival_int = X}; sigqueue(getpid(), SIGUSR1, v);",
         'siginfo_t i; sigwaitinfo(&usr1, &i); printf("%d", i.si_value.sival_int);', "1|2", "pthread_sigmask(SIG_BLOCK, &usr1, NULL);"),
    Case("signal_pending", "kill tgkill tkill", "if (X == 1) kill(getpid(), SIGUSR1); else { struct timespec none = {0, 0}; sigtimedwait(&usr1, NULL, &none); }",
         'sigset_t s; sigpending(&s); printf("%d", sigismember(&s, SIGUSR1));', "0|1", "pthread_sigmask(SIG_BLOCK, &usr1, NULL);"),
    Case("alarm", "alarm setitimer getitimer", "alarm(X * 100);", 'printf("%u", alarm(0));', "100|200"),
    Case("interval_timer", "setitimer", "struct itimerval v = {{0, 0}, {X * 100, 0}}; setitimer(ITIMER_REAL, &v, NULL);",
         'struct itimerval v; getitimer(ITIMER_REAL, &v); printf("%d", (int)v.it_value.tv_sec);', "100|200"),
    Case("timer", "timer_create timer_settime timer_gettime timer_getoverrun timer_delete",
         "struct itimerspec v = {{0, 0}, {X * 100, 0}}; timer_settime(timer, 0, &v, NULL);",
         'struct itimerspec v; timer_gettime(timer, &v); printf("%d%d", (int)v.it_value.tv_sec, timer_getoverrun(timer)); timer_delete(timer);', "1000|2000",
         "timer_create(CLOCK_MONOTONIC, NULL, &timer);"),
    Case("timer_gone", "timer_delete", "if (X == 1) timer_delete(timer); else { timer_t t; timer_create(CLOCK_MONOTONIC, NULL, &t); }",
         'timer_t t; timer_create(CLOCK_MONOTONIC, NULL, &t); printf("%d", t == timer);', "0|1", "timer_create(CLOCK_MONOTONIC, NULL, &timer);"),
    Case("timer_file", "timerfd_create timerfd_settime timerfd_gettime",
         "struct itimerspec v = {{0, 0}, {X == 1 ? 100 : 0, 0}}; timerfd_settime(counter, 0, &v, NULL);",
         'struct itimerspec v; timerfd_gettime(counter, &v); printf("%d", v.it_value.tv_sec > 0);', "0|1",
         "counter = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);"),
    Case("random", "getrandom", "char b; if (getrandom(&b, 1, 0) != 1) return p;", 'char b; if (getrandom(&b, 1, 0) == 1) printf("x");', "x"),
]

MEMORY = [
    Case("break", "brk", "syscall(SYS_brk, (char*)program_break + X * 16);", 'printf("%d", (int)((char*)syscall(SYS_brk, 0) - (char*)program_break));', "16|32",
         "program_break = sbrk(0);"),
    Case("break_page", "brk", "brk((char*)program_break + X * 4096);", 'printf("%d", (int)((char*)sbrk(0) - (char*)program_break));', "4096|8192",
         "program_break = sbrk(0);"),
    Case("protection", "mprotect", "mprotect(page, 4096, X == 1 ? PROT_READ : PROT_READ | PROT_WRITE);", 'printf("%d", can_write(page));', "0|1", "page = new_page();"),
    Case("no_access", "mprotect", "mprotect(page, 4096, X == 1 ? PROT_NONE : PROT_READ);", 'printf("%d", can_read(page));', "0|1", "page = new_page();"),
    Case("mapped", "mmap munmap", "if (X == 1) munmap(page, 4096); else mmap(page, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);",
         'printf("%d", can_read(page));', "0|1", "page = new_page();"),
    Case("mapped_file", "mmap", "mmap(page, 4096, PROT_READ, MAP_PRIVATE | MAP_FIXED, X == 1 ? file_a : file_b, 0);", 'printf("%c", *(volatile char*)page);', "a|b",
         "page = new_page();"),
    Case("mapped_where", "mmap", "mmap(NULL, X == 1 ? 4096 : 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);", 'printf("x");', "x"),
    Case("advice", "madvise", "if (X == 1) madvise(page, 4096, MADV_DONTNEED); else page[0] = 2;", 'printf("%d", page[0]);', "0|2", "page = new_page();"),
    Case("remapped", "mremap", "mremap(page, X == 1 ? 8192 : 4096, 4096, 0);", 'printf("%d", can_read(page + 4096));', "0", "page = new_page();"),
    Case("remapped_and_back", "mremap", "if (X == 1) mremap(page, 8192, 4096, 0); else mmap(page + 4096, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);",
         'printf("%d", can_read(page + 4096));', "0|1", "page = new_page();"),
]

LIBRARY = [
    Case("environment", "setenv", 'setenv("READBACK", X == 1 ? "1" : "2", 1);', 'printf("%s", getenv("READBACK"));', "1|2"),
    Case("environment_gone", "unsetenv clearenv", 'if (X == 1) clearenv(); else setenv("READBACK", "2", 1);', 'printf("%d", !getenv("READBACK"));', "0|1"),
    Case("rand", "srand rand", "srand(X);", 'int r = rand(); srand(1); printf("%d", r == rand());', "0|1"),
    Case("random_state", "srandom random", "srandom(X);", 'long r = random(); srandom(1); printf("%d", r == random());', "0|1"),
    Case("drand48", "srand48 lrand48", "srand48(X);", 'long r = lrand48(); srand48(1); printf("%d", r == lrand48());', "0|1"),
    Case("locale", "setlocale", 'setlocale(LC_ALL, X == 1 ? "C" : "C.UTF-8");', 'printf("%s", setlocale(LC_CTYPE, NULL));', "C|C.UTF-8"),
    Case("time_zone", "tzset", 'setenv("TZ", X == 1 ? "ONE-1" : "TWO-2", 1); tzset();', 'tzset(); printf("%s", tzname[0]);', "ONE|TWO"),
    Case("buffer", "setvbuf", "setvbuf(text, rooms[X], _IOFBF, X * 64);", 'printf("%d", (int)__fbufsize(text));', "64|128", "text = fdopen(dup(file_a), \"r\");"),
    Case("ungetc", "ungetc", "ungetc('0' + X, text);", 'printf("%c", getc(text));', "1|2", 'text = fopen(path_a, "r"); getc(text);'),
    Case("stream_position", "fseek", "fseek(text, X, SEEK_SET);", 'printf("%ld", ftell(text));', "1|2", 'text = fopen(path_a, "r");'),
    Case("stream_error", "clearerr", "if (X == 1) clearerr(text); else { fseek(text, 0, SEEK_END); getc(text); }", 'printf("%d", !!feof(text));', "0|1",
         'text = fopen(path_a, "r");'),
    Case("exit_handlers", "atexit", "atexit(X == 1 ? say_one : say_two);", "", "12|21"),
    Case("quick_exit_handlers", "at_quick_exit", "at_quick_exit(X == 1 ? write_one : write_two);", "quick_exit(0);", "12|21"),
    Case("fork_handlers", "pthread_atfork", "pthread_atfork(NULL, X == 1 ? say_one : say_two, NULL);",
         "pid_t pid = fork(); if (!pid) _exit(0); waitpid(pid, NULL, 0);", NAMED),
    Case("log_mask", "setlogmask", "setlogmask(X);", 'printf("%d", setlogmask(0));', "1|2"),
    Case("tokens", "strtok", 'strtok(words[X - 1], " ");', 'printf("%s", strtok(NULL, " "));', "b|d"),
    Case("options", "getopt", 'optind = X; ', 'printf("%d", optind);', "1|2"),
    Case("hash_table", "hsearch", 'ENTRY e = {"key", words[X - 1]}; hsearch(e, ENTER);', 'ENTRY e = {"key", NULL}; printf("%c", *(char*)hsearch(e, FIND)->data);', "a|c",
         "hcreate(10);"),
    Case("multibyte", "mbrtowc", 'mbrtowc(NULL, X == 1 ? "\\xc3" : "\\xe2\\x82", 3 - (X == 1) - 1, NULL);', 'printf("x");', "x", 'setlocale(LC_ALL, "C.UTF-8");'),
    Case("broken_down_time", "gmtime", "time_t t = X == 1 ? 0 : 86400; gmtime(&t);", 'printf("%d", broken->tm_mday);', "1|2",
         "time_t t = 0; broken = gmtime(&t);"),
    Case("elapsed", "clock_gettime nanosleep clock_nanosleep", "sleep(X);", 'printf("%d", time(NULL) - started >= 2);', "1", "started = time(NULL);"),
]

CASES = THREADS + DESCRIPTORS + FILES + PROCESS + MEMORY + LIBRARY

HEAD = r"""#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <search.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

static const char* folder;
static pthread_t main_thread;
static pthread_key_t first_key;
static pthread_mutex_t mutex;
static sem_t posted;
static sigset_t usr1;
static int processor[2];
static char path_a[200], path_b[200], folder_path[200], words[2][8] = {"a b", "c d"}, rooms[3][256];
static int file_a, again_a, file_b, file_w, again_w, folder_a, folder_b, lowest, counter, watcher;
static int ends[2], more_ends[2], pair[2];
static pid_t main_id, parent_id, group_id;
static void* program_break;
static char* page;
static FILE* text;
static DIR* stream;
static struct tm* broken;
static time_t started;
static timer_t timer;

static void print_one(void* p) { (void)p; printf("1"); }
static void print_two(void* p) { (void)p; printf("2"); }
static void say_one(void) { printf("1"); }
static void say_two(void) { printf("2"); }
static void write_one(void) { if (write(1, "1", 1) != 1) abort(); }
static void write_two(void) { if (write(1, "2", 1) != 1) abort(); }
static void* set_first_key(void* p) { pthread_setspecific(first_key, &first_key); return p; }
static void show(int fd) { char c = '?'; if (pread(fd, &c, 1, 0) != 1) c = '-'; printf("%c", c); }
static sigjmp_buf way_back;
static void on_fault(int s) { (void)s; siglongjmp(way_back, 1); }
static int can_read(volatile char* at) {
  signal(SIGSEGV, on_fault);
  if (sigsetjmp(way_back, 1)) return 0;
  (void)*at;
  return 1;
}
static int can_write(volatile char* at) {
  signal(SIGSEGV, on_fault);
  if (sigsetjmp(way_back, 1)) return 0;
  *at = 7;
  return 1;
}
static char* new_page(void) { return mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }
static void choose_processors(void) {
  cpu_set_t set;
  int i = 0, n = 0;
  sched_getaffinity(0, sizeof set, &set);
  for (; n < 2 && i < 64; i++)
    if (CPU_ISSET(i, &set)) processor[n++] = i;
  if (n < 2) processor[1] = processor[0];
}
static void prepare(void) {
  main_thread = pthread_self();
  main_id = gettid();
  sigemptyset(&usr1);
  sigaddset(&usr1, SIGUSR1);
  sem_init(&posted, 0, 0);
  snprintf(path_a, 200, "%s/a", folder);
  snprintf(path_b, 200, "%s/b", folder);
  snprintf(folder_path, 200, "%s/none", folder);
  file_a = open(path_a, O_RDONLY);
  again_a = open(path_a, O_RDONLY);
  file_b = open(path_b, O_RDONLY);
  folder_a = open(folder, O_RDONLY | O_DIRECTORY);
  folder_b = open("/", O_RDONLY | O_DIRECTORY);
  if (pipe(ends) || pipe(more_ends)) abort();
  lowest = dup(0);
  close(lowest);
}
"""


def source(cases):
    out = [HEAD]
    for case in cases:
        for x in (1, 2):
            out.append(f"#define X {x}\nstatic void* {case.name}_{x}(void* p) {{\n  {{ {case.act} }}\n  return p;\n}}\n#undef X\n")
        out.append(f"static int run_{case.name}(void) {{\n  pthread_t one, two;\n  {{ {case.setup} }}\n  pthread_create(&one, NULL, {case.name}_1, NULL);\n"
                   f"  pthread_create(&two, NULL, {case.name}_2, NULL);\n  pthread_join(one, NULL);\n  pthread_join(two, NULL);\n  {{ {case.look} }}\n  return 0;\n}}\n")
    out.append("int main(int argc, char** argv) {\n  if (argc < 3) return 2;\n  folder = argv[2];\n  prepare();\n")
    out += [f'  if (!strcmp(argv[1], "{case.name}")) return run_{case.name}();\n' for case in cases]
    out.append("  return 2;\n}\n")
    return "".join(out)
