package dev.fallow.internal.link;

import dev.fallow.format.message.GroupInfo;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;

/**
 * Adds and removes links of a new-style group and converts their storage: compact to dense above {@code maxCompact}
 * links, dense to compact below {@code minDense}. An operation may consist of several changes; each of them determines
 * the current storage.
 */
final class NewStyleLinks {
    private final ObjectStore store;
    private final long address;
    private final String path;

    /**
     * @param header of the group
     * @param path the group's path, for messages
     */
    NewStyleLinks(ObjectStore store, ObjectHeader header, String path) {
        this.store = store;
        address = header.address();
        this.path = path;
    }

    /** The fewest links that the group keeps in dense storage. */
    static int minDense(ObjectStore store, ObjectHeader header) {
        return groupInfo(store, header).minDense();
    }

    /** A group's thresholds between compact and dense links. */
    static GroupInfo groupInfo(ObjectStore store, ObjectHeader header) {
        LiveMessage message = header.find(MessageType.GROUP_INFO);
        return message == null
                ? GroupInfo.DEFAULT
                : GroupInfo.decode(message.body(store.sizes(), MessageType.GROUP_INFO.title()));
    }

    private Links links() throws IOException {
        return Links.of(store, store.header(address), path);
    }

    /** The change that adds a checked link. */
    Links.Addition addition(String name) {
        return target -> add(name, target);
    }

    private void add(String name, LinkTarget target) throws IOException {
        Links links = links();
        if (links instanceof CompactLinks compact) {
            LinkMessage link = compact.next(name, target);
            if (compact.hasRoomFor(link)) {
                compact.add(link);
                return;
            }
            compact.makeDense();
            links = links();
        }
        ((DenseLinks) links).add(name, target);
    }

    /** The change that removes a checked link. */
    Change removal(String name) {
        return () -> {
            if (links() instanceof CompactLinks compact) {
                compact.remove(name);
            } else {
                ((DenseLinks) links()).remove(name);
            }
        };
    }
}
