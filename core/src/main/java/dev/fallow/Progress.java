package dev.fallow;

/**
 * Is told of the progress of a long operation, and can end it. The operation then throws a {@link
 * java.util.concurrent.CancellationException}; its own documentation says what it leaves behind.
 */
@FunctionalInterface
public interface Progress {
    /** Goes on to the end. */
    Progress NONE = (done, total) -> true;

    /**
     * Called after each step.
     *
     * @param done what is done: elements, or bytes
     * @param total the same in all; -1 if it is not known. It equals {@code done} at the end
     * @return whether to continue
     */
    boolean at(long done, long total);
}
