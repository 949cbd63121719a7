package dev.fallow.internal.storage;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * A lock for each path, within this JVM. Whoever waits for the file system holds the lock of that path and no other, so
 * that a path that does not answer keeps up nobody who opens another one.
 */
final class PathLocks {
    private final Map<Path, Lock> locks = new HashMap<>();

    /** One path's; any thread may release it. */
    private static final class Lock {
        private final Semaphore permit = new Semaphore(1);
        private int users;
    }

    /** Waits until nobody else has the lock of a path, and takes it. */
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

    /** How many paths are locked or waited for. */
    int size() {
        synchronized (locks) {
            return locks.size();
        }
    }
}
