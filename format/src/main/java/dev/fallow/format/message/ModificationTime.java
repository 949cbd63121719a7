package dev.fallow.format.message;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.objectheader.HeaderMessage;

/** Object modification time message: version 1 (1), reserved (3), seconds since the start of 1970, UTC (4). */
public record ModificationTime(long seconds) implements HeaderMessage {
    public static ModificationTime decode(FieldReader in) {
        in.version(1);
        in.skip(3);
        return new ModificationTime(in.u32());
    }

    @Override
    public void encode(FieldWriter out) {
        out.u8(1).zeros(3).u32(seconds);
    }
}
