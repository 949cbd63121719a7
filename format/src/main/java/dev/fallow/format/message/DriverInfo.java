package dev.fallow.format.message;

import dev.fallow.format.FieldReader;
import dev.fallow.format.Printable;
import dev.fallow.format.Utf8;

/**
 * Driver info message: version 0 (1), driver name (8), length of the data (2), data.
 *
 * @param name 8 bytes
 * @param data driver-specific, 1 to 65,535 bytes; not copied
 */
public record DriverInfo(String name, byte[] data) {
    private static final int NAME_LENGTH = 8;

    public DriverInfo {
        if (Utf8.length(name) != NAME_LENGTH || data.length == 0 || data.length > 0xFFFF) {
            throw new IllegalArgumentException(
                    Printable.message("driver name \"" + name + "\", " + data.length + " bytes of data"));
        }
    }

    public static DriverInfo decode(FieldReader in) {
        in.version(0);
        String name = in.text(NAME_LENGTH);
        int length = in.u16();
        if (length == 0) {
            throw in.fail("expected driver information of at least 1 byte, found 0", 2);
        }
        return new DriverInfo(name, in.bytes(length));
    }
}
