package dev.fallow.benchmarks.objects;

import java.io.IOException;

/** Keeps objects by name. Those that walk through all of them make sure to have had each in hand. */
public interface ObjectStorage extends AutoCloseable {
    /** Writes an object, in the place of one of the same name. */
    void put(String name, byte[] content) throws IOException;

    /** Reads an object that is there. */
    byte[] get(String name) throws IOException;

    /** Deletes an object that is there. */
    void remove(String name) throws IOException;

    /** Goes through all names; their number. */
    long names() throws IOException;

    /** Goes through all contents; their bytes. */
    long contents() throws IOException;

    /** Goes through all names with their contents; the bytes of both. */
    long entries() throws IOException;

    /** Closes and opens again, so that nothing in the memory of the program helps. */
    void reopen() throws IOException;

    /** Space that it takes in the file system, bytes. */
    long diskBytes() throws IOException;

    @Override
    void close() throws IOException;
}
