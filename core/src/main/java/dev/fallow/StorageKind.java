package dev.fallow;

/** How the bytes of a container's file are accessed. The bytes in the file are the same. */
public enum StorageKind {
    /** By system calls, for each read and each write. Needs neither a dependency nor a flag. The default. */
    FILE,
    /**
     * Reads copy from a memory mapping of the file and make no system call for the data; writes and forces are those of
     * {@link #FILE}, so that a commit is as durable. At most 4 GiB of address space are mapped at a time, whatever the size of the
     * file. Many small reads of a file that is in the cache of the operating system take a little less time than with {@link #FILE}
     * (measured: 0.85 to 0.96); bulk reads, opening and listing take about as long.
     *
     * <p>It needs {@code net.openhft:chronicle-bytes} and its dependencies, which Fallow does not bring, and these flags of
     * the JVM:
     *
     * <pre>{@code
     * --add-exports java.base/sun.nio.ch=ALL-UNNAMED
     * --add-opens java.base/java.lang.reflect=ALL-UNNAMED
     * --add-exports java.base/jdk.internal.ref=ALL-UNNAMED    (without it Chronicle Core logs a warning)
     * --sun-misc-unsafe-memory-access=allow                   (JDK 24 and later)
     * }</pre>
     *
     * On the module path the flags name {@code chronicle.core} instead of {@code ALL-UNNAMED}, and {@code --add-modules
     * chronicle.bytes,org.slf4j,java.management,java.naming,jdk.unsupported} is needed as well. If anything is missing, opening and creating throw a {@link
     * dev.fallow.ContainerException} that names it, and have no effect.
     *
     * <p>Another program must not shorten the file while it is open: a read of a mapped page that no longer exists throws a {@link
     * dev.fallow.StorageException} at best. On JDK 17 an {@link InternalError} can appear in other code of the thread instead.
     */
    MAPPED
}
