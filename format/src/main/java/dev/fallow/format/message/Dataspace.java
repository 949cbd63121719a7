package dev.fallow.format.message;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.objectheader.HeaderMessage;
import java.util.Arrays;
import java.util.Objects;

/**
 * Dataspace message, versions 1 and 2. L: size of lengths.
 *
 * <pre>
 *   bytes    field
 *     1      version, 1 or 2
 *     1      rank, 0 to 32
 *     1      flags: 1 maximum sizes present
 *     1      version 1: reserved; version 2: type: 0 scalar, 1 simple, 2 null
 *   0 or 4   version 1: reserved
 *   rank*L   current sizes
 *   rank*L   maximum sizes, if the flag is set; all ones is unlimited
 * </pre>
 *
 * Version 1 has no null dataspace; rank 0 is a scalar there.
 */
public final class Dataspace implements HeaderMessage {
    /** The kind of extent; the ordinal is the stored number. */
    public enum Kind {
        /** One element, no dimensions. */
        SCALAR,
        /** Rank 1 to 32 (rank 0 is accepted in files and means one element). */
        SIMPLE,
        /** No elements. */
        NULL
    }

    /** The maximum size of an unlimited dimension. */
    public static final long UNLIMITED = -1;
    /** The maximum number of dimensions. */
    public static final int MAX_RANK = 32;

    private static final int MAX_SIZES_PRESENT = 1;

    private final int version;
    private final Kind kind;
    private final long[] sizes;
    private final long[] maxSizes;
    private final long elementCount;

    /**
     * @param version 1 or 2
     * @param sizes the current sizes, none negative; copied
     * @param maxSizes null if not stored; otherwise, for each dimension, {@link #UNLIMITED} or at least the current
     *     size; copied
     */
    public Dataspace(int version, Kind kind, long[] sizes, long[] maxSizes) {
        if (version != 1 && version != 2) {
            throw new IllegalArgumentException("dataspace version: expected 1 or 2, found " + version);
        }
        this.version = version;
        this.kind = Objects.requireNonNull(kind);
        this.sizes = sizes.clone();
        this.maxSizes = maxSizes == null ? null : maxSizes.clone();
        String problem = problem();
        if (problem != null) {
            throw new IllegalArgumentException("dataspace: " + problem);
        }
        elementCount = kind == Kind.NULL ? 0 : product(sizes);
    }

    /** A scalar dataspace: one element. */
    public static Dataspace scalar() {
        return new Dataspace(2, Kind.SCALAR, new long[0], null);
    }

    /** A null dataspace: no element. */
    public static Dataspace none() {
        return new Dataspace(2, Kind.NULL, new long[0], null);
    }

    /** A fixed extent. */
    public static Dataspace simple(long... sizes) {
        return new Dataspace(2, Kind.SIMPLE, sizes, null);
    }

    /** An extent that may grow. */
    public static Dataspace extendible(long[] sizes, long[] maxSizes) {
        return new Dataspace(2, Kind.SIMPLE, sizes, Objects.requireNonNull(maxSizes));
    }

    private String problem() {
        if (sizes.length > MAX_RANK) {
            return "expected a rank of at most " + MAX_RANK + ", found " + sizes.length;
        }
        if (kind != Kind.SIMPLE && sizes.length > 0) {
            return "expected rank 0 of a " + kind + " dataspace, found " + sizes.length;
        }
        if (version == 1 && kind != (sizes.length == 0 ? Kind.SCALAR : Kind.SIMPLE)) {
            return "expected version 2 of a " + kind + " dataspace of rank " + sizes.length + ", found 1";
        }
        if (maxSizes != null && maxSizes.length != sizes.length) {
            return "expected " + sizes.length + " maximum sizes, found " + maxSizes.length;
        }
        for (int i = 0; i < sizes.length; i++) {
            if (sizes[i] < 0) {
                return "expected a size of at least 0 in dimension " + i + ", found " + sizes[i];
            }
            if (maxSizes != null && maxSizes[i] != UNLIMITED && maxSizes[i] < sizes[i]) {
                return "expected a maximum size of at least " + sizes[i] + " in dimension " + i + ", found "
                        + maxSizes[i];
            }
        }
        return product(sizes) < 0 ? "expected fewer than 2^63 elements, found " + Arrays.toString(sizes) : null;
    }

    /** The product of the factors; -1 if it exceeds 2^63-1. */
    private static long product(long[] factors) {
        long product = 1;
        boolean overflow = false;
        for (long factor : factors) {
            if (factor == 0) {
                return 0;
            }
            overflow |= product > Long.MAX_VALUE / factor;
            product *= factor;
        }
        return overflow ? -1 : product;
    }

    public static Dataspace decode(FieldReader in) {
        int version = in.version(1, 2);
        int rank = in.u8("rank", MAX_RANK);
        int flags = in.flags(MAX_SIZES_PRESENT);
        Kind kind;
        if (version == 1) {
            in.skip(5);
            kind = rank == 0 ? Kind.SCALAR : Kind.SIMPLE;
        } else {
            kind = Kind.values()[in.u8("dataspace type", Kind.NULL.ordinal())];
        }
        if (kind != Kind.SIMPLE && rank > 0) {
            throw in.fail("expected rank 0 of a " + kind + " dataspace, found " + rank, 3);
        }
        long[] sizes = new long[rank];
        for (int i = 0; i < rank; i++) {
            sizes[i] = in.length();
        }
        if (product(sizes) < 0) {
            throw in.fail(
                    "expected fewer than 2^63 elements, found " + Arrays.toString(sizes),
                    rank * in.sizes().lengths());
        }
        long[] maxSizes = null;
        if ((flags & MAX_SIZES_PRESENT) != 0) {
            maxSizes = new long[rank];
            for (int i = 0; i < rank; i++) {
                maxSizes[i] = in.lengthOrUnlimited();
                if (maxSizes[i] != UNLIMITED && maxSizes[i] < sizes[i]) {
                    throw in.fail(
                            "expected a maximum size of at least " + sizes[i] + ", found " + maxSizes[i],
                            in.sizes().lengths());
                }
            }
        }
        return new Dataspace(version, kind, sizes, maxSizes);
    }

    @Override
    public void encode(FieldWriter out) {
        out.u8(version).u8(rank()).u8(maxSizes == null ? 0 : MAX_SIZES_PRESENT);
        if (version == 1) {
            out.zeros(5);
        } else {
            out.u8(kind.ordinal());
        }
        for (long size : sizes) {
            out.length(size);
        }
        if (maxSizes != null) {
            for (long maxSize : maxSizes) {
                out.lengthOrUnlimited(maxSize);
            }
        }
    }

    /** The version of the message, 1 or 2. */
    public int version() {
        return version;
    }

    /** Scalar, simple or null. */
    public Kind kind() {
        return kind;
    }

    /** The number of dimensions, 0 to 32. */
    public int rank() {
        return sizes.length;
    }

    /** The current size in a dimension. */
    public long size(int dimension) {
        return sizes[dimension];
    }

    /** A copy of the current sizes. */
    public long[] sizes() {
        return sizes.clone();
    }

    /** The maximum size in a dimension, or {@link #UNLIMITED}; the current size if none is stored. */
    public long maxSize(int dimension) {
        return maxSizes == null ? sizes[dimension] : maxSizes[dimension];
    }

    /** A copy of the maximum sizes; the current sizes if none are stored. */
    public long[] maxSizes() {
        return maxSizes == null ? sizes() : maxSizes.clone();
    }

    /** Whether maximum sizes are stored. */
    public boolean maxSizesPresent() {
        return maxSizes != null;
    }

    /** The number of elements: 1 for a scalar, 0 for null. */
    public long elementCount() {
        return elementCount;
    }

    /** Returns a copy in another version. */
    public Dataspace withVersion(int other) {
        Kind same = other == 1 && kind == Kind.SIMPLE && sizes.length == 0 ? Kind.SCALAR : kind;
        return new Dataspace(other, same, sizes, maxSizes);
    }

    /** Returns a copy with other current sizes. */
    public Dataspace withSizes(long... other) {
        return new Dataspace(version, kind, other, maxSizes);
    }

    @Override
    public String toString() {
        return "Dataspace[version=" + version + ", " + kind + ", sizes=" + Arrays.toString(sizes)
                + (maxSizes == null ? "" : ", maxSizes=" + Arrays.toString(maxSizes)) + "]";
    }
}
