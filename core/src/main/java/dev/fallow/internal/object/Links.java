package dev.fallow.internal.object;

import dev.fallow.CorruptFileException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.FormatException;
import dev.fallow.format.message.Link;
import dev.fallow.format.message.LinkInfo;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.List;

/** The links of a group, however they are stored. */
public sealed interface Links permits CompactLinks, DenseLinks, SymbolTableLinks {
    /**
     * The links of the group with this header. They are kept with the live header.
     *
     * @param path of the group, for messages
     * @throws CorruptFileException if it is no group
     * @throws FormatException if what the links are stored in is damaged
     * @throws UnsupportedFeatureException if it is not understood
     */
    static Links of(ObjectStore store, ObjectHeader header, String path) throws IOException {
        Links links = header.links();
        if (links == null) {
            links = open(store, header, path);
            header.keepLinks(links);
        }
        return links;
    }

    private static Links open(ObjectStore store, ObjectHeader header, String path) throws IOException {
        LiveMessage infoMessage = header.find(MessageType.LINK_INFO);
        if (infoMessage != null) {
            LinkInfo info = LinkInfo.decode(infoMessage.body(store.sizes(), MessageType.LINK_INFO.title()));
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
                            ObjectKinds.of(header).label()));
        }
        return SymbolTableLinks.open(store, header, table);
    }

    /** The link of this name, or null. O(log n), once links in a header have been decoded. */
    Link find(String name) throws IOException;

    /**
     * All links, in the order of names.
     *
     * @throws FormatException if what they are stored in is damaged: it comes back to where it was, names one link twice,
     *     or has another number of links than it says
     */
    List<Link> all() throws IOException;

    /** What {@link #forEach} calls. */
    @FunctionalInterface
    interface Action {
        /** Takes one link. */
        void accept(Link link) throws IOException;
    }

    /**
     * Goes over all links, in any order that depends on the links alone; the group must not be changed meanwhile.
     *
     * @throws FormatException as {@link #all} does
     */
    default void forEach(Action action) throws IOException {
        for (Link link : all()) {
            action.accept(link);
        }
    }

    /** All names, in order. */
    default List<String> names() throws IOException {
        return all().stream().map(Link::name).toList();
    }

    /**
     * Checks that a link can be added, and loads what adding it will touch. Its name must not be taken.
     *
     * @param path of the group, for messages
     * @param like a link of the same name, with a target that is stored in as many bytes
     * @throws UnsupportedFeatureException if the links are stored in a way that can only be read
     */
    Addition addition(String path, Link like) throws IOException;

    /** Adds the link that was checked. */
    @FunctionalInterface
    interface Addition {
        /** @param target stored in as many bytes as the one that was checked */
        void add(LinkTarget target) throws IOException;
    }

    /**
     * Checks that a link can be removed, and loads what removing it will touch. What it leads to is the caller's business.
     *
     * @param path of the group, for messages
     * @param name of a link that exists
     * @throws UnsupportedFeatureException if the links are stored in a way that can only be read
     */
    Change removal(String path, String name) throws IOException;

    /**
     * Checks that the structures besides the object header can be given back: the group is about to be deleted.
     *
     * @param path of the group, for messages
     * @throws UnsupportedFeatureException if they can only be read
     */
    Change release(String path) throws IOException;

    /** Tells the blocks that the links lie in, besides the object header. */
    void forEachBlock(ExtentVisitor visitor) throws IOException;

    /**
     * Checks that the structures besides the object header agree with each other, as far as a change depends on it.
     *
     * @throws FormatException if one of them has free space in which there is a link, or two links share bytes
     */
    void verify() throws IOException;

    /** The addresses of the structures that the links lie in; no other group has the same ones. */
    long[] structures();
}
