package dev.fallow.internal.object;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.group.SymbolTableNode;
import dev.fallow.format.message.Link;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.format.message.SymbolTableMessage;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.btree.GroupBTree;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.extent.ExtentVisitor;
import dev.fallow.internal.heap.LocalHeap;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/** Links of an old-style group, read: a version 1 B-tree of symbol table nodes, names and soft links in a local heap. */
final class SymbolTableLinks implements Links {
    private static final int LONGEST_PATH = 0xFFFF;

    private final ObjectStore store;
    private final ObjectHeader header;
    private final SymbolTableMessage table;
    private final GroupBTree tree;

    private SymbolTableLinks(ObjectStore store, ObjectHeader header, SymbolTableMessage table) {
        this.store = store;
        this.header = header;
        this.table = table;
        tree = new GroupBTree(
                store.structures(),
                table.btreeAddress(),
                store.groupK().groupInternal(),
                store.groupK().groupLeaf());
    }

    static SymbolTableLinks open(ObjectStore store, ObjectHeader header, LiveMessage message) throws IOException {
        SymbolTableLinks links = new SymbolTableLinks(
                store,
                header,
                SymbolTableMessage.decode(message.body(store.sizes(), MessageType.SYMBOL_TABLE.title())));
        links.heap(); // a group without its heap is told as such at once
        return links;
    }

    private LocalHeap heap() throws IOException {
        return LocalHeap.open(store.structures(), table.heapAddress());
    }

    @Override
    public Link find(String name) throws IOException {
        byte[] wanted = StoredNames.bytes(name);
        if (wanted == null) {
            return null;
        }
        LocalHeap heap = heap();
        SymbolTableEntry found = tree.find(nameOffset -> heap.compare(nameOffset, wanted));
        return found == null ? null : link(found, name, heap);
    }

    @Override
    public List<Link> all() throws IOException {
        LocalHeap heap = heap();
        Budget characters =
                new Budget("local heap", table.heapAddress(), store.structures().allocatedBytes());
        TreeMap<String, Link> links = new TreeMap<>();
        byte[][] before = {{}};
        tree.forEach(entry -> {
            String name = heap.text(entry.nameOffset());
            byte[] bytes = StoredNames.bytes(name);
            characters.take(bytes.length);
            if (Arrays.compareUnsigned(bytes, before[0]) <= 0) {
                throw new FormatException(
                        SymbolTableNode.STRUCTURE,
                        table.btreeAddress(),
                        "expected names that ascend, found \"%s\" behind \"%s\""
                                .formatted(name, new String(before[0], java.nio.charset.StandardCharsets.UTF_8)));
            }
            before[0] = bytes;
            Link link = link(entry, name, heap);
            if (link.target() instanceof LinkTarget.Soft soft) {
                characters.take(soft.path().length());
            }
            links.put(name, link);
        });
        return List.copyOf(links.values());
    }

    private Link link(SymbolTableEntry entry, String name, LocalHeap heap) {
        if (entry.isSoftLink()) {
            String path = heap.text(entry.targetOffset());
            int length = StoredNames.bytes(path).length;
            if (length < 1 || length > LONGEST_PATH) {
                throw damaged(name, "expected a path of 1 to " + LONGEST_PATH + " bytes, found " + length);
            }
            return Link.soft(name, path);
        }
        if (entry.headerAddress() == Addresses.UNDEFINED) {
            throw damaged(name, "expected an object header address, found the undefined one");
        }
        return Link.hard(name, entry.headerAddress());
    }

    private FormatException damaged(String name, String problem) {
        return new FormatException(
                SymbolTableNode.STRUCTURE,
                -1,
                "link %s of the group with the B-tree at address %d: %s"
                        .formatted(name, table.btreeAddress(), problem));
    }

    @Override
    public Addition addition(String path, Link like) {
        throw readOnly(path);
    }

    @Override
    public Change removal(String path, String name) {
        throw readOnly(path);
    }

    @Override
    public Change release(String path) {
        throw readOnly(path);
    }

    private UnsupportedFeatureException readOnly(String path) {
        return new UnsupportedFeatureException(
                "%s: group %s, object header at address %d: symbol-table links cannot be changed yet"
                        .formatted(store.fileName(), path, header.address()));
    }

    @Override
    public void forEachBlock(ExtentVisitor visitor) throws IOException {
        heap().forEachBlock(visitor);
        tree.forEachBlock(visitor);
    }

    @Override
    public long[] structures() {
        return new long[] {table.heapAddress(), table.btreeAddress()};
    }
}
