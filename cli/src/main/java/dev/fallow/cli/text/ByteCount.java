package dev.fallow.cli.text;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads numbers of bytes: {@code 4096}, or with a unit of 1,024 (K), 1,024² (M), 1,024³ (G) or 1,024⁴ (T) bytes, such as
 * {@code 64M}. Upper and lower case.
 */
public final class ByteCount implements ITypeConverter<Long> {
    private static final String UNITS = "KMGT";
    private static final int UNIT_BITS = 10;

    /** Instantiated by picocli. */
    public ByteCount() {}

    @Override
    public Long convert(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        int unit = upper.isEmpty() ? 0 : 1 + UNITS.indexOf(upper.charAt(upper.length() - 1));
        String digits = unit == 0 ? upper : upper.substring(0, upper.length() - 1);
        if (digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            try {
                return Math.multiplyExact(Long.parseLong(digits), 1L << UNIT_BITS * unit);
            } catch (ArithmeticException | NumberFormatException e) {
                throw failure(text); // no digits, or 2^63 bytes and more
            }
        }
        throw failure(text);
    }

    private static TypeConversionException failure(String text) {
        return new TypeConversionException("expected a number of bytes such as 4096, 64M or 2G, found " + text);
    }
}
