package dev.fallow.benchmarks.readoptimized;

/** An operation of a user on a file. */
enum Operation {
    READ,
    WRITE,
    EXTEND,
    TRUNCATE,
    /** The file is deleted. Where files are not created otherwise, it is created again with another size. */
    DELETE,
    /** A new file is created. */
    CREATE;

    /** Whether it changes the allocation: what is done in an allocation test. */
    boolean allocates() {
        return this != READ && this != WRITE;
    }
}
