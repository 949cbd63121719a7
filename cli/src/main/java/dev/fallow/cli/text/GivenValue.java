package dev.fallow.cli.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.fallow.type.Datatype;
import dev.fallow.type.Enumeration;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import dev.fallow.value.Types;
import java.io.IOException;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * A value from the command line: a number, {@code true} or {@code false}, another text, several of these, or a JSON array
 * of them.
 *
 * @param type of an element
 * @param dimensions empty for a single element
 * @param value one element, or an array
 */
public record GivenValue(Datatype type, long[] dimensions, Object value) {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int DEEPEST = 32;

    /** The maximum number of digits of an integer of 64 bits. */
    private static final int MOST_DIGITS = 20;

    /**
     * Reads a value.
     *
     * @param texts one for a single element, or a JSON array; several for an array of one dimension
     * @param type of an element; null for the simplest one that fits all: int64, float64, bool, string
     * @throws IllegalArgumentException if an element does not fit the type, or the rows of an array differ in length
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

    private static Datatype simplest(List<String> texts) {
        if (!texts.isEmpty() && texts.stream().allMatch(GivenValue::isLong)) {
            return Types.integer(Long.BYTES);
        } else if (!texts.isEmpty() && texts.stream().allMatch(GivenValue::isNumber)) {
            return Types.floatingPoint(Double.BYTES);
        } else if (!texts.isEmpty() && texts.stream().allMatch(text -> text.matches("true|false"))) {
            return Types.bool();
        }
        return Types.string();
    }

    /** Whether a text is an integer of 64 bits. */
    public static boolean isLong(String text) {
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
    public static boolean isNumber(String text) {
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
     * An element of a type. A number that does not fit stays a text, which no type of numbers takes: what writes it refuses
     * it, and names the file, the object and the element.
     *
     * @throws IllegalArgumentException if the text is no such element
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
            if (!text.matches("true|false")) {
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
}
