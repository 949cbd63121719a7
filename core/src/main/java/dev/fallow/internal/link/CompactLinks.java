package dev.fallow.internal.link;

import dev.fallow.format.Utf8;
import dev.fallow.format.message.LinkInfo;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.dense.DenseTable;
import dev.fallow.internal.dense.NewKeys;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;
import java.util.List;
import java.util.TreeMap;

/**
 * Compact links: one message each in the group's object header. The first lookup decodes all links; they are cached
 * with the live header.
 */
public final class CompactLinks extends NewStyleLinks {
    /** The minimum number of bytes for links in a new chunk. */
    private static final int SMALLEST_LINK_ROOM = 96;
    /** The maximum number of bytes. */
    private static final int LARGEST_LINK_ROOM = 1024;

    /** Decoded when a link is added; -1 before that. */
    private int maxCompact = -1;

    private final TreeMap<String, Stored> byName = new TreeMap<>();

    /** A link and its message. */
    private record Stored(LinkMessage link, LiveMessage message) {}

    private CompactLinks(ObjectStore store, ObjectHeader header, LiveMessage infoMessage, LinkInfo info) {
        super(store, header, infoMessage, info);
    }

    static CompactLinks load(ObjectStore store, ObjectHeader header, LiveMessage infoMessage, LinkInfo info) {
        CompactLinks links = new CompactLinks(store, header, infoMessage, info);
        if (!header.has(MessageType.LINK)) {
            return links;
        }
        for (LiveMessage message : header.messages(MessageType.LINK)) {
            LinkMessage link = message.decoded(store.sizes(), LinkMessage::decode);
            links.byName.put(link.name(), new Stored(link, message));
        }
        return links;
    }

    @Override
    public LinkMessage find(String name) {
        Stored stored = byName.get(name);
        return stored == null ? null : stored.link;
    }

    @Override
    public List<LinkMessage> all() {
        return byName.values().stream().map(Stored::link).toList();
    }

    @Override
    public void forEach(Action action) throws IOException {
        for (Stored stored : byName.values()) {
            action.accept(stored.link);
        }
    }

    @Override
    void prepareAdd(String path, LinkMessage like) {
        LinkMessage link = next(like.name(), like.target());
        header.checkInUse();
        if (hasRoomFor(link)) {
            header.checkCanGrow();
        } else {
            String where = "%s: group %s".formatted(store.fileName(), path);
            DenseTable.prepareCreate(store.structureStore(), where);
            NewKeys keys = new NewKeys(where, info.creationOrderIndexed());
            byName.values().forEach(stored -> keys.add(stored.link.name(), stored.link.creationOrder()));
            keys.add(link.name(), link.creationOrder());
        }
    }

    /** Whether links stay compact if this one is added, by number and length. */
    boolean hasRoomFor(LinkMessage link) {
        if (maxCompact < 0) {
            maxCompact = Groups.info(header).maxCompact();
        }
        return byName.size() < maxCompact
                && link.encodedLength(store.sizes()) <= header.format().largestSize();
    }

    @Override
    void prepareRemove(String name) {
        header.checkInUse();
    }

    void add(LinkMessage link) {
        int room = Math.max(SMALLEST_LINK_ROOM, Math.min(LARGEST_LINK_ROOM, (int) header.bytesHeld() / 2));
        LiveMessage message = header.add(MessageType.LINK, 0, store.encode(link::encode), room);
        byName.put(link.name(), new Stored(link, message));
        added(link);
    }

    @Override
    void remove(String name) {
        header.remove(byName.remove(name).message);
        if (byName.isEmpty() && info.maxCreationIndex() != 0) {
            putInfo(info.withMaxCreationIndex(0));
        }
    }

    /** Moves all links to dense storage; this object must not be used afterwards. */
    void makeDense() throws IOException {
        DenseTable<LinkMessage> table =
                DenseTable.create(store.structureStore(), LinkForm.INSTANCE, info.creationOrderIndexed());
        for (Stored stored : byName.values()) {
            LinkMessage link = stored.link;
            table.add(Utf8.encode(link.name()), store.encode(link::encode), link.creationOrder());
        }
        putInfo(with(table));
        header.removeAll(MessageType.LINK);
        header.keepDecoded(null);
    }
}
