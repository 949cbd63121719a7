package dev.fallow.benchmarks.data.library;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A library that reads and writes elements. Each file has one dataset, {@link #NAME}. Every method opens and closes the
 * file. A library that cannot do something says so in {@link #can}; its method is not called then.
 */
public interface DataLibrary {
    /** The name of the dataset. */
    String NAME = "d";

    /** The number of rows and of columns of a chunk of the field. */
    int CHUNK = 256;

    /** The bytes of a chunk of numbers of one type, as many as a chunk of the field has. */
    int NUMBERS_CHUNK = CHUNK * CHUNK * Float.BYTES;

    /** The number of rows and of columns of a slice. */
    int SLICE = 100;

    /** The row of each slice that is looked at. */
    int SEEN_ROW = 3;

    /** The column of each slice that is looked at. */
    int SEEN_COLUMN = 5;

    /** The number of columns of the dataset that rows are appended to. */
    int COLUMNS = 8;

    /** The number of rows of a chunk of the dataset that rows are appended to. */
    int APPENDED_CHUNK = 1024;

    /** The number of elements, each of one byte, of a chunk of the dataset with many chunks. */
    int SMALL_CHUNK = 8;

    /** The number of elements, each of four bytes, of a chunk of the dataset that is deleted. */
    int DELETED_CHUNK = 64;

    /** Name and version. */
    String version();

    /** Whether the library can do this with chunks that are stored like this. */
    boolean can(Kind kind, Codec codec);

    /** Creates a file with a contiguous dataset. */
    void writeDoubles(Path file, double[] values) throws IOException;

    /** Reads a contiguous dataset; into the array of the last call where the library can. */
    double[] readDoubles(Path file) throws IOException;

    /** Overwrites a contiguous dataset. */
    void overwriteDoubles(Path file, double[] values) throws IOException;

    /** Creates a file with a chunked dataset. */
    void writeField(Path file, float[][] values, Codec codec) throws IOException;

    /** Reads a chunked dataset into an array of one or two dimensions, that of the last call where the library can. */
    Object readField(Path file) throws IOException;

    /**
     * Reads slices of a chunked dataset.
     *
     * @param corners row and column of the first element of each
     * @return the sum of one element of each slice
     */
    double readSlices(Path file, int[][] corners) throws IOException;

    /** Creates a file with a chunked dataset of numbers, without filters. */
    void writeNumbers(Path file, NumberType type, Object values) throws IOException;

    /**
     * Reads numbers.
     *
     * @param into an array for all of them
     */
    void readNumbers(Path file, NumberType type, Object into) throws IOException;

    /**
     * The sum of some numbers, see {@link NumberType#sample}.
     *
     * @param bytes of all that are stored
     */
    default double sampleOfNumbers(Path file, NumberType type, long bytes) throws IOException {
        Object values = type.zeros(bytes);
        readNumbers(file, type, values);
        return type.sample(values);
    }

    /**
     * Creates a file with an empty dataset and appends rows of 0 to 7.
     *
     * @param perCall rows of each call
     * @param collected whether the library may collect rows and write many of them at a time
     */
    void append(Path file, int rows, int perCall, boolean collected) throws IOException;

    /** Reads the dataset that rows were appended to; returns the sum of its elements. */
    double sumOfRows(Path file) throws IOException;

    /** Creates a file for rewriting; or opens it. */
    ChurnFile churn(Path file, boolean create) throws IOException;

    /** Creates a file with a dataset of ones in small chunks. */
    void writeChunks(Path file, int chunks, boolean tree) throws IOException;

    /** Opens a file and reads the first element. */
    int firstElement(Path file) throws IOException;

    /** Lists the position of every chunk; returns their number. */
    long listChunks(Path file) throws IOException;

    /** Reads single elements; returns their sum. */
    long randomElements(Path file, int[] positions) throws IOException;

    /** Reads all elements at once; returns their sum. */
    long sumOfAll(Path file) throws IOException;

    /** Creates a file with a dataset of many chunks and, after it, a small dataset. */
    void writeDeletable(Path file, int chunks, boolean tree) throws IOException;

    /** Deletes the dataset. */
    void delete(Path file) throws IOException;
}
