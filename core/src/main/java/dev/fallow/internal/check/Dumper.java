package dev.fallow.internal.check;

import dev.fallow.CorruptFileException;
import dev.fallow.NotAContainerException;
import dev.fallow.format.Checksum;
import dev.fallow.format.FormatException;
import dev.fallow.format.Layout;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.Widths;
import dev.fallow.format.array.ExtensibleArray;
import dev.fallow.format.array.FixedArray;
import dev.fallow.format.btree.BTreeV2Header;
import dev.fallow.format.btree.BTreeV2Node;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.format.btree.ChunkKey;
import dev.fallow.format.btree.DenseRecord;
import dev.fallow.format.btree.GroupBTreeNode;
import dev.fallow.format.btree.HugeObjectRecord;
import dev.fallow.format.btree.SharedMessageRecord;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.group.SymbolTableNode;
import dev.fallow.format.heap.DirectBlock;
import dev.fallow.format.heap.DoublingTable;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.heap.GlobalHeapCollection;
import dev.fallow.format.heap.HeapFilter;
import dev.fallow.format.heap.IndirectBlock;
import dev.fallow.format.heap.LocalHeapPrefix;
import dev.fallow.format.message.SharedMessageIndexes;
import dev.fallow.format.message.SharedMessageList;
import dev.fallow.format.objectheader.ContinuationChunk;
import dev.fallow.format.objectheader.MessageSlot;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.format.objectheader.ObjectHeaderChunk;
import dev.fallow.format.objectheader.ObjectHeaderPrefix;
import dev.fallow.format.objectheader.ObjectHeaderPrefixV1;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionList;
import dev.fallow.format.superblock.Superblock;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.internal.cache.Advance;
import dev.fallow.internal.commit.FoundSuperblock;
import dev.fallow.internal.storage.Storage;
import dev.fallow.report.StructureDump;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Recognises the structure at an address, and shows its fields. */
public final class Dumper extends StructureCheck {
    /** The longest structure whose checksum is searched, because its length depends on others. */
    private static final int LONGEST_SEARCHED = 32_768;

    private static final int MOST_DIMENSIONS = 33;
    private static final String STRUCTURE = "structure";
    /** The layouts by their signatures. */
    private static final Map<String, Layout> LAYOUTS = Stream.of(
                    FractalHeapHeader.LAYOUT,
                    IndirectBlock.LAYOUT,
                    BTreeV2Header.LAYOUT,
                    BTreeV2Node.LEAF,
                    BTreeV2Node.INTERNAL,
                    FreeSpaceHeader.LAYOUT,
                    SectionList.LAYOUT,
                    FixedArray.LAYOUT,
                    FixedArray.BLOCK,
                    ExtensibleArray.LAYOUT,
                    ExtensibleArray.INDEX,
                    ExtensibleArray.SUPER,
                    ExtensibleArray.BLOCK,
                    SharedMessageIndexes.LAYOUT,
                    SharedMessageList.LAYOUT,
                    SymbolTableNode.LAYOUT,
                    GroupBTreeNode.LAYOUT,
                    LocalHeapPrefix.LAYOUT,
                    GlobalHeapCollection.LAYOUT)
            .collect(Collectors.toMap(Layout::signature, layout -> layout));

    /** The layout of the header by that of a block whose layout depends on it. */
    private static final Map<Layout, Layout> HEADERS = Map.of(
            FixedArray.BLOCK,
            FixedArray.LAYOUT,
            ExtensibleArray.INDEX,
            ExtensibleArray.LAYOUT,
            ExtensibleArray.SUPER,
            ExtensibleArray.LAYOUT,
            ExtensibleArray.BLOCK,
            ExtensibleArray.LAYOUT,
            SectionList.LAYOUT,
            FreeSpaceHeader.LAYOUT);

    private final String name;
    private final long address;
    /** The bytes of the structure. */
    private byte[] image;

    private Fields fields;

    private Dumper(Storage storage, CheckedSuperblock superblock, Findings findings, String name, long address) {
        super(storage, superblock, findings, new Claimed(List.of(), new Advance()));
        this.name = name;
        this.address = address;
    }

    /**
     * Shows the structure at an address.
     *
     * @throws NotAContainerException if there is no superblock
     * @throws CorruptFileException if there is no structure that is recognised
     */
    public static StructureDump dump(Storage storage, String name, long address) throws IOException {
        try {
            long at = FoundSuperblock.find(storage);
            if (at < 0) {
                throw new NotAContainerException(name + " is not HDF5: it has no HDF5 signature");
            }
            Findings findings = new Findings();
            CheckedSuperblock superblock = CheckedSuperblock.read(storage, at, true, findings);
            if (superblock == null) {
                String problem = findings.all().get(0).sentence();
                throw new CorruptFileException(name + ": " + problem + "; fallow check says more");
            }
            return new Dumper(storage, superblock, findings, name, address).dump();
        } catch (EOFException | Defect e) {
            throw new CorruptFileException("%s: address %d: %s".formatted(name, address, e.getMessage()), e);
        }
    }

    private CorruptFileException nothing(String problem) {
        return new CorruptFileException("%s: address %d: %s".formatted(name, address, problem));
    }

    private StructureDump dump() throws IOException {
        if (!isInside(address, 1)) {
            throw nothing("expected an address before the end of allocation, " + superblock.end);
        }
        byte[] start = readStart(STRUCTURE, address, 512);
        String signature = new String(start, 0, Math.min(4, start.length), StandardCharsets.ISO_8859_1);
        try {
            if (address == 0) {
                return superblock();
            } else if (signature.equals(ObjectHeaderPrefix.SIGNATURE)) {
                return header(start);
            } else if (signature.equals(ContinuationChunk.SIGNATURE)) {
                return continuation();
            } else if (signature.equals(DirectBlock.LAYOUT.signature())) {
                return directBlock();
            } else if (LAYOUTS.containsKey(signature)) {
                Layout layout = LAYOUTS.get(signature);
                return layout.isSealed() ? sealed(layout) : open(layout);
            } else if (start[0] == 1) {
                return oldHeader(start);
            }
        } catch (FormatException e) {
            throw nothing(e.getMessage());
        }
        throw nothing("expected the signature of a structure, or an object header of version 1, found "
                + HexFormat.ofDelimiter(" ").formatHex(start, 0, Math.min(4, start.length)));
    }

    // ---- bytes, checksums and results --------------------------------------------------------------------------

    private void show(byte[] bytes) {
        image = bytes;
        fields = new Fields(bytes, sizes);
    }

    private byte[] bytes(long length) throws IOException {
        return readStart(STRUCTURE, address, Math.toIntExact(Math.min(length, 1 << 28)));
    }

    /** Shows a structure whose length is known. */
    private void showWhole(long length) throws IOException {
        show(bytes(length));
        if (image.length < length) {
            String problem = "expected a structure of %d bytes, found %d before the end of allocation";
            throw nothing(problem.formatted(length, image.length));
        }
    }

    private StructureDump result(String structure, long length, StructureDump.Checksum checksum) {
        return new StructureDump(structure, address, length, checksum, fields.all());
    }

    /** Compares the checksum of the bytes before it; adds it to the fields. */
    private StructureDump.Checksum checksum(int at) {
        return at < 0 || at + Integer.BYTES > image.length
                ? StructureDump.Checksum.NOT_FOUND
                : checksum(at, Checksum.of(image, 0, at));
    }

    private StructureDump.Checksum checksum(int at, int computed) {
        int stored = LittleEndian.i32(image, at);
        boolean right = stored == computed;
        String value = "0x%08x, %s".formatted(stored, right ? "right" : "wrong: computed 0x%08x".formatted(computed));
        fields.checksum(at, value);
        return right ? StructureDump.Checksum.RIGHT : StructureDump.Checksum.WRONG;
    }

    /** The position of the first checksum that is right; -1 if there is none. */
    private static int found(byte[] image) {
        for (int at = 8; at + Integer.BYTES <= image.length; at++) {
            if (LittleEndian.i32(image, at) == Checksum.of(image, 0, at)) {
                return at;
            }
        }
        return -1;
    }

    /** A number in the image of a structure, which the end of allocation may have cut off. */
    private long number(byte[] bytes, int at, int width) {
        if (at + width > bytes.length) {
            String problem = "expected at least %d bytes before the end of allocation, found %d";
            throw nothing(problem.formatted(at + width, bytes.length));
        }
        return LittleEndian.unsigned(bytes, at, width);
    }

    private StructureDump superblock() throws IOException {
        showWhole(superblock.length);
        fields.bytes("signature", 8);
        StructureDump.Checksum checksum = StructureDump.Checksum.NONE;
        if (superblock.version < 2) {
            fields.read(SuperblockV0.layout(superblock.version));
        } else {
            fields.read(Superblock.LAYOUT);
            checksum = checksum(fields.position());
        }
        return result("superblock", superblock.length, checksum);
    }

    // ---- object headers ----------------------------------------------------------------------------------------

    private StructureDump header(byte[] start) throws IOException {
        String structure = ObjectHeaderPrefix.STRUCTURE;
        ObjectHeaderPrefix prefix = ObjectHeaderPrefix.decode(reader(start, structure, address));
        showWhole(prefix.chunkLength());
        fields.text("signature", 4);
        fields.read(prefix.layout());
        int end = image.length - Integer.BYTES;
        boolean tracked = prefix.creationOrderTracked();
        messages(ObjectHeaderChunk.messages(image, fields.position(), end, tracked, address), tracked);
        fields.bytes("gap", end - fields.position());
        return result(structure, image.length, checksum(end));
    }

    private void messages(ObjectHeaderChunk chunk, boolean tracked) {
        for (MessageSlot slot : chunk.messages()) {
            String title = MessageType.titleOf(slot.type());
            String index = tracked ? ", index " + slot.creationIndex() : "";
            fields.bytes(
                    "message header",
                    slot.bodyOffset() - slot.headerOffset(),
                    "%s, %d bytes, flags 0x%02x%s".formatted(title, slot.size(), slot.flags(), index));
            fields.bytes(title, slot.size());
        }
    }

    private StructureDump oldHeader(byte[] start) throws IOException {
        String structure = ObjectHeaderPrefix.STRUCTURE;
        showWhole(ObjectHeaderPrefixV1.decode(reader(start, structure, address)).chunkLength());
        fields.read(ObjectHeaderPrefixV1.LAYOUT);
        messages(ObjectHeaderChunk.messagesV1(image, fields.position(), image.length, address), false);
        return result(structure + ", version 1", image.length, StructureDump.Checksum.NONE);
    }

    private StructureDump continuation() throws IOException {
        byte[] bytes = bytes(LONGEST_SEARCHED);
        int end = found(bytes);
        if (end < 0) {
            show(bytes);
            fields.text("signature", 4);
            return result(ContinuationChunk.STRUCTURE, fields.position(), StructureDump.Checksum.NOT_FOUND);
        }
        for (boolean tracked : new boolean[] {false, true}) {
            show(Arrays.copyOf(bytes, end + Integer.BYTES));
            fields.text("signature", 4);
            try {
                messages(ObjectHeaderChunk.messages(image, 4, end, tracked, address), tracked);
            } catch (FormatException e) {
                continue; // the header tracks the creation order of its messages
            }
            fields.bytes("gap", end - fields.position());
            return result(ContinuationChunk.STRUCTURE, end + 4L, checksum(end));
        }
        throw nothing("expected messages in the continuation block");
    }

    // ---- structures with a signature ---------------------------------------------------------------------------

    private StructureDump directBlock() throws IOException {
        int prefix = DirectBlock.LAYOUT.end(sizes);
        FractalHeapHeader heap = heapOf(bytes(prefix));
        byte[] largest = bytes(heap.table().maxDirectBlockSize());
        int sumAt = DirectBlock.checksumOffset(heap, sizes);
        long size = heap.table().blockSize(rowOf(heap, number(largest, prefix, heap.offsetWidth())));
        show(Arrays.copyOf(largest, (int) Math.min(size, largest.length)));
        fields.text("signature", 4);
        fields.read(DirectBlock.LAYOUT, 0, heap.offsetWidth());
        StructureDump.Checksum checksum = StructureDump.Checksum.NONE;
        if (heap.checksummed()) {
            number(image, sumAt, Integer.BYTES);
            byte[] blank = image.clone();
            LittleEndian.put(blank, sumAt, Integer.BYTES, 0);
            checksum = checksum(sumAt, Checksum.of(blank, 0, blank.length));
        }
        fields.bytes("objects", image.length - fields.position());
        return result(DirectBlock.STRUCTURE, image.length, checksum);
    }

    /** The row of the direct block at a heap offset: blocks below child indirect blocks begin again with the first row. */
    private static int rowOf(FractalHeapHeader heap, long offset) {
        DoublingTable table = heap.table();
        long left = offset;
        while (!table.isDirectRow(table.row(left))) {
            left -= table.entryOffset(table.entry(left));
        }
        return table.row(left);
    }

    /** The header of the heap that a block belongs to. */
    private FractalHeapHeader heapOf(byte[] block) throws IOException {
        long at = number(block, DirectBlock.LAYOUT.field("heapHeader").at(sizes), sizes.offsets());
        byte[] header = sealed(FractalHeapHeader.LAYOUT, at, FractalHeapHeader.length(sizes));
        return FractalHeapHeader.decode(reader(header, FractalHeapHeader.STRUCTURE, at));
    }

    private StructureDump sealed(Layout layout) throws IOException {
        show(bytes(LONGEST_SEARCHED));
        fields.text("signature", 4);
        boolean inner = HEADERS.containsKey(layout);
        boolean repeats = inner || !layout.repeated().isEmpty();
        int end = repeats ? found(image) : -1;
        if (end >= 0) {
            fields.endAt(end);
        }
        int variable = 0;
        if (layout == BTreeV2Node.LEAF && image.length > 5) {
            variable = recordLength(image[5], end);
        } else if (layout == IndirectBlock.LAYOUT) {
            variable = heapOf(image).offsetWidth();
        }
        fields.read(layout, end, variable);
        if (layout == FractalHeapHeader.LAYOUT && fields.number("filterLength") > 0) {
            fields.read(HeapFilter.LAYOUT);
            fields.bytes("filters", (int) fields.number("filterLength"));
        }
        if (inner && end >= 0) {
            inner(layout, end);
        }
        StructureDump.Checksum checksum =
                repeats && end < 0 ? StructureDump.Checksum.NOT_FOUND : checksum(repeats ? end : fields.position());
        return result(layout.structure(), fields.position(), checksum);
    }

    /**
     * The length of a record of a version 2 B-tree.
     *
     * @param end of the records; those of chunks have a length that the header states, and are shown as one
     */
    private int recordLength(int type, int end) {
        BTreeV2Type[] types = BTreeV2Type.values();
        BTreeV2Type known = type >= 1 && type <= types.length ? types[type - 1] : BTreeV2Type.CHUNK;
        return switch (known) {
            case LINK_NAME -> DenseRecord.length(DenseRecord.LINK_NAME);
            case LINK_ORDER -> DenseRecord.length(DenseRecord.LINK_ORDER);
            case ATTRIBUTE_NAME -> DenseRecord.length(DenseRecord.ATTRIBUTE_NAME);
            case ATTRIBUTE_ORDER -> DenseRecord.length(DenseRecord.ATTRIBUTE_ORDER);
            case SHARED_MESSAGE -> SharedMessageRecord.length(sizes);
            case CHUNK, CHUNK_FILTERED -> Math.max(1, end - 6);
            default -> HugeObjectRecord.length(known, sizes);
        };
    }

    private StructureDump open(Layout layout) throws IOException {
        show(bytes(1 << 20));
        fields.text("signature", 4);
        fields.read(layout);
        if (layout == SymbolTableNode.LAYOUT) {
            for (long i = 0; i < fields.number("symbols"); i++) {
                fields.read(SymbolTableEntry.LAYOUT);
            }
        } else if (layout == GroupBTreeNode.LAYOUT) {
            treeEntries();
        } else if (layout == GlobalHeapCollection.LAYOUT) {
            heapObjects();
        }
        return result(layout.structure(), fields.position(), StructureDump.Checksum.NONE);
    }

    private void heapObjects() {
        long end = Math.min(fields.number("size"), image.length);
        while (fields.position() + 16 <= end) {
            int index = LittleEndian.u16(image, fields.position());
            long length = LittleEndian.i64(image, fields.position() + 8);
            fields.read(GlobalHeapCollection.OBJECT);
            long whole = index == 0 ? length - 16 : (length + 7) / 8 * 8;
            long left = end - fields.position();
            fields.bytes(index == 0 ? "free space" : "object " + index, (int) Math.max(0, Math.min(whole, left)));
            if (index == 0 || whole < 0 || whole > left) {
                return;
            }
        }
    }

    /** Shows the entries of a version 1 B-tree node. */
    private void treeEntries() {
        long entries = fields.number("entries");
        if (entries <= 0) {
            return;
        }
        if (fields.number("type") == 0) {
            for (long i = 0; i < entries; i++) {
                fields.read(GroupBTreeNode.ENTRY);
            }
            fields.number("key", sizes.lengths());
            return;
        }
        int dimensions = dimensions(fields.position(), entries);
        if (dimensions == 0) {
            return;
        }
        Layout key = ChunkKey.layout(dimensions);
        for (long i = 0; i < entries; i++) {
            fields.read(key);
            fields.number("child", sizes.offsets());
        }
        fields.read(key);
    }

    /**
     * The number of offsets in a key, which only the dataset states: the smallest with which all children are inside the file, and
     * the last offset, that in the element, is 0; 0 if there is none.
     */
    private int dimensions(int from, long entries) {
        int width = sizes.offsets();
        for (int dimensions = 2; dimensions <= MOST_DIMENSIONS; dimensions++) {
            int key = ChunkKey.length(dimensions);
            boolean fits = from + entries * (key + width) + key <= image.length;
            for (long i = 0; fits && i < entries; i++) {
                int at = from + (int) i * (key + width);
                long child = LittleEndian.unsigned(image, at + key, width);
                fits = LittleEndian.i64(image, at + key - 8) == 0 && isInside(child, 1) && child > 0;
            }
            if (fits) {
                return dimensions;
            }
        }
        return 0;
    }

    // ---- blocks whose layout depends on a header ---------------------------------------------------------------

    /**
     * Shows the fields after the address of the header, to which the block refers.
     *
     * @param end the position of the checksum
     */
    private void inner(Layout block, int end) throws IOException {
        Layout layout = HEADERS.get(block);
        int length = layout.length(sizes);
        byte[] header = Arrays.copyOf( // a header at the end of the file may be cut off
                readStart("header", fields.number("header"), length), length);
        if (begins(header, layout.signature())) {
            ToLongFunction<String> number = field -> layout.field(field).get(header, sizes);
            if (block == FixedArray.BLOCK) {
                boolean paged = number.applyAsLong("elements") > 1L << number.applyAsLong("pageBits");
                if (paged) {
                    fields.bytes("pageBitmap", end - fields.position());
                } else {
                    elements(number, end);
                }
            } else if (block == SectionList.LAYOUT) {
                sections(number, end);
            } else {
                extensible(block, number, end);
            }
        }
        fields.bytes("rest", end - fields.position());
    }

    private void elements(ToLongFunction<String> header, int end) {
        int offsets = sizes.offsets();
        int size = (int) header.applyAsLong("elementSize");
        int whole = Math.min(end, fields.position() + fields.left());
        for (int i = 0; size > 0 && fields.position() + size <= whole; i++) {
            fields.number("address " + i, offsets);
            if (size > offsets + Integer.BYTES) {
                fields.number("size " + i, size - offsets - Integer.BYTES);
                fields.number("filterMask " + i, Integer.BYTES);
            }
        }
    }

    private void extensible(Layout block, ToLongFunction<String> header, int end) {
        if (block == ExtensibleArray.INDEX) {
            long bytes = header.applyAsLong("indexElements") * header.applyAsLong("elementSize");
            elements(header, fields.position() + (int) bytes);
            addresses(end);
            return;
        }
        fields.number("firstElement", (int) (header.applyAsLong("elementBits") + 7) / 8);
        if (block == ExtensibleArray.BLOCK) {
            elements(header, end);
        } else {
            fields.bytes("pageBitmap", (end - fields.position()) % sizes.offsets());
            addresses(end);
        }
    }

    private void addresses(int end) {
        for (int i = 0; fields.position() + sizes.offsets() <= end; i++) {
            fields.number("block " + i, sizes.offsets());
        }
    }

    private void sections(ToLongFunction<String> header, int end) {
        long left = header.applyAsLong("serializedSections");
        int offsetWidth = ((int) header.applyAsLong("addressBits") + 7) / 8;
        int sizeWidth = Widths.bytesFor(header.applyAsLong("maxSectionSize"));
        boolean file = header.applyAsLong("client") == FreeSpaceHeader.FILE;
        int countWidth = Widths.bytesFor(left);
        while (left > 0 && countWidth <= fields.left()) {
            long count = LittleEndian.unsigned(image, fields.position(), countWidth);
            fields.number("sectionsOfSize", countWidth);
            fields.number("size", sizeWidth);
            for (long i = 0; i < count && fields.position() < end; i++, left--) {
                fields.number("address", offsetWidth);
                boolean first = !file && image[fields.position()] == 1;
                fields.number("class", 1);
                if (first) {
                    fields.bytes("row", offsetWidth + 6);
                }
            }
            left = count == 0 ? 0 : left;
        }
    }
}
