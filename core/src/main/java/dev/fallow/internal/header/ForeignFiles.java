package dev.fallow.internal.header;

import dev.fallow.internal.storage.Storage;
import java.io.IOException;

/** Access to the other files that the objects of a container refer to, as far as the application allows it. */
public interface ForeignFiles extends AutoCloseable {
    /** Reads a dataset. */
    @FunctionalInterface
    interface Use {
        /**
         * Reads it.
         *
         * @param store of the container that has the dataset; valid during the call only
         * @param header of the dataset
         */
        void with(ObjectStore store, ObjectHeader header, String path) throws IOException;
    }

    /**
     * Opens a file that is not a container.
     *
     * @param name relative to the folder of the container, or absolute
     * @throws java.nio.file.NoSuchFileException if it does not exist
     * @throws dev.fallow.internal.storage.UnusableFileException if it may not be used
     */
    Storage open(String name, boolean writable) throws IOException;

    /**
     * Reads a dataset, in this or another container.
     *
     * @param file relative to the folder of the container, or absolute; a dot for the container itself
     * @param path of the dataset, from the root group
     * @return false if there is no such file, or no such dataset in it
     * @throws dev.fallow.internal.storage.UnusableFileException if the file may not be used
     */
    boolean read(String file, String path, Use use) throws IOException;

    /** Ends an operation, during which each file is read in one state. The next one sees what was committed in the meantime. */
    void endOperation();

    /** Whether a missing source of a virtual dataset is an error. */
    boolean requiresSources();

    /** Closes the files. */
    @Override
    void close();
}
