package dev.fallow.research.objects;

import java.io.IOException;

/** Stores objects by name. The methods that iterate over all objects must access each of them. */
public interface ObjectStorage extends AutoCloseable {
    /** Writes an object, replacing one with the same name. */
    void put(String name, byte[] content) throws IOException;

    /** Reads an existing object. */
    byte[] get(String name) throws IOException;

    /** Deletes an existing object. */
    void remove(String name) throws IOException;

    /** Iterates over all names; returns their number. */
    long names() throws IOException;

    /** Iterates over all contents; returns their total size in bytes. */
    long contents() throws IOException;

    /** Iterates over all names and contents; returns the total size of both in bytes. */
    long entries() throws IOException;

    /** Closes and reopens the storage, so that nothing is cached in the program. */
    void reopen() throws IOException;

    /** The space used in the file system, in bytes. */
    long diskBytes() throws IOException;

    @Override
    void close() throws IOException;
}
