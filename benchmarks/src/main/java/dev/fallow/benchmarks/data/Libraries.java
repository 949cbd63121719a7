package dev.fallow.benchmarks.data;

import dev.fallow.benchmarks.data.library.DataLibrary;
import dev.fallow.benchmarks.data.library.FallowData;
import dev.fallow.benchmarks.data.library.Hdf5Data;
import dev.fallow.benchmarks.data.library.JhdfData;

/** The libraries of this JVM by name. */
public final class Libraries {
    /** Fallow. */
    public static final String FALLOW = "fallow";

    /** libhdf5 through JNI. */
    public static final String HDF5 = "libhdf5";

    /** jHDF. */
    public static final String JHDF = "jhdf";

    private Libraries() {}

    /** @throws IllegalArgumentException if there is no such library */
    public static DataLibrary named(String name) {
        return switch (name) {
            case FALLOW -> new FallowData();
            case HDF5 -> new Hdf5Data();
            case JHDF -> new JhdfData();
            default -> throw new IllegalArgumentException("no library " + name);
        };
    }
}
