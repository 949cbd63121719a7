package dev.fallow.benchmarks.data;

import dev.fallow.Durability;
import dev.fallow.benchmarks.data.library.DataLibrary;
import dev.fallow.benchmarks.data.library.FallowData;
import dev.fallow.benchmarks.data.library.Hdf5Data;
import dev.fallow.benchmarks.data.library.JhdfData;
import java.util.List;

/** The libraries of this JVM by name. */
public final class Libraries {
    /** Fallow. */
    public static final String FALLOW = "fallow";

    /** Fallow, which does not force its writes to the medium. */
    public static final String UNFORCED = "fallow-unforced";

    /** libhdf5 through JNI. */
    public static final String HDF5 = "libhdf5";

    /** jHDF. */
    public static final String JHDF = "jhdf";

    private Libraries() {}

    /** Whether a contender is Fallow. */
    static boolean isOurs(String name) {
        return List.of(FALLOW, UNFORCED).contains(name);
    }

    /** @throws IllegalArgumentException if there is no such library */
    public static DataLibrary named(String name) {
        return switch (name) {
            case FALLOW -> new FallowData();
            case UNFORCED -> new FallowData(Durability.NEVER);
            case HDF5 -> new Hdf5Data();
            case JHDF -> new JhdfData();
            default -> throw new IllegalArgumentException("no library " + name);
        };
    }
}
