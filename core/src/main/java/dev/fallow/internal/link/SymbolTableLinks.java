package dev.fallow.internal.link;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.Utf8;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.group.SymbolTableNode;
import dev.fallow.format.message.GroupInfo;
import dev.fallow.format.message.LinkInfo;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.format.message.SymbolTableMessage;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.btree.GroupBTree;
import dev.fallow.internal.btree.GroupBTree.NameOrder;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.cache.PendingRelease;
import dev.fallow.internal.dense.DenseTable;
import dev.fallow.internal.extent.ExtentVisitor;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.localheap.LocalHeap;
import dev.fallow.type.CharacterSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Links of an old-style group: a version 1 B-tree of symbol table nodes, with names and soft links in a local heap.
 *
 * <p>Such a group supports only ASCII names, and hard and soft links. Adding any other link first converts it to a
 * new-style group, as in libhdf5; the old structures are freed, which libhdf5 omits.
 */
final class SymbolTableLinks implements Links {
    private static final int LONGEST_PATH = 0xFFFF;

    private final ObjectStore store;
    private final ObjectHeader header;
    private final LiveMessage message;
    private final SymbolTableMessage table;
    private final GroupBTree tree;

    private SymbolTableLinks(ObjectStore store, ObjectHeader header, LiveMessage message) {
        this.store = store;
        this.header = header;
        this.message = message;
        table = message.decoded(store.sizes(), SymbolTableMessage::decode);
        tree = new GroupBTree(store.structureStore(), table.btreeAddress(), store.groupK());
    }

    static SymbolTableLinks open(ObjectStore store, ObjectHeader header, LiveMessage message) throws IOException {
        SymbolTableLinks links = new SymbolTableLinks(store, header, message);
        links.heap(); // reports a group without its heap immediately
        return links;
    }

    private LocalHeap heap() throws IOException {
        return LocalHeap.open(store.structureStore(), table.heapAddress());
    }

    private static NameOrder order(LocalHeap heap, byte[] name) {
        return nameOffset -> heap.compare(nameOffset, name);
    }

    // ---- reading ---------------------------------------------------------------------------------------------

    @Override
    public LinkMessage find(String name) throws IOException {
        byte[] wanted = DenseTable.bytes(name);
        if (wanted == null) {
            return null;
        }
        LocalHeap heap = heap();
        SymbolTableEntry found = tree.find(order(heap, wanted));
        return found == null ? null : link(found, name, heap);
    }

    private LinkMessage link(SymbolTableEntry entry, String name, LocalHeap heap) {
        if (entry.isSoftLink()) {
            String path = heap.text(entry.targetOffset());
            int length = Utf8.encode(path).length;
            if (length < 1 || length > LONGEST_PATH) {
                throw damaged(name, "expected a path of 1 to " + LONGEST_PATH + " bytes, found " + length);
            }
            return LinkMessage.soft(name, path);
        }
        if (entry.headerAddress() == Addresses.UNDEFINED) {
            throw damaged(name, "expected an object header address, found the undefined address");
        }
        return LinkMessage.hard(name, entry.headerAddress());
    }

    /** The error for an entry that cannot be used. */
    private FormatException damaged(String name, String problem) {
        return new FormatException(
                SymbolTableNode.STRUCTURE,
                -1,
                "link %s of the group with the B-tree at address %d: %s"
                        .formatted(name, table.btreeAddress(), problem));
    }

    @Override
    public List<LinkMessage> all() throws IOException {
        TreeMap<String, LinkMessage> links = new TreeMap<>();
        forEach(link -> links.put(link.name(), link));
        return List.copyOf(links.values());
    }

    @Override
    public void forEach(Action action) throws IOException {
        LocalHeap heap = heap();
        Budget characters =
                new Budget("local heap", table.heapAddress(), store.structures().allocatedBytes());
        byte[][] before = {{}};
        tree.forEach(entry -> {
            String name = heap.text(entry.nameOffset());
            byte[] bytes = Utf8.encode(name);
            characters.take(bytes.length);
            if (Arrays.compareUnsigned(bytes, before[0]) <= 0) {
                throw new FormatException(
                        SymbolTableNode.STRUCTURE,
                        table.btreeAddress(),
                        "expected names in ascending order, found \"%s\" after \"%s\""
                                .formatted(name, new String(before[0], StandardCharsets.UTF_8)));
            }
            before[0] = bytes;
            LinkMessage link = link(entry, name, heap);
            if (link.target() instanceof LinkTarget.Soft soft) {
                characters.take(soft.path().length());
            }
            action.accept(link);
        });
    }

    // ---- adding ----------------------------------------------------------------------------------------------

    @Override
    public Addition addition(String path, LinkMessage like) throws IOException {
        boolean storable = CharacterSet.of(like.name()) == CharacterSet.ASCII
                && (like.target() instanceof LinkTarget.Hard || like.target() instanceof LinkTarget.Soft);
        if (storable) {
            prepareAddition(like);
        } else {
            release(path); // checks that the links can be converted, and loads all of them
            header.checkCanGrow();
            all();
        }
        return target -> {
            Links now = Links.of(store, header, path); // an earlier part of the change may have converted the group
            if (now == this && storable) {
                add(like.name(), target);
                return;
            }
            if (now == this) {
                now = converted(path);
            }
            now.addition(path, like).add(target);
        };
    }

    /** Converts the group to a new-style one with the same links. */
    private Links converted(String path) throws IOException {
        List<LinkMessage> links = all();
        Change release = release(path);
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

    private void prepareAddition(LinkMessage like) throws IOException {
        LocalHeap heap = heap();
        byte[] name = Utf8.encode(like.name());
        boolean fits = like.target() instanceof LinkTarget.Soft soft
                ? heap.prepareInsert(name.length, Utf8.encode(soft.path()).length)
                : heap.prepareInsert(name.length);
        if (!fits && heap.mayHaveLost()) {
            heap.findFree(this::forEachText);
        }
        tree.prepareInsert(order(heap, name));
    }

    private void forEachText(LocalHeap.TextVisitor visitor) throws IOException {
        tree.forEach(entry -> visitTexts(entry, visitor), visitor::visit);
    }

    private static void visitTexts(SymbolTableEntry entry, LocalHeap.TextVisitor visitor) throws IOException {
        visitor.visit(entry.nameOffset());
        if (entry.isSoftLink()) {
            visitor.visit(entry.targetOffset());
        }
    }

    private void add(String name, LinkTarget target) throws IOException {
        LocalHeap heap = heap();
        byte[] bytes = Utf8.encode(name);
        long nameOffset = heap.insert(bytes);
        SymbolTableEntry entry = target instanceof LinkTarget.Soft soft
                ? SymbolTableEntry.softLink(nameOffset, heap.insert(Utf8.encode(soft.path())))
                : SymbolTableEntry.hardLink(nameOffset, ((LinkTarget.Hard) target).address());
        tree.insert(order(heap, bytes), entry);
    }

    // ---- removing --------------------------------------------------------------------------------------------

    @Override
    public Change removal(String path, String name) throws IOException {
        LocalHeap heap = heap();
        byte[] bytes = Utf8.encode(name);
        SymbolTableEntry entry = tree.find(order(heap, bytes));
        if (entry == null) {
            throw damaged(name, "expected the link, found none");
        }
        if (entry.isSoftLink()) {
            heap.prepareRemove(entry.nameOffset(), entry.targetOffset());
        } else {
            heap.prepareRemove(entry.nameOffset());
        }
        tree.prepareRemove(order(heap, bytes));
        return () -> {
            Links now = Links.of(store, header, path);
            if (now == this) {
                remove(bytes);
            } else {
                now.removal(path, name).apply();
            }
        };
    }

    private void remove(byte[] name) throws IOException {
        LocalHeap heap = heap();
        SymbolTableEntry entry = tree.remove(order(heap, name));
        if (tree.isEmpty()) {
            heap.clear();
            return;
        }
        heap.remove(entry.nameOffset());
        if (entry.isSoftLink()) {
            heap.remove(entry.targetOffset());
        }
    }

    // ---- the group as a whole --------------------------------------------------------------------------------

    @Override
    public Change release(String path) throws IOException {
        LocalHeap heap = heap();
        PendingRelease blocks = new PendingRelease(store.structureStore());
        heap.forEachBlock(
                (address, size, structure) -> blocks.add(AllocationType.LOCAL_HEAP, address, size, structure));
        tree.forEachBlock((address, size, structure) -> blocks.add(AllocationType.B_TREE, address, size, structure));
        return () -> {
            LocalHeap.abandon(store.structureStore(), table.heapAddress());
            blocks.release();
        };
    }

    @Override
    public void forEachBlock(ExtentVisitor visitor) throws IOException {
        heap().forEachBlock(visitor);
        tree.forEachBlock(visitor);
    }

    @Override
    public void verify() throws IOException {
        heap().audit(visitor -> tree.forEach(entry -> visitTexts(entry, visitor)));
        List<LinkMessage> links = new ArrayList<>();
        forEach(links::add);
        for (LinkMessage link : links) {
            if (find(link.name()) == null) { // the keys of the B-tree lead elsewhere, and an edit would follow them
                throw damaged(link.name(), "expected to find it by its name, found none");
            }
        }
    }

    @Override
    public long[] structures() {
        return new long[] {table.heapAddress(), table.btreeAddress()};
    }
}
