package dev.fallow.oracle;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bytedeco.hdf5.H5E_auto2_t;
import org.bytedeco.hdf5.H5E_error2_t;
import org.bytedeco.hdf5.H5E_walk2_t;
import org.bytedeco.hdf5.global.hdf5;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;

/**
 * Loads the library once, disables its error printing, and converts its return codes to exceptions.
 *
 * <p>libhdf5 clears its error stack at the start of the next call, so that a result must be checked before any other
 * call.
 */
public final class Native {
    private static final Set<String> PLATFORMS = Set.of("linux-x86_64", "macosx-x86_64", "windows-x86_64");

    /** The argument of {@code H5Fget_obj_count} for all files; a macro of the C headers. */
    private static final long ALL_FILES = hdf5.H5F_OBJ_ALL;

    /** A callback; the reference prevents garbage collection as long as the library may call it. */
    private static final StackWalker WALKER;

    static {
        Loader.load(hdf5.class);
        open();
        WALKER = new StackWalker();
    }

    private Native() {}

    private static void open() {
        if (hdf5.H5open() < 0) {
            throw new IllegalStateException("H5open failed");
        }
        if (hdf5.H5Eset_auto2(hdf5.H5E_DEFAULT, (H5E_auto2_t) null, (Pointer) null) < 0) {
            throw new IllegalStateException("H5Eset_auto2 failed");
        }
    }

    /**
     * Closes the library, and opens it again. It keeps every conversion of compounds that it has met until it is closed: after
     * many files it has tens of thousands, and takes several times as long. All its identifiers become invalid.
     */
    public static void restart() {
        if (hdf5.H5close() < 0) {
            throw new IllegalStateException("H5close failed");
        }
        open();
    }

    /** Returns whether native libraries exist for the platform; if so, a failure to load them is an error. */
    public static boolean isForThisPlatform() {
        return PLATFORMS.contains(Loader.getPlatform());
    }

    /** Returns the version of the library, for example 1.14.3. */
    static String version() {
        int[] major = new int[1];
        int[] minor = new int[1];
        int[] release = new int[1];
        check(hdf5.H5get_libversion(major, minor, release), "H5get_libversion");
        return major[0] + "." + minor[0] + "." + release[0];
    }

    /**
     * Returns a result that is not negative.
     *
     * @throws ReferenceException with the library's error stack, if the result is negative
     */
    public static long check(long result, String call) {
        if (result < 0) {
            throw new ReferenceException(call, errorStack());
        }
        return result;
    }

    /** As {@link #check(long, String)}. */
    public static int check(int result, String call) {
        if (result < 0) {
            throw new ReferenceException(call, errorStack());
        }
        return result;
    }

    /** Returns a null-terminated name or path in the library's encoding. */
    public static BytePointer text(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a null at " + text.indexOf('\0') + " would end the name early");
        }
        return new BytePointer(text, StandardCharsets.UTF_8);
    }

    /**
     * A function that writes a name into a buffer and returns its length; with a null buffer it only returns the
     * length.
     */
    @FunctionalInterface
    public interface NameCall {
        long into(BytePointer buffer, long size);
    }

    /** Calls a function for the length, and then for the name. */
    public static String name(NameCall call, String what) {
        long length = check(call.into(null, 0), what);
        try (BytePointer buffer = new BytePointer(length + 1)) {
            check(call.into(buffer, length + 1), what);
            byte[] bytes = new byte[Math.toIntExact(length)];
            buffer.get(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    /** Returns the number of files, groups, datasets and attributes that the library has open. */
    static long openObjects() {
        // without datatypes, because for all files the predefined ones of the library would be counted, too
        int kinds = hdf5.H5F_OBJ_FILE | hdf5.H5F_OBJ_GROUP | hdf5.H5F_OBJ_DATASET | hdf5.H5F_OBJ_ATTR;
        return check(hdf5.H5Fget_obj_count(ALL_FILES, kinds), "H5Fget_obj_count");
    }

    private static String errorStack() {
        WALKER.lines.clear();
        hdf5.H5Ewalk2(hdf5.H5E_DEFAULT, hdf5.H5E_WALK_DOWNWARD, WALKER, null);
        hdf5.H5Eclear2(hdf5.H5E_DEFAULT);
        return WALKER.lines.isEmpty() ? "  (no error stack)" : String.join(System.lineSeparator(), WALKER.lines);
    }

    private static String message(long id) {
        byte[] buffer = new byte[256];
        long length = hdf5.H5Eget_msg(id, (int[]) null, buffer, buffer.length);
        return length < 0
                ? "?"
                : new String(buffer, 0, (int) Math.min(length, buffer.length - 1), StandardCharsets.UTF_8);
    }

    /** Collects the error stack, one line per function. */
    private static final class StackWalker extends H5E_walk2_t {
        private final List<String> lines = new ArrayList<>();

        @Override
        public int call(int depth, H5E_error2_t error, Pointer unused) {
            lines.add("  #%d %s: %s (%s: %s)"
                    .formatted(
                            depth,
                            error.func_name().getString(),
                            error.desc().getString(StandardCharsets.UTF_8),
                            message(error.maj_num()),
                            message(error.min_num())));
            return 0;
        }
    }
}
