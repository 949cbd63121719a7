package dev.fallow.format.message;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.objectheader.HeaderMessage;
import dev.fallow.format.objectheader.MessageType;

/**
 * Shared message table message: version 0 (1), address of the table (O bytes), number of indexes (1).
 *
 * @param address of the table
 * @param indexCount 0 to 255
 */
public record SharedMessageTable(long address, int indexCount) implements HeaderMessage {
    /** Reads a shared message table message. */
    public static SharedMessageTable decode(FieldReader in) {
        in.version(0);
        return new SharedMessageTable(in.definedOffset(), in.u8());
    }

    @Override
    public void encode(FieldWriter out) {
        out.u8(0).offset(address).u8(indexCount);
    }

    @Override
    public int encodedLength(FieldSizes sizes) {
        return 2 + sizes.offsets();
    }

    @Override
    public MessageType messageType() {
        return MessageType.SHARED_MESSAGE_TABLE;
    }
}
