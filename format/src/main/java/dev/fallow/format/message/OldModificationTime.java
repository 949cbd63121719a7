package dev.fallow.format.message;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.objectheader.HeaderMessage;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Objects;

/**
 * Object modification time message of old files: 14 ASCII digits, YYYYMMDDhhmmss, then 2 reserved bytes.
 *
 * @param time in UTC, in whole seconds, with a year of at most four digits
 */
public record OldModificationTime(LocalDateTime time) implements HeaderMessage {
    private static final int DIGITS = 14;

    public OldModificationTime {
        Objects.requireNonNull(time);
        if (time.getYear() < 0 || time.getYear() > 9999 || time.getNano() != 0) {
            throw new IllegalArgumentException("old modification time: " + time);
        }
    }

    /** @param seconds since the start of 1970 (UTC), 0 to 2^32-1 */
    public static OldModificationTime ofSeconds(long seconds) {
        return new OldModificationTime(LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC));
    }

    public static OldModificationTime decode(FieldReader in) {
        String digits = in.text(DIGITS);
        if (digits.length() != DIGITS || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw in.fail("expected " + DIGITS + " digits, found \"" + digits + "\"", DIGITS);
        }
        int[] at = {0, 4, 6, 8, 10, 12, DIGITS};
        int[] field = new int[6];
        for (int i = 0; i < field.length; i++) {
            field[i] = Integer.parseInt(digits.substring(at[i], at[i + 1]));
        }
        LocalDateTime time;
        try {
            time = LocalDateTime.of(field[0], field[1], field[2], field[3], field[4], field[5]);
        } catch (DateTimeException notADate) {
            throw in.fail("expected a date and time, found " + digits + ": " + notADate.getMessage(), DIGITS);
        }
        in.skip(2);
        return new OldModificationTime(time);
    }

    @Override
    public void encode(FieldWriter out) {
        digits(out, time.getYear(), 4);
        digits(out, time.getMonthValue(), 2);
        digits(out, time.getDayOfMonth(), 2);
        digits(out, time.getHour(), 2);
        digits(out, time.getMinute(), 2);
        digits(out, time.getSecond(), 2);
        out.zeros(2);
    }

    private static void digits(FieldWriter out, int value, int count) {
        if (count > 1) {
            digits(out, value / 10, count - 1);
        }
        out.u8('0' + value % 10);
    }
}
