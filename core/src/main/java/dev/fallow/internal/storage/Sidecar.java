package dev.fallow.internal.storage;

import java.io.IOException;

/** The location of a second file next to a container, the journal, which only one program at a time can own. */
public interface Sidecar {
    String name();

    /** Whether anything exists at the location. */
    boolean exists() throws IOException;

    /**
     * Takes ownership, creating the file if it does not exist. Closing the storage releases ownership. The content of
     * the file is not checked.
     *
     * @throws FileLockedException if the file has another owner
     * @throws UnusableFileException if what exists at the location may not be used. It was not opened
     */
    Storage own() throws IOException;

    /**
     * Opens the file for reading, without ownership.
     *
     * @return null if the file does not exist
     * @throws FileLockedException if the file has an owner
     * @throws UnusableFileException if what exists at the location may not be used. It was not opened
     */
    Storage read() throws IOException;

    /** Removes the file. Only for its owner, which closes the storage afterwards. */
    void remove() throws IOException;

    /** Forces the directory entry: the file's creation or removal survives a power loss once this returns. */
    void forceEntry() throws IOException;

    /** The file system's number of the container; 0 if unknown. */
    long containerId() throws IOException;

    /** The file system's number of this file; 0 if unknown. */
    long id() throws IOException;
}
