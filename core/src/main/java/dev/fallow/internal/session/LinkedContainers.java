package dev.fallow.internal.session;

import java.io.IOException;

/** The containers that the external links of a container lead to, as far as the application allows it. */
public interface LinkedContainers extends AutoCloseable {
    /**
     * A session of a container, which is open for reading until this container is closed. It is this one if the link leads back. May be
     * called by any number of threads.
     *
     * @param file relative to the folder of the container, or absolute
     * @throws java.nio.file.NoSuchFileException if it does not exist
     * @throws dev.fallow.internal.storage.UnusableFileException if it may not be used
     */
    Session open(String file) throws IOException;

    /** Closes the containers, if they were opened for this one. */
    @Override
    void close();
}
