package dev.fallow.internal.filter;

import dev.fallow.filter.FilterException;
import java.util.ArrayList;
import java.util.List;

/**
 * The type of an element, as the client data values of the n-bit filter describe it (the size is in bytes):
 *
 * <pre>
 *   number     1, size, order (0 little-endian, 1 big-endian), precision, bit offset
 *   array      2, size, base type
 *   compound   3, size, number of members, for each: offset, type
 *   others     4, size
 * </pre>
 */
abstract class NBitType {
    // libhdf5 reads the values anew for each element. After an array of arrays or of compounds it forgets to go on:
    // what it
    // reads next is the base type of that array once more. So it takes members that follow such an array for something
    // else,
    // and their data is lost, without an error. The parser does the same, so that the rest can be read.
    static final int NUMBER = 1;
    static final int ARRAY = 2;
    static final int COMPOUND = 3;
    static final int BYTES = 4;
    private static final int MAX_NESTING = 64;
    /** The limit for counts of bits; no chunk has more. */
    private static final long MAX_BITS = 1L << 62;

    private final int size;

    private NBitType(int size) {
        this.size = size;
    }

    /** The size of an element in bytes, at least 1. */
    final int size() {
        return size;
    }

    /** The number of stored bits of an element, at most 2^62. */
    abstract long bits();

    abstract void read(BitReader in, byte[] out, int at);

    abstract void write(BitWriter out, byte[] in, int at);

    /** Reads the description that starts with this value. */
    static NBitType parse(int[] values, int from) throws FilterException {
        return new Parser(values, from).type(MAX_NESTING);
    }

    /** Whether libhdf5 loses members of this type. */
    static boolean isMisread(int[] values, int from) throws FilterException {
        Parser parser = new Parser(values, from);
        parser.type(MAX_NESTING);
        return parser.misread;
    }

    private static final class Parser {
        private final int[] values;
        private int at;
        /** Types left; a description has fewer than values. */
        private int budget;
        /** The parser went back to the base type of an array. */
        private boolean wentBack;

        private boolean misread;

        Parser(int[] values, int at) {
            this.values = values;
            this.at = at;
            budget = values.length;
        }

        private int next(String what, int lowest, int highest) throws FilterException {
            if (at == values.length) {
                throw new FilterException("expected " + what + " as value " + at + ", found no more values");
            }
            int value = values[at++];
            if (value < lowest || value > highest) {
                throw new FilterException("expected " + what + " of " + lowest + " to " + highest + " as value "
                        + (at - 1) + ", found " + Integer.toUnsignedString(value));
            }
            return value;
        }

        private NBitType type(int nesting) throws FilterException {
            int kind = next("a class", NUMBER, BYTES);
            int size = next("a size", 1, Integer.MAX_VALUE);
            if (nesting == 0 || budget-- == 0) {
                throw new FilterException("expected types nested at most " + MAX_NESTING + " deep, found more");
            }
            switch (kind) {
                case NUMBER:
                    return number(size);
                case ARRAY:
                    int baseKind = at < values.length ? values[at] : BYTES;
                    int baseStart = at + 1;
                    NBitType base = type(nesting - 1);
                    if (baseKind == ARRAY || baseKind == COMPOUND) {
                        at = baseStart;
                        wentBack = true;
                    }
                    return new Repeated(size, base);
                case COMPOUND:
                    return compound(size, nesting);
                default:
                    return new Bytes(size);
            }
        }

        private NBitType number(int size) throws FilterException {
            int order = next("a byte order", 0, 1);
            int highest = (int) Math.min(8L * size, Integer.MAX_VALUE);
            int precision = next("a precision", 1, highest);
            return new Number(size, order == 1, precision, next("a bit offset", 0, highest - precision));
        }

        private NBitType compound(int size, int nesting) throws FilterException {
            int count = next("a number of members", 1, Math.min(size, values.length));
            List<NBitType> members = new ArrayList<>();
            int[] offsets = new int[count];
            int left = size;
            for (int i = 0; i < count; i++) {
                misread |= wentBack;
                offsets[i] = next("the offset of a member", 0, size);
                NBitType member = type(nesting - 1);
                if (member.size() > size - offsets[i] || member.size() > left) {
                    throw new FilterException("expected members that do not overlap within " + size + " bytes, found "
                            + member.size() + " bytes at " + offsets[i] + " and " + (size - left) + " in others");
                }
                left -= member.size();
                members.add(member);
            }
            return new Members(size, offsets, members.toArray(new NBitType[0]));
        }
    }

    private static final class Number extends NBitType {
        private final boolean bigEndian;
        private final int precision;
        private final int offset;

        Number(int size, boolean bigEndian, int precision, int offset) {
            super(size);
            this.bigEndian = bigEndian;
            this.precision = precision;
            this.offset = offset;
        }

        @Override
        long bits() {
            return precision;
        }

        /** The index of a byte, of which 0 is the least significant. */
        private int index(int significance) {
            return bigEndian ? size() - 1 - significance : significance;
        }

        @Override
        void read(BitReader in, byte[] out, int at) {
            if (size() > Long.BYTES) {
                for (int i = (offset + precision - 1) / 8; i >= offset / 8; i--) {
                    int low = Math.max(0, offset - 8 * i);
                    out[at + index(i)] = (byte) (in.read(bitsIn(i)) << low);
                }
                return;
            }
            long value = in.read(precision) << offset;
            for (int i = 0; i < size(); i++) {
                out[at + index(i)] = (byte) (value >>> 8 * i);
            }
        }

        @Override
        void write(BitWriter out, byte[] in, int at) {
            if (size() > Long.BYTES) {
                for (int i = (offset + precision - 1) / 8; i >= offset / 8; i--) {
                    int low = Math.max(0, offset - 8 * i);
                    out.write((in[at + index(i)] & 0xFF) >>> low, bitsIn(i));
                }
                return;
            }
            long value = 0;
            for (int i = size() - 1; i >= 0; i--) {
                value = value << 8 | in[at + index(i)] & 0xFF;
            }
            out.write(value >>> offset, precision);
        }

        /** How many bits of a byte belong to the number. */
        private int bitsIn(int significance) {
            int low = Math.max(0, offset - 8 * significance);
            return Math.min(8, offset + precision - 8 * significance) - low;
        }
    }

    private static final class Repeated extends NBitType {
        private final NBitType base;

        Repeated(int size, NBitType base) {
            super(size);
            this.base = base;
        }

        @Override
        long bits() {
            long count = size() / base.size();
            return count > 0 && base.bits() > MAX_BITS / count ? MAX_BITS : count * base.bits();
        }

        @Override
        void read(BitReader in, byte[] out, int at) {
            for (int i = 0; i <= size() - base.size(); i += base.size()) {
                base.read(in, out, at + i);
            }
        }

        @Override
        void write(BitWriter out, byte[] in, int at) {
            for (int i = 0; i <= size() - base.size(); i += base.size()) {
                base.write(out, in, at + i);
            }
        }
    }

    private static final class Members extends NBitType {
        private final int[] offsets;
        private final NBitType[] types;

        Members(int size, int[] offsets, NBitType[] types) {
            super(size);
            this.offsets = offsets;
            this.types = types;
        }

        @Override
        long bits() {
            long bits = 0;
            for (NBitType type : types) {
                bits = Math.min(MAX_BITS, bits + type.bits());
            }
            return bits;
        }

        @Override
        void read(BitReader in, byte[] out, int at) {
            for (int i = 0; i < types.length; i++) {
                types[i].read(in, out, at + offsets[i]);
            }
        }

        @Override
        void write(BitWriter out, byte[] in, int at) {
            for (int i = 0; i < types.length; i++) {
                types[i].write(out, in, at + offsets[i]);
            }
        }
    }

    private static final class Bytes extends NBitType {
        Bytes(int size) {
            super(size);
        }

        @Override
        long bits() {
            return 8L * size();
        }

        @Override
        void read(BitReader in, byte[] out, int at) {
            for (int i = 0; i < size(); i++) {
                out[at + i] = (byte) in.read(8);
            }
        }

        @Override
        void write(BitWriter out, byte[] in, int at) {
            for (int i = 0; i < size(); i++) {
                out.write(in[at + i], 8);
            }
        }
    }
}
