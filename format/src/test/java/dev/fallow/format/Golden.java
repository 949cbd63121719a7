package dev.fallow.format;

import java.util.HexFormat;

/** Converts commented hexadecimal dumps of structures to bytes. */
public final class Golden {
    private Golden() {}

    /** The bytes of a hexadecimal dump, without white space and comments, which start with #. */
    public static byte[] bytes(String dump) {
        return HexFormat.of().parseHex(dump.replaceAll("#.*|\\s", ""));
    }

    /** A reader of bytes without an address. */
    public static FieldReader reader(byte[] bytes) {
        return FieldReader.of(bytes, FieldSizes.EIGHT, "test", -1);
    }

    /** A reader of a dump at an address. */
    public static FieldReader reader(String dump, long address) {
        return FieldReader.of(bytes(dump), FieldSizes.EIGHT, "test", address);
    }
}
