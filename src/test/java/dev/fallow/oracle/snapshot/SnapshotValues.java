package dev.fallow.oracle.snapshot;

import dev.fallow.oracle.Dataspaces;
import dev.fallow.oracle.ReferenceException;
import dev.fallow.oracle.type.Elements;
import dev.fallow.oracle.type.ReferenceType;
import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The canonical form of values in snapshots, which can be compared with {@code equals}: a flat list in row-major order
 * of Long (from 2^63 up BigInteger), Double, String, and for structured types the values of {@link dev.fallow.oracle.type.ElementForm}; for
 * more than {@value #LISTED} elements a {@link Digest}.
 */
public final class SnapshotValues {
    /** The maximal number of elements in a list. */
    public static final int LISTED = 4096;

    /** The maximal number of elements to read. */
    public static final int READ = 1 << 22;

    /**
     * Represents a long list: the SHA-256 hash of the texts of its values, one per line.
     *
     * @param count the number of values
     * @param sha256 the hash in hexadecimal
     */
    public record Digest(long count, String sha256) {}

    /**
     * Represents values that were not read: too many, or refused by the library or the oracle.
     *
     * @param count the number of values
     * @param why the reason, a single line
     */
    public record Unread(long count, String why) {}

    private SnapshotValues() {}

    /**
     * Converts the values of a test: an array of any number of dimensions of primitives, strings or boxed values, a
     * list, or a single value. Integers are sign-extended, {@code float} is converted to {@code double}. Null remains
     * null.
     */
    public static Object of(Object data) {
        if (data == null) {
            return null;
        }
        Collector collector = new Collector();
        flatten(data, collector);
        return collector.result();
    }

    /** Returns the dimensions as a list; null remains null. */
    public static List<Long> dimensions(long[] dimensions) {
        return dimensions == null ? null : LongStream.of(dimensions).boxed().toList();
    }

    /** Reads all values, or returns an {@link Unread} with the reason. */
    public static Object read(
            ReferenceType type, long[] dimensions, long space, long location, Elements.Transfer transfer) {
        if (dimensions == null) {
            return null;
        }
        long count = Dataspaces.count(dimensions);
        if (count > READ) {
            return new Unread(count, "more than " + READ);
        }
        Collector collector = new Collector();
        try {
            Elements.forEach(type, (int) count, space, location, transfer, collector::add);
        } catch (ReferenceException | UnsupportedOperationException e) {
            return new Unread(count, reason(e));
        }
        return collector.result();
    }

    /**
     * Returns the innermost line of the error stack that concerns the file; the search path for plugins depends on the
     * machine.
     */
    private static String reason(RuntimeException refused) {
        return refused.getMessage()
                .lines()
                .filter(line -> !line.contains(" H5PL"))
                .reduce((outer, inner) -> inner)
                .orElseThrow()
                .replaceFirst("^ *#\\d+ ", "");
    }

    private static void flatten(Object data, Collector collector) {
        if (data.getClass().isArray()) {
            int length = Array.getLength(data);
            for (int i = 0; i < length; i++) {
                flatten(Array.get(data, i), collector);
            }
        } else if (data instanceof List<?> list) {
            list.forEach(element -> collector.add(canonical(element)));
        } else {
            collector.add(canonical(data));
        }
    }

    private static Object canonical(Object value) {
        if (value instanceof Byte || value instanceof Short || value instanceof Integer) {
            return ((Number) value).longValue();
        }
        return value instanceof Float number ? (Object) number.doubleValue() : value;
    }

    /** Collects values up to the limit, and for more values only their digest. */
    private static final class Collector {
        private final List<Object> values = new ArrayList<>();
        private MessageDigest digest;
        private long count;

        void add(Object value) {
            count++;
            if (digest == null && count <= LISTED) {
                values.add(value);
                return;
            }
            if (digest == null) {
                digest = sha256();
                values.forEach(this::update);
                values.clear();
            }
            update(value);
        }

        Object result() {
            return digest == null
                    ? List.copyOf(values)
                    : new Digest(count, HexFormat.of().formatHex(digest.digest()));
        }

        private void update(Object value) {
            digest.update((value + "\n").getBytes(StandardCharsets.UTF_8));
        }

        private static MessageDigest sha256() {
            try {
                return MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new AssertionError(e);
            }
        }
    }
}
