package dev.fallow.cli.shell;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Numbers of bytes for people, in units of 1,024 bytes: {@code 512}, {@code 1.5K}, {@code 23M}. Reads integers: {@code 4096}, or
 * with one of the units K, M, G and T, in upper or lower case.
 */
public final class Units implements ITypeConverter<Long> {
    private static final String UNITS = "KMGTPE";
    private static final String READ_UNITS = "KMGT";
    private static final int STEP = 1_024;
    private static final int UNIT_BITS = 10;

    /** A number of bytes: two or three digits and a unit; below 1,024 the number itself. */
    public static String of(long bytes) {
        double rest = bytes;
        int unit = -1;
        while (Math.round(rest) >= STEP || unit < 0 && rest >= STEP) {
            rest /= STEP;
            unit++;
        }
        if (unit < 0) {
            return Long.toString(bytes);
        }
        if (rest >= 9.95) {
            return "" + Math.round(rest) + UNITS.charAt(unit);
        }
        long tenths = Math.round(10 * rest);
        return tenths / 10 + "." + tenths % 10 + UNITS.charAt(unit);
    }

    @Override
    public Long convert(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        int unit = upper.isEmpty() ? 0 : 1 + READ_UNITS.indexOf(upper.charAt(upper.length() - 1));
        String digits = unit == 0 ? upper : upper.substring(0, upper.length() - 1);
        try {
            if (digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
                return Math.multiplyExact(Long.parseLong(digits), 1L << UNIT_BITS * unit);
            }
        } catch (ArithmeticException | NumberFormatException e) {
            // no digits, or 2^63 bytes and more
        }
        throw new TypeConversionException("expected a number of bytes such as 4096, 64M or 2G, found " + text);
    }
}
