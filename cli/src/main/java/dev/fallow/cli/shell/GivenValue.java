package dev.fallow.cli.shell;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.fallow.Types;
import dev.fallow.type.Datatype;
import dev.fallow.type.Enumeration;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import java.io.IOException;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A value from the command line: a number, {@code true} or {@code false}, another text, several of these, or a JSON array of them. The
 * dimensions of a single element are empty.
 */
public record GivenValue(Datatype type, long[] dimensions, Object value) {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int DEEPEST = 32;
    private static final String TRUTH = "true|false";

    /** The maximum number of digits of an integer of 64 bits. */
    private static final int MOST_DIGITS = 20;

    /**
     * Reads a value. Refuses an element that does not fit the type, and rows that differ in length.
     *
     * @param texts one for a single element, or a JSON array; several for an array of one dimension
     * @param type of an element; null for the simplest one that fits all
     */
    public static GivenValue of(List<String> texts, Datatype type) {
        Object tree = texts.size() > 1 ? List.copyOf(texts) : texts.get(0);
        if (texts.size() == 1 && texts.get(0).strip().startsWith("[")) {
            tree = array(texts.get(0));
        }
        List<Long> shape = new ArrayList<>();
        for (Object at = tree; at instanceof List<?> row; at = row.isEmpty() ? null : row.get(0)) {
            shape.add((long) row.size());
        }
        List<String> leaves = new ArrayList<>();
        collect(tree, shape, 0, leaves);
        Datatype elements = type == null ? simplest(leaves) : type;
        long[] dimensions = shape.stream().mapToLong(Long::longValue).toArray();
        return new GivenValue(elements, dimensions, build(tree, elements, dimensions, 0));
    }

    /** Whether this is a single number that does not fit its type. */
    public boolean isMisfit() {
        return value instanceof String && (type instanceof FixedPoint || type instanceof FloatingPoint);
    }

    private static void collect(Object tree, List<Long> shape, int depth, List<String> leaves) {
        if (tree instanceof List<?> row) {
            if (depth == shape.size() || row.size() != shape.get(depth)) {
                throw new IllegalArgumentException("expected rows of the same length");
            }
            row.forEach(element -> collect(element, shape, depth + 1, leaves));
        } else if (depth != shape.size()) {
            throw new IllegalArgumentException("expected rows of the same length");
        } else {
            leaves.add((String) tree);
        }
    }

    /** The simplest type that fits all texts: int64, float64, bool or string. */
    public static final class Simplest {
        private boolean longs = true;
        private boolean numbers = true;
        private boolean truths = true;

        /** Adds a text. */
        public void add(String text) {
            longs = longs && isLong(text);
            numbers = numbers && isNumber(text);
            truths = truths && text.matches(TRUTH);
        }

        /** The type; int64 if there are no texts. */
        public Datatype type() {
            if (longs) {
                return Types.integer(Long.BYTES);
            } else if (numbers) {
                return Types.floatingPoint(Double.BYTES);
            }
            return truths ? Types.bool() : Types.string();
        }
    }

    private static Datatype simplest(List<String> texts) {
        Simplest simplest = new Simplest();
        texts.forEach(simplest::add);
        return texts.isEmpty() ? Types.string() : simplest.type();
    }

    private static boolean isLong(String text) {
        if (!text.matches("[+-]?[0-9]{1,19}")) {
            return false;
        }
        try {
            Long.parseLong(text);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Whether a text is a number in decimal notation, NaN or an infinity. */
    private static boolean isNumber(String text) {
        return text.matches("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?") || special(text) != null;
    }

    private static Double special(String text) {
        return switch (text) {
            case "NaN", "nan" -> Double.NaN;
            case "Infinity", "inf", "+inf" -> Double.POSITIVE_INFINITY;
            case "-Infinity", "-inf" -> Double.NEGATIVE_INFINITY;
            default -> null;
        };
    }

    private static Object build(Object tree, Datatype type, long[] dimensions, int depth) {
        if (!(tree instanceof List<?> row)) {
            return element((String) tree, type);
        }
        Class<?> rows = Object.class;
        for (int i = depth + 1; i < dimensions.length; i++) {
            rows = rows.arrayType();
        }
        Object array = Array.newInstance(rows, row.size());
        for (int i = 0; i < row.size(); i++) {
            Array.set(array, i, build(row.get(i), type, dimensions, depth + 1));
        }
        return array;
    }

    /**
     * An element of a type; refuses a text that is none. A number that does not fit stays a text, which no type of numbers takes: what writes
     * it refuses it, and names the file, the object and the element.
     */
    public static Object element(String text, Datatype type) {
        if (type instanceof FixedPoint || type instanceof FloatingPoint) {
            Double special = type instanceof FloatingPoint ? special(text) : null;
            if (special != null) {
                return special;
            } else if (!isNumber(text)) {
                throw new IllegalArgumentException("expected a number of type " + type + ", found \"" + text + "\"");
            }
            Number number = type instanceof FloatingPoint real ? real(text, real) : integer(text);
            return number == null ? text : number;
        } else if (type instanceof Enumeration) {
            if (!text.matches(TRUTH)) {
                throw new IllegalArgumentException("expected true or false, found \"" + text + "\"");
            }
            return Boolean.valueOf(text);
        }
        return text;
    }

    /** Rounded if it is a decimal fraction or has an exponent; null if it is an integer that is not exact, or too large. */
    private static Number real(String text, FloatingPoint type) {
        Number number = type.size() == Float.BYTES ? (Number) Float.valueOf(text) : (Number) Double.valueOf(text);
        double value = number.doubleValue();
        boolean inexact = Double.isInfinite(value)
                || text.matches("[+-]?[0-9]+") && new BigDecimal(value).compareTo(new BigDecimal(text)) != 0;
        return inexact ? null : number;
    }

    /** Null if it has a fraction, or more digits than any integer. Exponents may be of any size. */
    private static BigInteger integer(String text) {
        BigDecimal number;
        try {
            number = new BigDecimal(text);
        } catch (NumberFormatException e) {
            return null; // an exponent of more than 32 bits
        }
        long digits = (long) number.precision() - number.scale(); // before the point
        if (number.signum() == 0) {
            return BigInteger.ZERO;
        } else if (digits <= 0 || digits > MOST_DIGITS) {
            return null;
        }
        return number.stripTrailingZeros().scale() > 0 ? null : number.toBigInteger();
    }

    private static Object array(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            parser.nextToken();
            Object value = read(parser, 0);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("expected one JSON array, found \"" + text + "\"");
            }
            return value;
        } catch (IOException e) {
            throw new IllegalArgumentException("expected a JSON array, found \"" + text + "\"", e);
        }
    }

    private static Object read(JsonParser parser, int depth) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_ARRAY && depth < DEEPEST) {
            List<Object> row = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                row.add(read(parser, depth + 1));
            }
            return row;
        } else if (token == null || !token.isScalarValue() || token == JsonToken.VALUE_NULL) {
            throw new IllegalArgumentException("expected arrays, numbers, texts, true and false");
        }
        return parser.getText();
    }

    /**
     * Reads names of datatypes: {@code int8} to {@code int64}, {@code uint8} to {@code uint64}, {@code float16} to {@code
     * float64}, each also with {@code " big-endian"}; the names of numpy, such as {@code <f8} and {@code >i4}; {@code bool},
     * {@code string}, and {@code string[12]}, of a fixed number of bytes.
     */
    public static final class TypeParser implements ITypeConverter<Datatype> {
        /** The names that are understood, for help. */
        public static final String NAMES =
                "int8 to int64, uint8 to uint64, float16 to float64, the same with \" big-endian\", or as numpy writes them:"
                        + " <i4, >f8; bool; string; string[BYTES]";

        private static final Pattern NUMBER =
                Pattern.compile("(int|uint|float)(8|16|32|64)( big-endian| little-endian)?");
        private static final Pattern NUMPY = Pattern.compile("([<>|=]?)([iuf])([1248])");
        private static final Pattern TEXT = Pattern.compile("(?:string\\[|\\|?S)([0-9]{1,9})\\]?");

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
                int bits = Integer.parseInt(number.group(2));
                type = number(number.group(1).charAt(0), bits / 8, " big-endian".equals(number.group(3)));
            } else if (numpy.matches()) {
                int bytes = Integer.parseInt(numpy.group(3));
                type = number(numpy.group(2).charAt(0), bytes, numpy.group(1).equals(">"));
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
                FloatingPoint.Order order =
                        bigEndian ? FloatingPoint.Order.BIG_ENDIAN : FloatingPoint.Order.LITTLE_ENDIAN;
                return size == 1 ? null : FloatingPoint.ieee(size, order);
            }
            return FixedPoint.of(size, kind == 'i', bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        }
    }
}
