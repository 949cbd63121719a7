package dev.fallow.cli.text;

import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import dev.fallow.value.Types;
import java.nio.ByteOrder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads names of datatypes: {@code int8} to {@code int64}, {@code uint8} to {@code uint64}, {@code float16} to {@code
 * float64}, each also with {@code " big-endian"}; the names of numpy, such as {@code <f8} and {@code >i4}; {@code bool},
 * {@code string}, and {@code string[12]}, of a fixed number of bytes.
 */
public final class TypeParser implements ITypeConverter<Datatype> {
    /** The names that are understood, for help. */
    public static final String NAMES =
            "int8 to int64, uint8 to uint64, float16 to float64, the same with \" big-endian\", or as numpy writes them:"
                    + " <i4, >f8; bool; string; string[BYTES]";

    private static final Pattern NUMBER = Pattern.compile("(int|uint|float)(8|16|32|64)( big-endian| little-endian)?");
    private static final Pattern NUMPY = Pattern.compile("([<>|=]?)([iuf])([1248])");
    private static final Pattern TEXT = Pattern.compile("(?:string\\[|\\|?S)([0-9]{1,9})\\]?");

    /** Instantiated by picocli. */
    public TypeParser() {}

    @Override
    public Datatype convert(String text) {
        Matcher number = NUMBER.matcher(text);
        Matcher numpy = NUMPY.matcher(text);
        Matcher fixed = TEXT.matcher(text);
        Datatype type = null;
        if (text.equals("bool")) {
            type = Types.bool();
        } else if (text.equals("string") || text.equals("utf8 string")) {
            type = Types.string();
        } else if (number.matches()) {
            type = number(
                    number.group(1).charAt(0),
                    Integer.parseInt(number.group(2)) / 8,
                    " big-endian".equals(number.group(3)));
        } else if (numpy.matches()) {
            type = number(
                    numpy.group(2).charAt(0),
                    Integer.parseInt(numpy.group(3)),
                    numpy.group(1).equals(">"));
        } else if (fixed.matches() && Integer.parseInt(fixed.group(1)) > 0) {
            type = Types.string(Integer.parseInt(fixed.group(1)));
        }
        if (type == null) {
            throw new TypeConversionException("expected a type (" + NAMES + "), found " + text);
        }
        return type;
    }

    private static Datatype number(char kind, int size, boolean bigEndian) {
        if (kind == 'f') {
            return size == 1
                    ? null
                    : FloatingPoint.ieee(
                            size, bigEndian ? FloatingPoint.Order.BIG_ENDIAN : FloatingPoint.Order.LITTLE_ENDIAN);
        }
        return FixedPoint.of(size, kind == 'i', bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    }
}
