package dev.fallow.benchmarks.lookup;

import java.nio.file.Path;

/** The works on files of many objects. Groups are named g0, g1, ..., datasets d0, d1, ... */
interface ManyObjectsLibrary {
    /** Opens the file, opens the group of this number by its path, and closes both. */
    void openAndLookUp(Path file, int number);

    /** Opens the file, receives the names of all links of the root group, and closes it. Returns their number. */
    long list(Path file);

    /**
     * Opens the file; by its path, reads the elements of each dataset and the value of its attribute {@code a}; and closes
     * it. Returns the sum of all of them.
     *
     * @param order the numbers of the datasets
     */
    long read(Path file, int[] order);
}
