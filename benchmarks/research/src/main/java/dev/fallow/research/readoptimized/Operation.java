package dev.fallow.research.readoptimized;

/** An operation of a user on a file. */
enum Operation {
    READ,
    WRITE,
    EXTEND,
    TRUNCATE,
    /** A file is deleted. If there are no create operations, it is created again with another size. */
    DELETE,
    /** A new file is created. */
    CREATE;

    /** Whether the operation changes the allocation and so belongs to the allocation test. */
    boolean allocates() {
        return this != READ && this != WRITE;
    }
}
