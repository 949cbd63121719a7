package dev.fallow.internal.header;

import dev.fallow.format.Addresses;
import dev.fallow.format.message.GroupInfo;
import dev.fallow.format.message.LinkInfo;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.options.GroupOptions;
import java.util.List;

/**
 * The initial messages of a new group. Most groups are created with the same options, whose messages are encoded once.
 */
public final class NewGroupMessages {
    private final ObjectStore store;
    private GroupOptions lastOptions;
    private List<NewMessage> lastMessages;

    NewGroupMessages(ObjectStore store) {
        this.store = store;
    }

    public List<NewMessage> messages(GroupOptions options) {
        if (!options.equals(lastOptions)) {
            lastMessages = encoded(options);
            lastOptions = options;
        }
        return lastMessages;
    }

    private List<NewMessage> encoded(GroupOptions options) {
        LinkInfo links = new LinkInfo(
                options.creationOrder().tracked(),
                options.creationOrder().indexed(),
                0,
                Addresses.UNDEFINED,
                Addresses.UNDEFINED,
                Addresses.UNDEFINED);
        GroupInfo defaults = GroupInfo.DEFAULT;
        GroupInfo group = new GroupInfo(
                options.maxCompact() != defaults.maxCompact() || options.minDense() != defaults.minDense(),
                options.maxCompact(),
                options.minDense(),
                false,
                defaults.estimatedEntries(),
                defaults.estimatedNameLength());
        return List.of(
                new NewMessage(MessageType.LINK_INFO, 0, store.encode(links::encode)),
                new NewMessage(MessageType.GROUP_INFO, MessageFlags.CONSTANT, store.encode(group::encode)));
    }
}
