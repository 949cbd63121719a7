package dev.fallow.internal.session;

import dev.fallow.ContainerException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Detects two threads using one container at the same time, which would corrupt it. Threads may take turns; each sees
 * the effects of the previous ones.
 */
final class SingleUse {
    private final String name;
    private final AtomicReference<Thread> user = new AtomicReference<>();

    /** @param name the container's name, for messages */
    SingleUse(String name) {
        this.name = name;
    }

    /**
     * Begins an operation.
     *
     * @return whether the caller has to {@link #leave}; false if the operation is nested in another one of the same
     * thread
     * @throws ContainerException if another thread is in an operation
     */
    boolean enter() {
        Thread current = Thread.currentThread();
        Thread other = user.compareAndExchange(null, current);
        if (other != null && other != current) {
            throw new ContainerException(
                    "%s: thread %s uses it while thread %s is using it; give each its own snapshot()"
                            .formatted(name, current.getName(), other.getName()));
        }
        return other == null;
    }

    /** Ends the operation. */
    void leave() {
        user.setRelease(null);
    }
}
