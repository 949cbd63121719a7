package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.Layout;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.array.ExtensibleArray;
import dev.fallow.format.array.ExtensibleArrayCount;
import dev.fallow.format.array.FixedArray;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.chunk.ChunkGrid;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;

/** Checks one extensible array of chunks. */
final class ExtensibleArrayCheck extends ArrayCheck {
    private ExtensibleArray array;
    private byte[] headerImage;
    private final long[] found = new long[ExtensibleArrayCount.values().length];

    ExtensibleArrayCheck(Context context, ChunkSink sink, ChunkGrid grid, long header, PathNode path) {
        super(context, Family.EXTENSIBLE_ARRAY, "an", "extensible array", sink, grid, header, path);
    }

    /** @param parameters those in the layout message: element bits, index elements, data blocks, elements, page bits */
    void check(long[] parameters) throws IOException {
        part(header, () -> {
            readHeader(parameters);
            long index = array.indexAddress();
            if (index != Addresses.UNDEFINED) {
                part(index, () -> index(index));
            }
        });
        if (isComplete() && array != null) {
            checkCounts();
        }
    }

    private void readHeader(long[] parameters) throws IOException {
        headerImage = sealed(ExtensibleArray.LAYOUT, header, ExtensibleArray.headerLength(sizes));
        array = ExtensibleArray.decode(reader(headerImage, ExtensibleArray.LAYOUT, header));
        claim(ExtensibleArray.STRUCTURE, header, headerImage.length);
        require(array.client(), array.elementSize());
        // the layout has: bits of the number of elements, elements in the index, pointers, elements of a block, page
        // bits
        long[] own = {
            array.elementBits(), array.indexElements(), headerImage[10] & 0xFF, headerImage[9] & 0xFF, array.pageBits()
        };
        long[] stated = parameters.clone();
        Arrays.sort(own);
        Arrays.sort(stated);
        if (!Arrays.equals(own, stated)) {
            throw defect(
                    FindingCode.CHUNK_INDEX,
                    "expected the parameters in the layout %s, found %s"
                            .formatted(Arrays.toString(stated), Arrays.toString(own)));
        }
    }

    private long address(byte[] image, int at) {
        int width = sizes.offsets();
        long address = LittleEndian.unsigned(image, at, width);
        return width < 8 && address == (1L << 8 * width) - 1 ? Addresses.UNDEFINED : address;
    }

    private void index(long at) throws IOException {
        long length = array.indexLength(sizes);
        byte[] image = block(ExtensibleArray.INDEX, at, length);
        claim(ExtensibleArray.INDEX_STRUCTURE, at, length);
        found[ExtensibleArrayCount.ELEMENTS.ordinal()] += array.indexElements();
        elements(image, at, ExtensibleArray.elementsAt(sizes), 0, array.indexElements());
        int superBlock = 0;
        long left = array.dataBlocks(0);
        long block = 0;
        for (long i = 0; i < array.dataBlocksInIndex(); i++) {
            if (left == 0) {
                left = array.dataBlocks(++superBlock);
                block = 0;
            }
            left--;
            data(address(image, array.blockPointerAt(sizes, i)), superBlock, block++, null);
        }
        for (int i = array.superBlocksInIndex(); i < array.superBlocks(); i++) {
            long child = address(image, array.superPointerAt(sizes, i));
            int number = i;
            if (child != Addresses.UNDEFINED) {
                part(child, () -> superBlock(child, number));
            }
        }
    }

    private void superBlock(long at, int number) throws IOException {
        long length = array.superLength(sizes, number);
        byte[] image = block(ExtensibleArray.SUPER, at, length);
        claim(ExtensibleArray.SUPER_STRUCTURE, at, length);
        found[ExtensibleArrayCount.SUPER_BLOCKS.ordinal()]++;
        found[ExtensibleArrayCount.SUPER_BLOCK_BYTES.ordinal()] += length;
        checkOffset(ExtensibleArray.SUPER, image, at, array.firstElement(number));
        for (long i = 0; i < array.dataBlocks(number); i++) {
            int pointer = Math.toIntExact(array.blockPointerAt(sizes, number, i));
            data(address(image, pointer), number, i, image);
        }
    }

    /** Compares the number of the first element in a block with the one expected. */
    private void checkOffset(Layout layout, byte[] image, long at, long expected) {
        int width = (array.elementBits() + 7) / 8;
        long offset = LittleEndian.unsigned(image, ExtensibleArray.BLOCK.end(sizes), width);
        if (offset != expected) {
            field(layout, at, "expected element %d as the first one, found %d".formatted(expected, offset));
        }
    }

    private void data(long at, int superBlock, long number, byte[] pages) throws IOException {
        if (at != Addresses.UNDEFINED) {
            part(at, () -> dataBlock(at, superBlock, number, pages));
        }
    }

    private void dataBlock(long at, int superBlock, long number, byte[] superImage) throws IOException {
        long length = array.blockLength(sizes, superBlock);
        requireInside(ExtensibleArray.BLOCK, at, length);
        boolean paged = array.paged(superBlock);
        long prefix = array.blockPrefixLength(sizes, superBlock);
        byte[] image = block(ExtensibleArray.BLOCK, at, paged ? prefix : length);
        claim(ExtensibleArray.BLOCK_STRUCTURE, at, length);
        found[ExtensibleArrayCount.DATA_BLOCKS.ordinal()]++;
        found[ExtensibleArrayCount.DATA_BLOCK_BYTES.ordinal()] += length;
        found[ExtensibleArrayCount.ELEMENTS.ordinal()] += array.elements(superBlock);
        long counted = superBlock < array.superBlocksInIndex() ? array.dataBlocksBefore(superBlock) + number : number;
        checkOffset(
                ExtensibleArray.BLOCK,
                image,
                at,
                array.firstElement(superBlock) + counted * array.elements(superBlock));
        long first = array.indexElements() + array.firstElement(superBlock) + number * array.elements(superBlock);
        if (!paged) {
            elements(image, at, (int) prefix, first, array.elements(superBlock));
            return;
        }
        long onPage = 1L << array.pageBits();
        int bitsAt = array.pageBitsAt(sizes);
        byte[] bitmap = superImage == null ? new byte[0] : Arrays.copyOfRange(superImage, bitsAt, superImage.length);
        for (long page = 0; page < array.pages(superBlock); page++) {
            long pageAt = at + prefix + page * array.pageLength();
            long firstOnPage = first + page * onPage;
            if (superImage != null && FixedArray.inUse(bitmap, number * array.pages(superBlock) + page)) {
                page(ExtensibleArray.BLOCK, pageAt, array.pageLength(), firstOnPage, onPage);
            }
        }
    }

    private void checkCounts() {
        for (ExtensibleArrayCount each : ExtensibleArrayCount.values()) {
            long stored = LittleEndian.unsigned(headerImage, each.at(sizes), sizes.lengths());
            long counted = each == ExtensibleArrayCount.LIMIT ? end() : found[each.ordinal()];
            boolean right = each == ExtensibleArrayCount.LIMIT
                    ? stored >= counted && stored <= Math.max(grid.total(), 0)
                    : stored == counted;
            if (!right) {
                add(
                        FindingCode.EA_COUNT,
                        header,
                        sentence(
                                "extensible array",
                                header,
                                "expected %s to be %d, found %d"
                                        .formatted(
                                                each.name()
                                                        .toLowerCase(Locale.ROOT)
                                                        .replace('_', ' '),
                                                stored,
                                                counted)));
            }
        }
    }
}
