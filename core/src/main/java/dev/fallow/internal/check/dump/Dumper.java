package dev.fallow.internal.check.dump;

import dev.fallow.CorruptFileException;
import dev.fallow.NotAContainerException;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FormatException;
import dev.fallow.format.Layout;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.array.ExtensibleArray;
import dev.fallow.format.array.FixedArray;
import dev.fallow.format.btree.BTreeV2Header;
import dev.fallow.format.btree.BTreeV2Node;
import dev.fallow.format.btree.GroupBTreeNode;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.group.SymbolTableNode;
import dev.fallow.format.heap.DirectBlock;
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
import dev.fallow.internal.check.structure.CheckedSuperblock;
import dev.fallow.internal.check.structure.Claimed;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.check.structure.Findings;
import dev.fallow.internal.commit.FoundSuperblock;
import dev.fallow.internal.storage.Storage;
import dev.fallow.report.StructureDump;
import dev.fallow.report.StructureDump.Checksum;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Recognises the structure at an address, and shows its fields. */
public final class Dumper {
    /** The longest structure whose checksum is searched, because its length depends on others. */
    private static final int LONGEST_SEARCHED = 32_768;
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

    private static final Layout.Field HEAP_HEADER = DirectBlock.LAYOUT.field("heapHeader");

    private final String name;
    private final Context context;
    private final long address;

    private Dumper(String name, Context context, long address) {
        this.name = name;
        this.context = context;
        this.address = address;
    }

    /**
     * Shows the structure at an address.
     *
     * @throws NotAContainerException if there is no superblock
     * @throws CorruptFileException if there is no structure that is recognised
     */
    public static StructureDump dump(Storage storage, String name, long address) throws IOException {
        long at = FoundSuperblock.find(storage);
        if (at < 0) {
            throw new NotAContainerException(name + " is not HDF5: it has no HDF5 signature");
        }
        Findings findings = new Findings();
        CheckedSuperblock superblock = CheckedSuperblock.read(storage, at, true, findings);
        if (superblock == null) {
            throw new CorruptFileException(name + ": " + findings.all().get(0).sentence() + "; fallow check says more");
        }
        return new Dumper(name, new Context(storage, superblock, findings, new Claimed()), address).dump();
    }

    private CorruptFileException nothing(String problem) {
        return new CorruptFileException("%s: address %d: %s".formatted(name, address, problem));
    }

    private StructureDump dump() throws IOException {
        if (!context.isInside(address, 1)) {
            throw nothing("expected an address before the end of allocation, "
                    + context.superblock().end());
        }
        byte[] start = context.readStart(Family.OTHER, "structure", address, 512);
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
                return signed(LAYOUTS.get(signature));
            } else if (start[0] == 1) {
                return oldHeader(start);
            }
        } catch (FormatException e) {
            throw nothing(e.getMessage());
        }
        throw nothing("expected the signature of a structure, or an object header of version 1, found "
                + java.util.HexFormat.ofDelimiter(" ").formatHex(start, 0, Math.min(4, start.length)));
    }

    private Fields fields(byte[] image) {
        return new Fields(image, context.sizes());
    }

    private byte[] bytes(long length) throws IOException {
        return context.readStart(Family.OTHER, "structure", address, Math.toIntExact(Math.min(length, 1 << 28)));
    }

    /** The bytes of a structure whose length is known. */
    private byte[] whole(long length) throws IOException {
        byte[] image = bytes(length);
        if (image.length < length) {
            throw nothing("expected a structure of %d bytes, found %d before the end of allocation"
                    .formatted(length, image.length));
        }
        return image;
    }

    private StructureDump result(String structure, long length, Checksum checksum, Fields fields) {
        return new StructureDump(structure, address, length, checksum, fields.all());
    }

    /** Compares the checksum at the end of an image; adds it to the fields. */
    private Checksum checksum(byte[] image, int at, Fields fields) {
        if (at < 0 || at + Integer.BYTES > image.length) {
            return Checksum.NOT_FOUND;
        }
        int computed = dev.fallow.format.Checksum.of(image, 0, at);
        return verdict(at, LittleEndian.i32(image, at), computed, fields);
    }

    private static Checksum verdict(int at, int stored, int computed, Fields fields) {
        fields.checksum(
                at,
                stored == computed
                        ? "0x%08x, right".formatted(stored)
                        : "0x%08x, wrong: computed 0x%08x".formatted(stored, computed));
        return stored == computed ? Checksum.RIGHT : Checksum.WRONG;
    }

    private StructureDump superblock() throws IOException {
        CheckedSuperblock superblock = context.superblock();
        byte[] image = whole(superblock.length());
        Fields fields = fields(image);
        fields.bytes("signature", 8);
        Checksum checksum = Checksum.NONE;
        if (superblock.version() < 2) {
            fields.read(SuperblockV0.layout(superblock.version()));
        } else {
            fields.read(Superblock.LAYOUT);
            checksum = checksum(image, fields.position(), fields);
        }
        return result("superblock", superblock.length(), checksum, fields);
    }

    // ---- object headers ----------------------------------------------------------------------------------------

    private StructureDump header(byte[] start) throws IOException {
        ObjectHeaderPrefix prefix =
                ObjectHeaderPrefix.decode(context.reader(start, ObjectHeaderPrefix.STRUCTURE, address));
        byte[] image = whole(prefix.chunkLength());
        Fields fields = fields(image);
        fields.text("signature", 4);
        fields.read(prefix.layout());
        int end = image.length - Integer.BYTES;
        boolean tracked = prefix.creationOrderTracked();
        messages(ObjectHeaderChunk.messages(image, fields.position(), end, tracked, address), tracked ? 6 : 4, fields);
        fields.bytes("gap", end - fields.position());
        return result(ObjectHeaderPrefix.STRUCTURE, image.length, checksum(image, end, fields), fields);
    }

    private static void messages(ObjectHeaderChunk chunk, int headerLength, Fields fields) {
        for (MessageSlot slot : chunk.messages()) {
            String title = MessageType.titleOf(slot.type());
            fields.bytes(
                    "message header",
                    slot.bodyOffset() - slot.headerOffset(),
                    "%s, %d bytes, flags 0x%02x%s"
                            .formatted(
                                    title,
                                    slot.size(),
                                    slot.flags(),
                                    headerLength == 6 ? ", index " + slot.creationIndex() : ""));
            fields.bytes(title, slot.size());
        }
    }

    private StructureDump oldHeader(byte[] start) throws IOException {
        ObjectHeaderPrefixV1 prefix =
                ObjectHeaderPrefixV1.decode(context.reader(start, ObjectHeaderPrefix.STRUCTURE, address));
        byte[] image = whole(prefix.chunkLength());
        Fields fields = fields(image);
        fields.read(ObjectHeaderPrefixV1.LAYOUT);
        messages(ObjectHeaderChunk.messagesV1(image, fields.position(), image.length, address), 8, fields);
        return result(ObjectHeaderPrefix.STRUCTURE + ", version 1", image.length, Checksum.NONE, fields);
    }

    private StructureDump continuation() throws IOException {
        byte[] image = bytes(LONGEST_SEARCHED);
        int end = found(image);
        if (end < 0) {
            Fields fields = fields(image);
            fields.text("signature", 4);
            return result(ContinuationChunk.STRUCTURE, fields.position(), Checksum.NOT_FOUND, fields);
        }
        for (int headerLength : new int[] {4, 6}) {
            Fields fields = fields(Arrays.copyOf(image, end + Integer.BYTES));
            fields.text("signature", 4);
            try {
                messages(ObjectHeaderChunk.messages(image, 4, end, headerLength == 6, address), headerLength, fields);
            } catch (FormatException e) {
                continue; // the header tracks the creation order of its messages
            }
            fields.bytes("gap", end - fields.position());
            return result(ContinuationChunk.STRUCTURE, end + 4L, checksum(image, end, fields), fields);
        }
        throw nothing("expected messages in the continuation block");
    }

    /** The position of the first checksum that is right; -1 if there is none. */
    private static int found(byte[] image) {
        for (int at = 8; at + Integer.BYTES <= image.length; at++) {
            if (LittleEndian.i32(image, at) == dev.fallow.format.Checksum.of(image, 0, at)) {
                return at;
            }
        }
        return -1;
    }

    // ---- structures with a signature ---------------------------------------------------------------------------

    private StructureDump directBlock() throws IOException {
        byte[] prefix = bytes(DirectBlock.LAYOUT.end(context.sizes()));
        FractalHeapHeader heap = heapOf(prefix);
        byte[] image = bytes(heap.table().maxDirectBlockSize());
        int sumAt = DirectBlock.checksumOffset(heap, context.sizes());
        long offset = number(image, DirectBlock.LAYOUT.end(context.sizes()), heap.offsetWidth());
        long size = heap.table().blockSize(rowOf(heap, offset));
        byte[] block = Arrays.copyOf(image, (int) Math.min(size, image.length));
        Fields fields = fields(block);
        fields.text("signature", 4);
        fields.read(DirectBlock.LAYOUT, 0, heap.offsetWidth());
        Checksum checksum = Checksum.NONE;
        if (heap.checksummed()) {
            number(block, sumAt, Integer.BYTES);
            byte[] blank = block.clone();
            LittleEndian.put(blank, sumAt, Integer.BYTES, 0);
            int computed = dev.fallow.format.Checksum.of(blank, 0, blank.length);
            checksum = verdict(sumAt, LittleEndian.i32(block, sumAt), computed, fields);
        }
        fields.bytes("objects", block.length - fields.position());
        return result(DirectBlock.STRUCTURE, block.length, checksum, fields);
    }

    /** The row of the direct block at a heap offset: blocks below child indirect blocks begin again with the first row. */
    private static int rowOf(FractalHeapHeader heap, long offset) {
        long left = offset;
        while (!heap.table().isDirectRow(heap.table().row(left))) {
            left -= heap.table().entryOffset(heap.table().entry(left));
        }
        return heap.table().row(left);
    }

    /** A number in the image of a structure, which the end of allocation may have cut off. */
    private long number(byte[] image, int at, int width) {
        if (at + width > image.length) {
            throw nothing("expected at least %d bytes before the end of allocation, found %d"
                    .formatted(at + width, image.length));
        }
        return LittleEndian.unsigned(image, at, width);
    }

    /** The header of the heap that a block belongs to. */
    private FractalHeapHeader heapOf(byte[] block) throws IOException {
        long at = number(block, HEAP_HEADER.at(context.sizes()), context.sizes().offsets());
        byte[] image = context.signed(
                Family.FRACTAL_HEAP,
                FractalHeapHeader.LAYOUT.signature(),
                FractalHeapHeader.STRUCTURE,
                at,
                FractalHeapHeader.length(context.sizes()));
        context.mend(Family.FRACTAL_HEAP, FractalHeapHeader.STRUCTURE, image, image.length - 4, at, null);
        FieldReader in = context.reader(image, FractalHeapHeader.STRUCTURE, at);
        return FractalHeapHeader.decode(in);
    }

    private StructureDump signed(Layout layout) throws IOException {
        return layout.isSealed() ? sealed(layout) : open(layout);
    }

    private StructureDump sealed(Layout layout) throws IOException {
        byte[] image = bytes(LONGEST_SEARCHED);
        Fields fields = fields(image);
        fields.text("signature", 4);
        boolean inner = Blocks.HEADERS.containsKey(layout);
        boolean repeats = inner || !layout.repeated().isEmpty();
        int end = repeats ? found(image) : -1;
        if (end >= 0) {
            fields.endAt(end);
        }
        int variable = 0;
        if (layout == BTreeV2Node.LEAF && image.length > 5) {
            variable = Records.length(image[5], context.sizes(), end);
        } else if (layout == IndirectBlock.LAYOUT) {
            variable = heapOf(image).offsetWidth();
        }
        fields.read(layout, end, variable);
        if (layout == FractalHeapHeader.LAYOUT && fields.number("filterLength") > 0) {
            fields.read(HeapFilter.LAYOUT);
            fields.bytes("filters", (int) fields.number("filterLength"));
        }
        if (inner && end >= 0) {
            new Blocks(context, fields, image).read(layout, end);
        }
        Checksum checksum =
                repeats && end < 0 ? Checksum.NOT_FOUND : checksum(image, repeats ? end : fields.position(), fields);
        return result(layout.structure(), fields.position(), checksum, fields);
    }

    private StructureDump open(Layout layout) throws IOException {
        byte[] image = bytes(1 << 20);
        Fields fields = fields(image);
        fields.text("signature", 4);
        fields.read(layout);
        if (layout == SymbolTableNode.LAYOUT) {
            for (long i = 0; i < fields.number("symbols"); i++) {
                fields.read(SymbolTableEntry.LAYOUT);
            }
        } else if (layout == GroupBTreeNode.LAYOUT) {
            Records.tree(fields, image, context);
        } else if (layout == GlobalHeapCollection.LAYOUT) {
            objects(fields, image);
        }
        return result(layout.structure(), fields.position(), Checksum.NONE, fields);
    }

    private static void objects(Fields fields, byte[] image) {
        long size = fields.number("size");
        while (fields.position() + 16 <= Math.min(size, image.length)) {
            int index = LittleEndian.u16(image, fields.position());
            long length = LittleEndian.i64(image, fields.position() + 8);
            fields.read(GlobalHeapCollection.OBJECT);
            long whole = index == 0 ? length - 16 : (length + 7) / 8 * 8;
            long left = Math.min(size, image.length) - fields.position();
            fields.bytes(index == 0 ? "free space" : "object " + index, (int) Math.max(0, Math.min(whole, left)));
            if (index == 0 || whole < 0 || whole > left) {
                return;
            }
        }
    }
}
