package dev.fallow.internal.census;

import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.SharedMessages;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Counts the users of the messages in the shared message table, for comparison with the counts in the table. */
final class SharedMessageUsers {
    private final SharedMessages messages;
    private final Map<Key, Long> found = new HashMap<>();

    private record Key(int type, long id) {}

    /** @param messages null if there is no table */
    SharedMessageUsers(SharedMessages messages) {
        this.messages = messages;
    }

    /** Counts a user; returns whether it is the first one. */
    boolean found(int type, long id) {
        return found.merge(new Key(type, id), 1L, Long::sum) == 1;
    }

    /** Counts the messages of a header; attributes in a heap are {@linkplain #found counted} where they are read. */
    void find(ObjectHeader header) throws IOException {
        if (messages == null) {
            return;
        }
        for (LiveMessage message : header.messages(any -> true)) {
            long id = SharedMessages.NONE;
            if (message.isSharable()) {
                id = messages.entryOf(header, message);
            } else if (message.type() != MessageType.ATTRIBUTE.number()) {
                id = message.sharedId();
            }
            if (id != SharedMessages.NONE) {
                found(message.type(), id);
            }
        }
    }

    /**
     * Compares the numbers. A count that is too high only keeps an unused message.
     *
     * @param damage receives the problems: a message with too low a count would be removed before its last user
     */
    void check(Consumer<String> damage) throws IOException {
        if (messages == null) {
            return;
        }
        Map<Key, Long> left = new HashMap<>(found);
        messages.forEachEntry((types, id, users) -> {
            long counted = 0;
            for (int type = 0; types >> type != 0; type++) {
                Long some = (types >> type & 1) == 0 ? null : left.remove(new Key(type, id));
                counted += some == null ? 0 : some;
            }
            if (counted > users) {
                damage.accept("shared message 0x%016x: expected at least %d users in the table, found %d"
                        .formatted(id, counted, users));
            }
        });
        left.forEach((key, users) -> damage.accept("shared message 0x%016x: expected a record of this %s, found none"
                .formatted(key.id, MessageType.titleOf(key.type))));
    }
}
