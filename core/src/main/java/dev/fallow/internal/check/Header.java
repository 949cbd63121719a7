package dev.fallow.internal.check;

import dev.fallow.format.objectheader.MessageType;
import java.util.List;

/**
 * An object header as far as it can be read.
 *
 * @param version 1 or 2
 * @param linkCount as stored
 * @param messages of all blocks, without NIL and continuation messages
 * @param complete whether all blocks could be read
 */
record Header(long address, int version, long linkCount, List<Message> messages, boolean complete) {
    /** The first message of a type, or null. */
    Message find(MessageType type) {
        for (Message each : messages) {
            if (each.is(type)) {
                return each;
            }
        }
        return null;
    }

    boolean has(MessageType type) {
        return find(type) != null;
    }
}
