package dev.fallow;

/**
 * When a container forces what it wrote to the medium. Whatever is chosen, commits ({@link ContainerFile#flush} and {@link
 * ContainerFile#close}) are whole: a program that is ended at any moment, however rudely, leaves a file that opens with
 * the last commit, or the one that was being made. The choice is about what a power failure or a crash of the operating
 * system may cost.
 */
public enum Durability {
    /** {@code flush()} returns when the commit is on the medium: a power failure costs what was not committed. The default. */
    EACH_COMMIT,
    /**
     * Nothing is forced before {@code close()}, which forces everything: what was closed is safe. A power failure while
     * the container is open can damage it; when it is opened next on the same machine, that is noticed and said.
     */
    AT_CLOSE,
    /**
     * Nothing is forced: for files that can be made again. A power failure can damage the container even some time after it
     * was closed.
     */
    NEVER
}
