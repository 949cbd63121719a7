package dev.fallow.format;

import java.util.HexFormat;

/** Bytes of structures, as dumps with comments. */
public final class Golden {
    private Golden() {}

    /** The bytes of a hexadecimal dump; white space and what is behind # do not count. */
    public static byte[] bytes(String dump) {
        return HexFormat.of().parseHex(dump.replaceAll("#.*|\\s", ""));
    }

    /** A reader of bytes that have no address. */
    public static FieldReader reader(byte[] bytes) {
        return FieldReader.of(bytes, FieldSizes.EIGHT, "test", -1);
    }

    /** A reader of a dump that lies at an address. */
    public static FieldReader reader(String dump, long address) {
        return FieldReader.of(bytes(dump), FieldSizes.EIGHT, "test", address);
    }
}
