package dev.fallow.cli.text;

import java.util.Locale;

/** Numbers of bytes for people, in units of 1,024 bytes: {@code 512}, {@code 1.5K}, {@code 23M}. */
public final class Units {
    private static final String UNITS = "KMGTPE";
    private static final int STEP = 1_024;

    private Units() {}

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
        String digits = rest < 9.95 ? String.format(Locale.US, "%.1f", rest) : Long.toString(Math.round(rest));
        return digits + UNITS.charAt(unit);
    }
}
