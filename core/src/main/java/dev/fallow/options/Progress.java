package dev.fallow.options;

/** Is told of the progress of a long operation, and can end it. */
@FunctionalInterface
public interface Progress {
    /** Goes on to the end. */
    Progress NONE = (done, total) -> true;

    /**
     * Called after each step.
     *
     * @param done the elements that are done
     * @param total the elements in all
     * @return whether to go on
     */
    boolean at(long done, long total);
}
