package dev.fallow.internal.link;

import dev.fallow.format.message.LinkInfo;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.dense.DenseTable;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;

/**
 * Links of a new-style group, which has a link info message. Their storage is converted: compact to dense above
 * {@code maxCompact} links, dense to compact below {@code minDense}. An operation may consist of several changes; each of them
 * determines the current storage.
 */
abstract sealed class NewStyleLinks implements Links permits CompactLinks, DenseLinks {
    final ObjectStore store;
    final ObjectHeader header;
    LinkInfo info;
    private LiveMessage infoMessage;

    NewStyleLinks(ObjectStore store, ObjectHeader header, LiveMessage infoMessage, LinkInfo info) {
        this.store = store;
        this.header = header;
        this.infoMessage = infoMessage;
        this.info = info;
    }

    /** The link to add. */
    final LinkMessage next(String name, LinkTarget target) {
        return LinkMessage.of(
                name, target, info.creationOrderTracked() ? info.maxCreationIndex() : LinkMessage.NO_ORDER);
    }

    /** Writes the link info message. */
    void putInfo(LinkInfo changed) {
        info = changed;
        infoMessage = header.replace(infoMessage, MessageType.LINK_INFO, store.encode(info::encode));
    }

    /** Counts a link that has been added. */
    final void added(LinkMessage link) {
        if (link.creationOrder() != LinkMessage.NO_ORDER) {
            putInfo(info.withMaxCreationIndex(link.creationOrder() + 1));
        }
    }

    /** The link info message with this table. */
    final LinkInfo with(DenseTable<LinkMessage> table) {
        return info.withStorage(table.heapAddress(), table.nameIndexAddress(), table.orderIndexAddress());
    }

    @Override
    public final Addition addition(String path, LinkMessage like) throws IOException {
        prepareAdd(path, like);
        ObjectStore objects = store;
        long address = header.address();
        return target -> {
            Links links = Links.of(objects, objects.header(address), path);
            if (links instanceof CompactLinks compact) {
                LinkMessage link = compact.next(like.name(), target);
                if (compact.hasRoomFor(link)) {
                    compact.add(link);
                    return;
                }
                compact.makeDense();
                links = Links.of(objects, objects.header(address), path);
            }
            ((DenseLinks) links).add(like.name(), target);
        };
    }

    @Override
    public final Change removal(String path, String name) throws IOException {
        prepareRemove(name);
        ObjectStore objects = store;
        long address = header.address();
        return () -> ((NewStyleLinks) Links.of(objects, objects.header(address), path)).remove(name);
    }

    /** As {@link #addition}, without the change. */
    abstract void prepareAdd(String path, LinkMessage like) throws IOException;

    /** As {@link #removal}, without the change. */
    abstract void prepareRemove(String name) throws IOException;

    abstract void remove(String name) throws IOException;
}
