package dev.fallow.internal;

import dev.fallow.ContainerException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Notices when two threads use one container at the same time, which would destroy it. Threads may use it one after the
 * other: what one did in an operation, the next one sees.
 */
final class SingleUse {
    private final String name;
    private final AtomicReference<Thread> user = new AtomicReference<>();

    /** @param name of the container, for messages */
    SingleUse(String name) {
        this.name = name;
    }

    /**
     * An operation begins.
     *
     * @return whether it has to {@link #leave}; not if it is part of another one of the same thread
     * @throws ContainerException if another thread is in an operation
     */
    boolean enter() {
        Thread current = Thread.currentThread();
        Thread other = user.compareAndExchange(null, current);
        if (other != null && other != current) {
            throw new ContainerException("%s: thread %s uses it while thread %s does: give each a snapshot() of its own"
                    .formatted(name, current.getName(), other.getName()));
        }
        return other == null;
    }

    /** The operation ends. */
    void leave() {
        user.setRelease(null);
    }
}
