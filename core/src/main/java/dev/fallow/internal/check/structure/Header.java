package dev.fallow.internal.check.structure;

import dev.fallow.format.objectheader.MessageType;
import java.util.List;

/**
 * An object header as far as it can be read.
 *
 * @param ordered whether the messages have creation indexes
 * @param linkCount as stored
 * @param messages of all blocks, without NIL and continuation messages
 * @param complete whether all blocks could be read
 */
public record Header(long address, boolean ordered, long linkCount, List<Message> messages, boolean complete) {
    /** The first message of a type, or null. */
    public Message find(MessageType type) {
        for (Message each : messages) {
            if (each.is(type)) {
                return each;
            }
        }
        return null;
    }

    /** Whether there is a message of a type. */
    public boolean has(MessageType type) {
        return find(type) != null;
    }
}
