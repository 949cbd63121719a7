package dev.fallow;

/**
 * When a container forces its writes to the medium. With every setting, commits ({@link dev.fallow.ContainerFile#flush} and {@link
 * dev.fallow.ContainerFile#close}) are atomic with respect to the program: if it is killed at any moment, the file opens with the
 * last commit or the one in progress. The settings differ in what a power failure or an operating system crash can
 * cost.
 */
public enum Durability {
    /**
     * {@code flush()} returns when the commit is on the medium. A power failure costs only uncommitted changes. The
     * default.
     */
    EACH_COMMIT,
    /**
     * Nothing is forced before {@code close()}, which forces everything: a closed container is safe. A power failure
     * while the container is open can damage it. This is detected and reported when the container is next opened on the
     * same machine.
     */
    AT_CLOSE,
    /**
     * Nothing is forced: for files that can be recreated. A power failure can damage the container even some time after
     * it was closed.
     */
    NEVER
}
