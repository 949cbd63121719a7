package dev.fallow.internal.storage;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * A lock per key, such as a path, within this JVM. A thread waiting for the file system holds only the lock of its key, so an
 * unresponsive file does not block others.
 */
final class KeyLocks {
    private final Map<Object, Lock> locks = new HashMap<>();

    /** The lock of one key; any thread may release it. */
    private static final class Lock {
        private final Semaphore permit = new Semaphore(1);
        private int users;
    }

    /** Acquires the lock of a key, waiting if necessary. */
    void lock(Object key) {
        Lock lock;
        synchronized (locks) {
            lock = locks.computeIfAbsent(key, any -> new Lock());
            lock.users++;
        }
        lock.permit.acquireUninterruptibly();
    }

    /** Releases the lock of a key; only for its holder. */
    void unlock(Object key) {
        synchronized (locks) {
            Lock lock = locks.get(key);
            lock.permit.release();
            if (--lock.users == 0) {
                locks.remove(key);
            }
        }
    }

    /** The number of keys that are locked or waited for. */
    int size() {
        synchronized (locks) {
            return locks.size();
        }
    }
}
