package dev.fallow.research.createdelete;

import java.nio.file.Path;

/** A library with its settings in this JVM, on which the tests run. */
public interface Library {
    /** Name and version. */
    String version();

    /** Creates a file, which must not exist. */
    OpenFile create(Path path);

    /** An open file. */
    interface OpenFile extends AutoCloseable {
        /** The root group. */
        Holder root();

        /** Writes everything that is pending: a commit of a library that has commits. */
        void flush();

        /** Closes the file. */
        @Override
        void close();

        /** The write requests until the file was closed; {@link Writes#UNKNOWN} if the library does not count them. */
        Writes writes();
    }
}
