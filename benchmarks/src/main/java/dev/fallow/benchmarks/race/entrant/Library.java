package dev.fallow.benchmarks.race.entrant;

import java.nio.file.Path;

/** A library with its settings, in this JVM; the tests run on it. */
public interface Library {
    /** Name and version. */
    String version();

    /** Creates a file where there is none. */
    OpenFile create(Path path);

    /** A file that is being written. */
    interface OpenFile extends AutoCloseable {
        /** Where the objects go. */
        Holder root();

        /** Finishes the file. */
        @Override
        void close();

        /** Requests to the medium until the file was closed; {@link Writes#UNKNOWN} if the library does not count. */
        Writes writes();
    }
}
