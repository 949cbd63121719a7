package dev.fallow.format.superblock;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Printable;
import dev.fallow.format.Utf8;

/**
 * Driver information block, version 0. Superblocks of version 0 and 1 contain its address.
 *
 * <pre>
 *   bytes  field
 *     1    version, 0
 *     3    reserved, 0
 *     4    size of the driver information, n
 *     8    driver identification: four letters of the vendor, four of the driver
 *     n    driver information
 * </pre>
 *
 * Later superblocks have a {@linkplain dev.fallow.format.message.DriverInfo message} instead.
 *
 * @param data driver-specific; not copied
 */
public record DriverInfoBlock(String name, byte[] data) {
    /** The length of the fields before the driver information, in bytes. */
    public static final int PREFIX_LENGTH = 16;

    public static final String STRUCTURE = "driver information block";

    private static final int NAME_LENGTH = 8;

    public DriverInfoBlock {
        if (Utf8.length(name) != NAME_LENGTH) {
            throw new IllegalArgumentException(
                    Printable.message("driver name \"" + name + "\": expected " + NAME_LENGTH + " bytes"));
        }
    }

    /**
     * The length in bytes of the block that starts here.
     *
     * @param prefix at least {@value #PREFIX_LENGTH} bytes
     */
    public static long encodedLength(FieldReader prefix) {
        prefix.version(0);
        prefix.skip(3);
        return PREFIX_LENGTH + prefix.u32();
    }

    public static DriverInfoBlock decode(FieldReader in) {
        in.version(0);
        in.skip(3);
        long length = in.u32();
        return new DriverInfoBlock(in.text(NAME_LENGTH), in.bytes(length));
    }

    /** Writes {@link #encodedLength()} bytes. */
    public void encode(FieldWriter out) {
        out.u8(0).zeros(3).u32(data.length).text(name).bytes(data);
    }

    /** The length of the block in bytes. */
    public int encodedLength() {
        return PREFIX_LENGTH + data.length;
    }
}
