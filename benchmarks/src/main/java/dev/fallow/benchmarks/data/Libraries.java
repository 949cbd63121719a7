package dev.fallow.benchmarks.data;

import dev.fallow.Durability;
import dev.fallow.ShrinkPolicy;
import dev.fallow.benchmarks.data.library.ChurnFile;
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

    /** Fallow with codecs in native code. */
    public static final String NATIVES = "fallow-natives";

    /** Fallow, which keeps its file short. It only rewrites. */
    public static final String KEPT_SHORT = "fallow-policy";

    /** The same, with a commit for each row of chunks. */
    public static final String KEPT_SHORT_IN_PARTS = KEPT_SHORT + "-in-parts";

    /** libhdf5 through JNI. */
    public static final String HDF5 = "libhdf5";

    /** jHDF. */
    public static final String JHDF = "jhdf";

    /** The file is at most so many times as long as the bytes in use after each commit. */
    private static final double SHORT = 1.05;

    private Libraries() {}

    /** Whether a contender is Fallow. */
    static boolean isOurs(String name) {
        return List.of(FALLOW, UNFORCED, NATIVES, KEPT_SHORT, KEPT_SHORT_IN_PARTS)
                .contains(name);
    }

    /** @throws IllegalArgumentException if there is no such library */
    public static DataLibrary named(String name) {
        return switch (name) {
            case FALLOW, NATIVES -> new FallowData();
            case UNFORCED -> new FallowData(Durability.NEVER);
            case KEPT_SHORT -> new FallowData(new ShrinkPolicy(SHORT, Long.MAX_VALUE), ChurnFile.SIDE);
            case KEPT_SHORT_IN_PARTS -> new FallowData(new ShrinkPolicy(SHORT, Long.MAX_VALUE), ChurnFile.CHUNK);
            case HDF5 -> new Hdf5Data();
            case JHDF -> new JhdfData();
            default -> throw new IllegalArgumentException("no library " + name);
        };
    }
}
