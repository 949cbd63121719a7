package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.array.ExtensibleArray;
import dev.fallow.format.array.ExtensibleArrayCount;
import dev.fallow.format.array.FixedArray;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Defect;
import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.check.structure.Findings;
import dev.fallow.internal.chunk.ChunkGrid;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;

/** Checks one extensible array of chunks. */
final class ExtensibleArrayCheck {
    private static final Family FAMILY = Family.EXTENSIBLE_ARRAY;

    private final Context context;
    private final ChunkSink sink;
    private final ChunkGrid grid;
    private final PathNode path;
    private ExtensibleArray array;
    private ArrayElements elements;
    private byte[] headerImage;
    private long header;
    private final long[] found = new long[ExtensibleArrayCount.values().length];
    private boolean complete = true;

    ExtensibleArrayCheck(Context context, ChunkSink sink, ChunkGrid grid, PathNode path) {
        this.context = context;
        this.sink = sink;
        this.grid = grid;
        this.path = path;
    }

    /** @param parameters those in the layout message: element bits, index elements, data blocks, elements, page bits */
    void check(long address, long[] parameters) throws IOException {
        header = address;
        complete &= context.findings().attempt(FAMILY, address, path, () -> {
            readHeader(parameters);
            long index = array.indexAddress();
            if (index != Addresses.UNDEFINED) {
                part(index, () -> index(index));
            }
        });
        if (complete && array != null) {
            checkCounts();
        }
    }

    private void part(long at, Findings.Part part) throws IOException {
        complete &= context.findings().attempt(FAMILY, at, path, part);
    }

    private void readHeader(long[] parameters) throws IOException {
        String structure = ExtensibleArray.STRUCTURE;
        int length = ExtensibleArray.headerLength(context.sizes());
        headerImage = context.sealed(FAMILY, "EAHD", structure, header, length, path);
        array = ExtensibleArray.decode(context.reader(headerImage, structure, header));
        context.claim(structure, header, length, path);
        elements = new ArrayElements(context, sink, grid, grid.rank(), array.elementSize());
        if (!elements.fits(array.client())) {
            throw new Defect(
                    FindingCode.CHUNK_INDEX,
                    header,
                    "extensible array at address %d: expected elements for %s, found client %d"
                            .formatted(header, sink.filtered() ? "filters" : "no filters", array.client()));
        }
        // the layout has: bits of the number of elements, elements in the index, pointers, elements of a block, page
        // bits
        long[] own = {
            array.elementBits(), array.indexElements(), headerImage[10] & 0xFF, headerImage[9] & 0xFF, array.pageBits()
        };
        long[] stated = parameters.clone();
        java.util.Arrays.sort(own);
        java.util.Arrays.sort(stated);
        if (!java.util.Arrays.equals(own, stated)) {
            throw new Defect(
                    FindingCode.CHUNK_INDEX,
                    header,
                    "extensible array at address %d: expected the parameters in the layout %s, found %s"
                            .formatted(header, java.util.Arrays.toString(stated), java.util.Arrays.toString(own)));
        }
    }

    private byte[] block(String signature, String structure, long at, long length) throws IOException {
        byte[] image = context.sealed(FAMILY, signature, structure, at, length, path);
        if (image[4] != 0 || image[5] != array.client()) {
            field(
                    structure,
                    at,
                    "expected version 0 and client %d, found %d and %d".formatted(array.client(), image[4], image[5]));
        }
        long back = ExtensibleArray.BLOCK.field("header").get(image, context.sizes());
        if (back != header) {
            field(structure, at, "expected the header's address %d, found %d".formatted(header, back));
        }
        return image;
    }

    private void field(String structure, long at, String problem) {
        context.add(FindingCode.EA_FIELD, at, path, "%s at address %d: %s".formatted(structure, at, problem));
    }

    private long address(byte[] image, int at) {
        int width = context.sizes().offsets();
        long address = LittleEndian.unsigned(image, at, width);
        return width < 8 && address == (1L << 8 * width) - 1 ? Addresses.UNDEFINED : address;
    }

    private void index(long at) throws IOException {
        String structure = ExtensibleArray.INDEX_STRUCTURE;
        long length = array.indexLength(context.sizes());
        byte[] image = block("EAIB", structure, at, length);
        context.claim(structure, at, length, path);
        found[ExtensibleArrayCount.ELEMENTS.ordinal()] += array.indexElements();
        elements.visit(image, at, ExtensibleArray.elementsAt(context.sizes()), 0, array.indexElements());
        int superBlock = 0;
        long left = array.dataBlocks(0);
        long block = 0;
        for (long i = 0; i < array.dataBlocksInIndex(); i++) {
            if (left == 0) {
                left = array.dataBlocks(++superBlock);
                block = 0;
            }
            left--;
            data(address(image, array.blockPointerAt(context.sizes(), i)), superBlock, block++, null);
        }
        for (int i = array.superBlocksInIndex(); i < array.superBlocks(); i++) {
            long child = address(image, array.superPointerAt(context.sizes(), i));
            int number = i;
            if (child != Addresses.UNDEFINED) {
                part(child, () -> superBlock(child, number));
            }
        }
    }

    private void superBlock(long at, int number) throws IOException {
        String structure = ExtensibleArray.SUPER_STRUCTURE;
        long length = array.superLength(context.sizes(), number);
        byte[] image = block("EASB", structure, at, length);
        context.claim(structure, at, length, path);
        found[ExtensibleArrayCount.SUPER_BLOCKS.ordinal()]++;
        found[ExtensibleArrayCount.SUPER_BLOCK_BYTES.ordinal()] += length;
        checkOffset(structure, image, at, array.firstElement(number));
        for (long i = 0; i < array.dataBlocks(number); i++) {
            int pointer = Math.toIntExact(array.blockPointerAt(context.sizes(), number, i));
            data(address(image, pointer), number, i, image);
        }
    }

    /** Compares the number of the first element in a block with the one expected. */
    private void checkOffset(String structure, byte[] image, long at, long expected) {
        int width = (array.elementBits() + 7) / 8;
        long offset = LittleEndian.unsigned(image, ExtensibleArray.BLOCK.end(context.sizes()), width);
        if (offset != expected) {
            field(structure, at, "expected element %d as the first one, found %d".formatted(expected, offset));
        }
    }

    private void data(long at, int superBlock, long number, byte[] pages) throws IOException {
        if (at != Addresses.UNDEFINED) {
            part(at, () -> dataBlock(at, superBlock, number, pages));
        }
    }

    private void dataBlock(long at, int superBlock, long number, byte[] superImage) throws IOException {
        String structure = ExtensibleArray.BLOCK_STRUCTURE;
        long length = array.blockLength(context.sizes(), superBlock);
        if (!context.isInside(at, length)) {
            throw new Defect(
                    FindingCode.EA_RANGE,
                    at,
                    "%s of %d bytes at address %d: expected it inside the file".formatted(structure, length, at));
        }
        boolean paged = array.paged(superBlock);
        long prefix = array.blockPrefixLength(context.sizes(), superBlock);
        byte[] image = block("EADB", structure, at, paged ? prefix : length);
        context.claim(structure, at, length, path);
        found[ExtensibleArrayCount.DATA_BLOCKS.ordinal()]++;
        found[ExtensibleArrayCount.DATA_BLOCK_BYTES.ordinal()] += length;
        found[ExtensibleArrayCount.ELEMENTS.ordinal()] += array.elements(superBlock);
        long counted = superBlock < array.superBlocksInIndex() ? array.dataBlocksBefore(superBlock) + number : number;
        checkOffset(structure, image, at, array.firstElement(superBlock) + counted * array.elements(superBlock));
        long first = array.indexElements() + array.firstElement(superBlock) + number * array.elements(superBlock);
        if (!paged) {
            elements.visit(image, at, (int) prefix, first, array.elements(superBlock));
            return;
        }
        long onPage = 1L << array.pageBits();
        int bitsAt = array.pageBitsAt(context.sizes());
        byte[] bitmap =
                superImage == null ? new byte[0] : java.util.Arrays.copyOfRange(superImage, bitsAt, superImage.length);
        for (long page = 0; page < array.pages(superBlock); page++) {
            long pageAt = at + prefix + page * array.pageLength();
            long firstOnPage = first + page * onPage;
            if (superImage != null && FixedArray.inUse(bitmap, number * array.pages(superBlock) + page)) {
                part(pageAt, () -> {
                    byte[] bytes = context.read(FAMILY, structure, pageAt, array.pageLength());
                    context.mend(FAMILY, "page of an " + structure, bytes, bytes.length - Integer.BYTES, pageAt, path);
                    elements.visit(bytes, pageAt, 0, firstOnPage, onPage);
                });
            }
        }
    }

    private void checkCounts() {
        for (ExtensibleArrayCount each : ExtensibleArrayCount.values()) {
            long stored = LittleEndian.unsigned(
                    headerImage, each.at(context.sizes()), context.sizes().lengths());
            long counted = each == ExtensibleArrayCount.LIMIT ? elements.end() : found[each.ordinal()];
            boolean right = each == ExtensibleArrayCount.LIMIT
                    ? stored >= counted && stored <= Math.max(grid.total(), 0)
                    : stored == counted;
            if (!right) {
                context.add(
                        FindingCode.EA_COUNT,
                        header,
                        path,
                        "extensible array at address %d: expected %s to be %d, found %d"
                                .formatted(
                                        header,
                                        each.name()
                                                .toLowerCase(java.util.Locale.ROOT)
                                                .replace('_', ' '),
                                        stored,
                                        counted));
            }
        }
    }
}
