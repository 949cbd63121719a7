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
interface NBitType {
    // libhdf5 reads the values again for each element. After an array of arrays or of compounds it forgets to go on:
    // what it reads next is the base type of that array once more. So it takes members that follow such an array for
    // something else, and their data is lost, without an error. The parser does the same, so that the rest can be read.
    int NUMBER = 1;
    int ARRAY = 2;
    int COMPOUND = 3;
    int BYTES = 4;
    int MAX_NESTING = 64;
    /** The limit for counts of bits; no chunk has more. */
    long MAX_BITS = 1L << 62;

    /** The size of an element in bytes, at least 1. */
    int size();

    /** The number of stored bits of an element, at most 2^62. */
    long bits();

    void read(BitReader in, byte[] out, int at);

    void write(BitWriter out, byte[] in, int at);

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

    /** Reads a description. */
    final class Parser {
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
            return switch (kind) {
                case NUMBER -> number(size);
                case ARRAY -> array(size, nesting);
                case COMPOUND -> compound(size, nesting);
                default -> new Bytes(size);
            };
        }

        private NBitType array(int size, int nesting) throws FilterException {
            int baseKind = at < values.length ? values[at] : BYTES;
            int baseStart = at + 1;
            NBitType base = type(nesting - 1);
            if (baseKind == ARRAY || baseKind == COMPOUND) {
                at = baseStart;
                wentBack = true;
            }
            return new Repeated(size, base);
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

    /** A number of which the bits of its precision are stored. */
    record Number(int size, boolean bigEndian, int precision, int offset) implements NBitType {
        @Override
        public long bits() {
            return precision;
        }

        /** The index of a byte, of which 0 is the least significant. */
        private int index(int significance) {
            return bigEndian ? size - 1 - significance : significance;
        }

        @Override
        public void read(BitReader in, byte[] out, int at) {
            if (size > Long.BYTES) {
                for (int i = (offset + precision - 1) / 8; i >= offset / 8; i--) {
                    int low = Math.max(0, offset - 8 * i);
                    out[at + index(i)] = (byte) (in.read(bitsIn(i)) << low);
                }
                return;
            }
            long value = in.read(precision) << offset;
            for (int i = 0; i < size; i++) {
                out[at + index(i)] = (byte) (value >>> 8 * i);
            }
        }

        @Override
        public void write(BitWriter out, byte[] in, int at) {
            if (size > Long.BYTES) {
                for (int i = (offset + precision - 1) / 8; i >= offset / 8; i--) {
                    int low = Math.max(0, offset - 8 * i);
                    out.write((in[at + index(i)] & 0xFF) >>> low, bitsIn(i));
                }
                return;
            }
            long value = 0;
            for (int i = size - 1; i >= 0; i--) {
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

    /** An array. */
    record Repeated(int size, NBitType base) implements NBitType {
        @Override
        public long bits() {
            long count = size / base.size();
            return count > 0 && base.bits() > MAX_BITS / count ? MAX_BITS : count * base.bits();
        }

        @Override
        public void read(BitReader in, byte[] out, int at) {
            for (int i = 0; i <= size - base.size(); i += base.size()) {
                base.read(in, out, at + i);
            }
        }

        @Override
        public void write(BitWriter out, byte[] in, int at) {
            for (int i = 0; i <= size - base.size(); i += base.size()) {
                base.write(out, in, at + i);
            }
        }
    }

    /** A compound. */
    record Members(int size, int[] offsets, NBitType[] types) implements NBitType {
        @Override
        public long bits() {
            long bits = 0;
            for (NBitType type : types) {
                bits = Math.min(MAX_BITS, bits + type.bits());
            }
            return bits;
        }

        @Override
        public void read(BitReader in, byte[] out, int at) {
            for (int i = 0; i < types.length; i++) {
                types[i].read(in, out, at + offsets[i]);
            }
        }

        @Override
        public void write(BitWriter out, byte[] in, int at) {
            for (int i = 0; i < types.length; i++) {
                types[i].write(out, in, at + offsets[i]);
            }
        }
    }

    /** Bytes that are stored as they are. */
    record Bytes(int size) implements NBitType {
        @Override
        public long bits() {
            return 8L * size;
        }

        @Override
        public void read(BitReader in, byte[] out, int at) {
            for (int i = 0; i < size; i++) {
                out[at + i] = (byte) in.read(8);
            }
        }

        @Override
        public void write(BitWriter out, byte[] in, int at) {
            for (int i = 0; i < size; i++) {
                out.write(in[at + i], 8);
            }
        }
    }
}
