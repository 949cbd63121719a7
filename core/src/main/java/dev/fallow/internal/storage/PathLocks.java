package dev.fallow.internal.storage;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * A lock per path within this JVM. A thread waiting for the file system holds only the lock of its path, so an
 * unresponsive path does not block others.
 */
final class PathLocks {
    private final Map<Path, Lock> locks = new HashMap<>();

    /** The lock of one path; any thread may release it. */
    private static final class Lock {
        private final Semaphore permit = new Semaphore(1);
        private int users;
    }

    /** Acquires the lock of a path, waiting if necessary. */
    void lock(Path path) {
        Lock lock;
        synchronized (locks) {
            lock = locks.computeIfAbsent(path, any -> new Lock());
            lock.users++;
        }
        lock.permit.acquireUninterruptibly();
    }

    /** Releases the lock of a path; only for its holder. */
    void unlock(Path path) {
        synchronized (locks) {
            Lock lock = locks.get(path);
            lock.permit.release();
            if (--lock.users == 0) {
                locks.remove(path);
            }
        }
    }

    /** The number of paths that are locked or waited for. */
    int size() {
        synchronized (locks) {
            return locks.size();
        }
    }
}
