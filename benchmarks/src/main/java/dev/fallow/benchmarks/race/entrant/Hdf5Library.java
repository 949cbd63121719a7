package dev.fallow.benchmarks.race.entrant;

import static dev.fallow.benchmarks.race.entrant.Hdf5Exception.check;

import dev.fallow.FileSpaceStrategy;
import dev.fallow.research.createdelete.Holder;
import dev.fallow.research.createdelete.Library;
import dev.fallow.research.createdelete.Writes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import org.bytedeco.hdf5.global.hdf5;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.Loader;

/**
 * libhdf5 in this JVM, writing the latest format, with exactly the calls of the C program. To keep the overhead of the
 * JVM small, names and dimensions use memory that is allocated once.
 */
public final class Hdf5Library implements Library {
    private static final Set<String> PLATFORMS = Set.of("linux-x86_64", "macosx-x86_64", "windows-x86_64");
    private static final int LONGEST_NAME = 64;
    /** The argument of {@code H5Screate_simple} for fixed dimensions. */
    private static final long[] FIXED = null;

    static {
        NativeFolder.choose();
    }

    private final long creation;
    private final long access;
    private final long datasetCreation;
    private final BytePointer name = new BytePointer(LONGEST_NAME);
    private final byte[] nameBytes = new byte[LONGEST_NAME];
    private final IntPointer number = new IntPointer(1);
    private final long[] dimensions = new long[1];

    /** libhdf5 with its defaults: {@link FileSpaceStrategy#FSM_AGGR}, and free space is not stored in the file. */
    public Hdf5Library() {
        this(FileSpaceStrategy.FSM_AGGR, false);
    }

    /**
     * libhdf5 with a strategy.
     *
     * @param persistent whether free space is stored in the file
     * @throws IllegalStateException if there is no libhdf5 for this platform
     */
    public Hdf5Library(FileSpaceStrategy strategy, boolean persistent) {
        if (!isForThisPlatform()) {
            throw new IllegalStateException("no libhdf5 for " + Loader.getPlatform());
        }
        Loader.load(hdf5.class);
        check(hdf5.H5open(), "H5open");
        creation = check(hdf5.H5Pcreate(hdf5.H5P_CLS_FILE_CREATE_ID_g()), "H5Pcreate");
        check(hdf5.H5Pset_file_space_strategy(creation, strategy.ordinal(), persistent, 1), "the strategy");
        access = check(hdf5.H5Pcreate(hdf5.H5P_CLS_FILE_ACCESS_ID_g()), "H5Pcreate");
        check(hdf5.H5Pset_libver_bounds(access, hdf5.H5F_LIBVER_LATEST, hdf5.H5F_LIBVER_LATEST), "the latest format");
        datasetCreation = check(hdf5.H5Pcreate(hdf5.H5P_CLS_DATASET_CREATE_ID_g()), "H5Pcreate");
        check(hdf5.H5Pset_alloc_time(datasetCreation, hdf5.H5D_ALLOC_TIME_EARLY), "H5Pset_alloc_time");
        check(hdf5.H5Pset_fill_time(datasetCreation, hdf5.H5D_FILL_TIME_NEVER), "H5Pset_fill_time");
    }

    /** Whether the Maven artifact contains native libraries for this platform. */
    public static boolean isForThisPlatform() {
        return PLATFORMS.contains(Loader.getPlatform());
    }

    @Override
    public String version() {
        int[] major = new int[1];
        int[] minor = new int[1];
        int[] release = new int[1];
        check(hdf5.H5get_libversion(major, minor, release), "H5get_libversion");
        return "libhdf5 " + major[0] + "." + minor[0] + "." + release[0];
    }

    @Override
    public OpenFile create(Path path) {
        long file;
        try (BytePointer text = new BytePointer(path.toString(), StandardCharsets.UTF_8)) {
            file = check(hdf5.H5Fcreate(text, hdf5.H5F_ACC_EXCL, creation, access), "H5Fcreate(" + path + ")");
        }
        Holder root = new Hdf5Holder(file);
        return new OpenFile() {
            @Override
            public Holder root() {
                return root;
            }

            @Override
            public void flush() {
                check(hdf5.H5Fflush(file, hdf5.H5F_SCOPE_LOCAL), "H5Fflush");
            }

            @Override
            public void close() {
                check(hdf5.H5Fclose(file), "H5Fclose");
            }

            @Override
            public Writes writes() {
                return Writes.UNKNOWN;
            }
        };
    }

    /** Copies a name to native memory, where it is valid until the next call. */
    @SuppressWarnings("deprecation") // copying the low bytes is correct for ASCII names
    private BytePointer name(String text) {
        int length = text.length();
        if (length >= LONGEST_NAME) {
            throw new IllegalArgumentException(
                    length + " characters, expected at most " + (LONGEST_NAME - 1) + ": " + text);
        }
        text.getBytes(0, length, nameBytes, 0);
        nameBytes[length] = 0;
        name.put(nameBytes, 0, length + 1);
        return name;
    }

    /** An open group, or a file as its root group. */
    private final class Hdf5Holder implements Holder {
        private final long id;

        Hdf5Holder(long id) {
            this.id = id;
        }

        @Override
        public Holder createGroup(String text) {
            return new Hdf5Holder(check(
                    hdf5.H5Gcreate2(id, name(text), hdf5.H5P_DEFAULT, hdf5.H5P_DEFAULT, hdf5.H5P_DEFAULT),
                    "H5Gcreate2"));
        }

        @Override
        public Holder openGroup(String text) {
            return new Hdf5Holder(check(hdf5.H5Gopen2(id, name(text), hdf5.H5P_DEFAULT), "H5Gopen2"));
        }

        @Override
        public void createDataset(String text, int elements) {
            dimensions[0] = elements;
            long space = check(hdf5.H5Screate_simple(1, dimensions, FIXED), "H5Screate_simple");
            long dataset = check(
                    hdf5.H5Dcreate2(
                            id,
                            name(text),
                            hdf5.H5T_STD_I32LE_g(),
                            space,
                            hdf5.H5P_DEFAULT,
                            datasetCreation,
                            hdf5.H5P_DEFAULT),
                    "H5Dcreate2");
            check(hdf5.H5Dclose(dataset), "H5Dclose");
            check(hdf5.H5Sclose(space), "H5Sclose");
        }

        @Override
        public void createAttribute(String text, int value) {
            long space = check(hdf5.H5Screate(hdf5.H5S_SCALAR), "H5Screate");
            long attribute = check(
                    hdf5.H5Acreate2(id, name(text), hdf5.H5T_STD_I32LE_g(), space, hdf5.H5P_DEFAULT, hdf5.H5P_DEFAULT),
                    "H5Acreate2");
            number.put(value);
            check(hdf5.H5Awrite(attribute, hdf5.H5T_NATIVE_INT_g(), number), "H5Awrite");
            check(hdf5.H5Aclose(attribute), "H5Aclose");
            check(hdf5.H5Sclose(space), "H5Sclose");
        }

        @Override
        public void delete(String text) {
            check(hdf5.H5Ldelete(id, name(text), hdf5.H5P_DEFAULT), "H5Ldelete");
        }

        @Override
        public void deleteAttribute(String text) {
            check(hdf5.H5Adelete(id, name(text)), "H5Adelete");
        }

        @Override
        public void close() {
            check(hdf5.H5Gclose(id), "H5Gclose");
        }
    }
}
