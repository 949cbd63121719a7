package dev.fallow.spark.read;

/** What happens with a file that cannot be read, or has another table. */
public enum ReadMode {
    /** The query fails, with an error that names the file. */
    FAILFAST,
    /** The file is a row without values, whose column {@code _corrupt} has the error. Rows that were read before it stay. */
    PERMISSIVE
}
