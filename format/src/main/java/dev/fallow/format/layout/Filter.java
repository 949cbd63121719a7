package dev.fallow.format.layout;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Utf8;
import dev.fallow.format.Widths;

/**
 * One filter of a {@link FilterPipeline}.
 *
 * <pre>
 *   bytes   field
 *     2     filter identification
 *   0 or 2  length of the name with its terminator; in version 2 only for identifications of 256 and more
 *     2     flags: 1 optional
 *     2     number of client data values, v
 *     n     name and zero byte; version 1: zero padded to a multiple of 8
 *    4*v    client data values
 *   0 or 4  version 1: padding, if the number of values is odd
 * </pre>
 *
 * @param id 0 to 65,535: 1 deflate, 2 shuffle, 3 fletcher32, 4 szip, 5 nbit, 6 scale-offset
 * @param name empty if not stored
 * @param clientData unsigned, as stored; not copied
 */
public record Filter(int id, String name, int flags, int[] clientData) {
    /** Flag: a chunk may be written without this filter if the filter fails. */
    public static final int OPTIONAL = 1;

    private static final int FIRST_NAMED = 256;

    public Filter {
        if (id < 0 || id > 0xFFFF || flags < 0 || flags > 0xFFFF || clientData.length > 0xFFFF) {
            throw new IllegalArgumentException(
                    "filter " + id + ", flags " + flags + ", " + clientData.length + " client data values");
        }
        if (name.indexOf(0) >= 0 || Utf8.length(name) >= 0xFFF8) {
            throw new IllegalArgumentException(
                    "name of filter " + id + ": zero byte or " + Utf8.length(name) + " bytes");
        }
    }

    static Filter decode(FieldReader in, int version) {
        int id = in.u16();
        int nameLength = version == 1 || id >= FIRST_NAMED ? in.u16() : 0;
        if (version == 1 && nameLength % 8 != 0) {
            throw in.fail("expected a filter name length that is a multiple of 8, found " + nameLength, 2);
        }
        int flags = in.u16();
        int values = in.u16();
        String name = "";
        if (nameLength > 0) {
            name = in.inner(nameLength, "filter name").zeroTerminatedText();
        }
        if (4 * values > in.remaining()) {
            throw in.fail("expected " + values + " client data values, found " + in.remaining() + " bytes");
        }
        int[] clientData = new int[values];
        for (int i = 0; i < values; i++) {
            clientData[i] = in.i32();
        }
        if (version == 1 && values % 2 != 0) {
            in.skip(4);
        }
        return new Filter(id, name, flags, clientData);
    }

    void encode(FieldWriter out, int version) {
        int nameLength = storedNameLength(version);
        out.u16(id);
        if (version == 1 || id >= FIRST_NAMED) {
            out.u16(nameLength);
        }
        out.u16(flags).u16(clientData.length);
        if (nameLength > 0) {
            out.text(name).zeros(nameLength - Utf8.length(name));
        }
        for (int value : clientData) {
            out.i32(value);
        }
        if (version == 1 && clientData.length % 2 != 0) {
            out.zeros(4);
        }
    }

    private int storedNameLength(int version) {
        if (name.isEmpty() || version != 1 && id < FIRST_NAMED) {
            return 0;
        }
        int length = Utf8.length(name) + 1;
        return version == 1 ? (int) Widths.align8(length) : length;
    }

    /** Whether a chunk may be written without this filter if the filter fails. */
    public boolean optional() {
        return (flags & OPTIONAL) != 0;
    }
}
