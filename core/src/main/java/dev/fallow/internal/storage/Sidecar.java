package dev.fallow.internal.storage;

import java.io.IOException;

/** The place of a second file beside a container, of which only one program at a time is the owner: the journal's. */
public interface Sidecar {
    /** The file's name, for messages. */
    String name();

    /** Whether there is anything at its place. */
    boolean exists() throws IOException;

    /**
     * Makes the caller the owner, and creates the file if it is not there. Closing the storage ends that. The file may have
     * any content.
     *
     * @throws FileLockedException if there is an owner
     * @throws UnusableFileException if something is there that is no file of ours, whatever its content. It was not opened
     */
    Storage own() throws IOException;

    /**
     * Opens the file for reading; for whoever does not want to own it.
     *
     * @return null if it is not there
     * @throws FileLockedException if it has an owner
     * @throws UnusableFileException if something is there that is no file of ours, whatever its content. It was not opened
     */
    Storage read() throws IOException;

    /** Removes the file; only for its owner, who closes the storage afterwards. */
    void remove() throws IOException;

    /** Returns when it is sure that the file is there, or is not, after a loss of power too. */
    void forceEntry() throws IOException;

    /** The number that the file system knows the container by; 0 if that is not known. */
    long containerId() throws IOException;

    /** The number that the file system knows this file by; 0 if that is not known. */
    long id() throws IOException;
}
