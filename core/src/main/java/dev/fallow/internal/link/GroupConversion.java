package dev.fallow.internal.link;

import dev.fallow.format.message.GroupInfo;
import dev.fallow.format.message.LinkInfo;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;
import java.util.List;

/** Converts an old-style group to a new-style one with the same links. */
final class GroupConversion {
    private final ObjectStore store;
    private final ObjectHeader header;

    GroupConversion(ObjectStore store, ObjectHeader header) {
        this.store = store;
        this.header = header;
    }

    /** Checks that the links can be converted, and loads all of them. */
    void prepare(SymbolTableLinks links, String path) throws IOException {
        links.release(path);
        header.checkCanGrow();
        links.all();
    }

    /** Converts the group to a new-style one with the same links. */
    Links convert(SymbolTableLinks old, LiveMessage message, String path) throws IOException {
        List<LinkMessage> links = old.all();
        Change release = old.release(path);
        header.remove(message);
        header.add(MessageType.LINK_INFO, 0, store.encode(LinkInfo.COMPACT::encode), 0);
        header.add(MessageType.GROUP_INFO, MessageFlags.CONSTANT, store.encode(GroupInfo.DEFAULT::encode), 0);
        header.keepDecoded(null);
        for (LinkMessage link : links) {
            Links.of(store, header, path).addition(path, link).add(link.target());
        }
        release.apply();
        return Links.of(store, header, path);
    }
}
