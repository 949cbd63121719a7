package dev.fallow.spark.read.element;

import dev.fallow.format.Utf8;
import dev.fallow.format.datatype.Enumeration;
import dev.fallow.format.datatype.FixedString;
import dev.fallow.format.datatype.StringPadding;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Strings of fixed length, opaque bytes, booleans, and names of enumerations. */
final class RawTexts {
    private RawTexts() {}

    /** Strings without their padding. */
    static RawDecoder strings(FixedString type) {
        int size = (int) type.size();
        StringPadding padding = type.padding();
        return (bytes, at, stride, vector, row, count) -> {
            for (int i = 0; i < count; i++) {
                int from = at + i * stride;
                int length = length(bytes, from, size, padding);
                if (isAscii(bytes, from, length)) {
                    vector.putByteArray(row + i, bytes, from, length);
                } else {
                    vector.putByteArray(
                            row + i, Utf8.decode(bytes, from, length).getBytes(StandardCharsets.UTF_8));
                }
            }
        };
    }

    private static int length(byte[] bytes, int from, int size, StringPadding padding) {
        if (padding == StringPadding.NULL_TERMINATED) {
            int length = 0;
            while (length < size && bytes[from + length] != 0) {
                length++;
            }
            return length;
        }
        int filler = padding == StringPadding.SPACE_PADDED ? ' ' : 0;
        int length = size;
        while (length > 0 && bytes[from + length - 1] == filler) {
            length--;
        }
        return length;
    }

    private static boolean isAscii(byte[] bytes, int from, int length) {
        int bits = 0;
        for (int i = from; i < from + length; i++) {
            bits |= bytes[i];
        }
        return bits >= 0;
    }

    static RawDecoder opaque(int size) {
        return (bytes, at, stride, vector, row, count) -> {
            for (int i = 0; i < count; i++) {
                vector.putByteArray(row + i, bytes, at + i * stride, size);
            }
        };
    }

    /** @param yes the number of TRUE */
    static RawDecoder booleans(byte yes) {
        return (bytes, at, stride, vector, row, count) -> {
            for (int i = 0; i < count; i++) {
                vector.putBoolean(row + i, bytes[at + i * stride] == yes);
            }
        };
    }

    /** The names of an enumeration; a number without a name as its decimal digits. */
    static RawDecoder names(Enumeration type, RawNumbers.Reader reader) {
        Map<Long, byte[]> names = new HashMap<>();
        int size = (int) type.base().size();
        for (int i = 0; i < type.names().size(); i++) {
            names.put(reader.read(type.values(), i * size), type.names().get(i).getBytes(StandardCharsets.UTF_8));
        }
        return (bytes, at, stride, vector, row, count) -> {
            for (int i = 0; i < count; i++) {
                long number = reader.read(bytes, at + i * stride);
                byte[] name = names.get(number);
                vector.putByteArray(
                        row + i, name != null ? name : Long.toString(number).getBytes(StandardCharsets.US_ASCII));
            }
        };
    }
}
