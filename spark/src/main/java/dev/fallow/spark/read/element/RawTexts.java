package dev.fallow.spark.read.element;

import dev.fallow.WrongTypeException;
import dev.fallow.type.Enumeration;
import dev.fallow.type.FixedString;
import dev.fallow.type.StringPadding;
import dev.fallow.value.NameText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.UTF8String;

/** Strings of fixed length, opaque bytes, booleans, and names of enumerations. */
final class RawTexts {
    private static final int MOST_SHOWN = 32;

    private RawTexts() {}

    /** Strings without their padding. */
    static RawDecoder strings(FixedString type, DataType target) {
        boolean binary = target instanceof BinaryType;
        int size = (int) type.size();
        StringPadding padding = type.padding();
        return (bytes, at, stride, vector, row, count) -> {
            for (int i = 0; i < count; i++) {
                int from = at + i * stride;
                int length = length(bytes, from, size, padding);
                if (!binary && !isAscii(bytes, from, length)) {
                    checkText(Arrays.copyOfRange(bytes, from, from + length));
                }
                vector.putByteArray(row + i, bytes, from, length);
            }
        };
    }

    /** Puts the bytes of a string, as they are stored; if they are to be text, they must be UTF-8. */
    static void put(String text, WritableColumnVector target, int row) {
        byte[] bytes = NameText.encode(text);
        if (!(target.dataType() instanceof BinaryType) && !isAscii(bytes, 0, bytes.length)) {
            checkText(bytes);
        }
        target.putByteArray(row, bytes);
    }

    private static void checkText(byte[] bytes) {
        if (!UTF8String.fromBytes(bytes).isValid()) {
            String shown = HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, MOST_SHOWN));
            throw new WrongTypeException(
                    "expected a string in UTF-8, found the bytes %s%s; a schema with the type binary for this column reads the bytes"
                            .formatted(shown, bytes.length > MOST_SHOWN ? "..." : ""));
        }
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
