package dev.fallow.internal.link;

import dev.fallow.CorruptFileException;
import dev.fallow.ObjectKind;
import dev.fallow.format.message.LinkInfo;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.extent.ExtentVisitor;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;
import java.util.List;

/** The links of a group, independent of how they are stored. */
public sealed interface Links extends ObjectHeader.Decoded permits NewStyleLinks, SymbolTableLinks {
    /**
     * The links of the group with this header. Cached with the live header.
     *
     * @param path the group's path, for messages
     * @throws CorruptFileException if the object is not a group
     */
    static Links of(ObjectStore store, ObjectHeader header, String path) throws IOException {
        if (header.decoded() instanceof Links links) {
            return links;
        }
        Links links = open(store, header, path);
        header.keepDecoded(links);
        return links;
    }

    private static Links open(ObjectStore store, ObjectHeader header, String path) throws IOException {
        LiveMessage infoMessage = header.find(MessageType.LINK_INFO);
        if (infoMessage != null) {
            LinkInfo info = infoMessage.decoded(store.sizes(), LinkInfo::decode);
            return info.dense()
                    ? DenseLinks.open(store, header, infoMessage, info)
                    : CompactLinks.load(store, header, infoMessage, info);
        }
        LiveMessage table = header.find(MessageType.SYMBOL_TABLE);
        if (table == null) {
            throw new CorruptFileException("%s: %s, object header at address %d: expected a group, found a %s"
                    .formatted(
                            store.fileName(),
                            path,
                            header.address(),
                            header.kind().label()));
        }
        return SymbolTableLinks.open(store, header, table);
    }

    /** The kind of a link that is not a hard link. */
    static ObjectKind kindOf(LinkTarget target) {
        return target instanceof LinkTarget.Soft
                ? ObjectKind.SOFT_LINK
                : target instanceof LinkTarget.External ? ObjectKind.EXTERNAL_LINK : ObjectKind.USER_DEFINED_LINK;
    }

    /** Whether a group of the new style certainly has no links. Links are not decoded for this. */
    static boolean isEmpty(ObjectHeader header) {
        LinkInfo info = header.has(MessageType.LINK) ? null : header.find(MessageType.LINK_INFO, LinkInfo::decode);
        return info != null && !info.dense();
    }

    /** The link of this name, or null. O(log n), once links in a header have been decoded. */
    LinkMessage find(String name) throws IOException;

    /** All links, in name order. Refused if the storage is damaged: it has a cycle or duplicate names, or a wrong number of links. */
    List<LinkMessage> all() throws IOException;

    /** Receives the links of {@link #forEach}. */
    @FunctionalInterface
    interface Action {
        /** Takes one link. */
        void accept(LinkMessage link) throws IOException;
    }

    /** Visits all links in storage order, with the checks of {@link #all}. The group must not be changed during the iteration. */
    default void forEach(Action action) throws IOException {
        for (LinkMessage link : all()) {
            action.accept(link);
        }
    }

    /** Receives hard links. */
    @FunctionalInterface
    interface HardLinkAction {
        /** Takes one link: its name, and the address of the object header. */
        void accept(String name, long address) throws IOException;
    }

    /** Visits the hard links as {@link #forEach} does. */
    default void forEachHardLink(HardLinkAction action) throws IOException {
        forEach(link -> {
            if (link.target() instanceof LinkTarget.Hard hard) {
                action.accept(link.name(), hard.address());
            }
        });
    }

    /** All names, in name order. */
    default List<String> names() throws IOException {
        return all().stream().map(LinkMessage::name).toList();
    }

    /**
     * Checks that a link of the name and encoded size of another one can be added, and loads the blocks that this changes. Its name must
     * be unused.
     *
     * @param path the group's path, for messages
     */
    Addition addition(String path, LinkMessage like) throws IOException;

    /** Adds the checked link. */
    @FunctionalInterface
    interface Addition {
        /** @param target of the same encoded size as the checked one */
        void add(LinkTarget target) throws IOException;
    }

    /**
     * Checks that an existing link can be removed, and loads the blocks that this changes. The object it leads to is not affected.
     *
     * @param path the group's path, for messages
     */
    Change removal(String path, String name) throws IOException;

    /** Checks that the structures outside the object header can be freed, for the deletion of the group with this path. */
    default Change release(String path) throws IOException {
        return () -> {};
    }

    /** Visits the blocks of the links outside the object header. */
    default void forEachBlock(ExtentVisitor visitor) throws IOException {
        // all may be in the header
    }

    /**
     * Checks that the structures outside the object header are consistent, as far as changes depend on it: no link overlaps free space or
     * another link.
     */
    default void verify() throws IOException {
        // all may be in the header
    }

    /** The addresses of the links' structures, which no other group may use. */
    default long[] structures() {
        return new long[0];
    }
}
