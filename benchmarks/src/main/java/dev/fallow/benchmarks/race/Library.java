package dev.fallow.benchmarks.race;

import java.nio.file.Path;

/** What the tests are run on: a library with its settings, in this JVM. */
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

        /** What was asked of the medium until the file was closed; {@link Writes#UNKNOWN} if the library does not count. */
        Writes writes();
    }
}
