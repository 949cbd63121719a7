package dev.fallow.internal.check;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.Layout;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.array.ChunkElement;
import dev.fallow.format.array.ExtensibleArray;
import dev.fallow.format.array.ExtensibleArrayCount;
import dev.fallow.format.array.FixedArray;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.internal.chunk.ChunkGrid;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;

/** Checks one array of chunks: the blocks of both kinds of arrays begin with the same fields, and have the same elements. */
abstract class ArrayCheck extends StructureCheck {
    final ChunkGrid grid;
    final long header;
    /** The number after that of the last chunk found; 0 if there is none. */
    long end;
    /** Whether all blocks could be read. */
    boolean complete = true;

    private final Family kind;
    private final ChunkCheck sink;
    private final long[] scaled;
    private int client;
    private int elementSize;

    private ArrayCheck(Family kind, ChunkCheck sink, ChunkGrid grid, long header) {
        super(sink, kind, sink.path);
        this.kind = kind;
        this.sink = sink;
        this.grid = grid;
        this.header = header;
        scaled = new long[grid.rank()];
    }

    /** Checks the array with its header at an address. */
    static void check(ChunkCheck sink, ChunkGrid grid, long header) throws IOException {
        if (sink.layout.index() == ChunkedLayout.Index.FIXED_ARRAY) {
            new FixedArrayCheck(sink, grid, header).check();
        } else {
            new ExtensibleArrayCheck(sink, grid, header).check(sink.layout.parameters());
        }
    }

    final void part(long at, Findings.Part part) throws IOException {
        complete &= attempt(at, part);
    }

    /** Requires elements of the kind that the dataset needs. */
    final void require(String structure, int foundClient, int foundSize) {
        client = foundClient;
        elementSize = foundSize;
        boolean filtered = sink.filters > 0;
        if ((client == ChunkElement.FILTERED) != filtered) {
            String problem =
                    "expected elements for %s, found client %d".formatted(filtered ? "filters" : "no filters", client);
            throw defect(FindingCode.CHUNK_INDEX, structure, header, problem);
        }
    }

    /** Reads a block, and compares its client and the address of the header in it. */
    final byte[] block(Layout layout, long at, long length) throws IOException {
        byte[] image = sealed(layout, at, length);
        if (image[4] != 0 || image[5] != client) {
            String problem = "expected version 0 and client %d, found %d and %d".formatted(client, image[4], image[5]);
            add(kind.field, layout.structure(), at, problem);
        }
        long back = layout.field("header").get(image, sizes);
        if (back != header) {
            String problem = "expected the header's address %d, found %d".formatted(header, back);
            add(kind.field, layout.structure(), at, problem);
        }
        return image;
    }

    /** Checks the elements of a page of a block, which is named with its article. */
    final void page(String block, Layout layout, long at, long length, long number, long count) throws IOException {
        part(at, () -> {
            byte[] image = read(layout.structure(), at, length);
            mend("page of " + block, image, image.length - Integer.BYTES, at);
            elements(Part.sealed(at, image.length), image, 0, number, count);
        });
    }

    /**
     * Checks elements: each refers to a chunk.
     *
     * @param at the position of the first one in the image
     * @param number of the first one
     */
    final void elements(Part part, byte[] image, int at, long number, long count) throws IOException {
        int width = sizes.offsets();
        int sizeWidth = elementSize - width - Integer.BYTES;
        boolean filtered = sink.filters > 0;
        long total = grid.total();
        for (long i = 0; i < count; i++) {
            int from = Math.toIntExact(at + i * elementSize);
            long address = LittleEndian.unsigned(image, from, width);
            if (address == (width == 8 ? -1L : (1L << 8 * width) - 1)) {
                continue;
            }
            end = Math.max(end, number + i + 1);
            long size = filtered ? LittleEndian.unsigned(image, from + width, sizeWidth) : sink.layout.chunkBytes();
            int mask = filtered ? LittleEndian.i32(image, from + width + sizeWidth) : 0;
            if (number + i < total) {
                grid.coordinates(number + i, scaled);
            } else {
                Arrays.fill(scaled, -1);
            }
            long field = part.address() + from;
            long chunk = address < 0 ? Addresses.UNDEFINED - 1 : address;
            pointer(part, field, chunk);
            sink.chunk(new ChunkEntry(part, field, field + width, sizeWidth, null), scaled, chunk, size, mask);
        }
    }

    // ---- fixed arrays ------------------------------------------------------------------------------------------

    private static final class FixedArrayCheck extends ArrayCheck {
        private FixedArray array;

        FixedArrayCheck(ChunkCheck sink, ChunkGrid grid, long header) {
            super(Family.FIXED_ARRAY, sink, grid, header);
        }

        void check() throws IOException {
            part(header, () -> {
                readHeader();
                if (array.blockAddress() != Addresses.UNDEFINED) {
                    part(array.blockAddress(), () -> block(array.blockAddress()));
                }
            });
        }

        private void readHeader() throws IOException {
            byte[] image = sealed(FixedArray.LAYOUT, header, FixedArray.headerLength(sizes));
            array = FixedArray.decode(reader(image, FixedArray.STRUCTURE, header));
            claim(FixedArray.STRUCTURE, header, image.length);
            require("fixed array", array.client(), array.elementSize());
            if (array.elements() != grid.total()) {
                String problem = "expected %d elements, found %d".formatted(grid.total(), array.elements());
                throw defect(FindingCode.FA_COUNT, "fixed array", header, problem);
            }
        }

        private void block(long at) throws IOException {
            long length = array.blockLength(sizes);
            requireInside(FixedArray.BLOCK_STRUCTURE, at, length);
            claim(FixedArray.BLOCK_STRUCTURE, at, length);
            long prefix = array.paged() ? array.prefixLength(sizes) : length;
            byte[] image = block(FixedArray.BLOCK, at, prefix);
            int begin = FixedArray.bitmapAt(sizes);
            if (!array.paged()) {
                elements(Part.sealed(at, image.length), image, begin, 0, array.elements());
                return;
            }
            byte[] bitmap = Arrays.copyOfRange(image, begin, image.length - Integer.BYTES);
            String name = "a " + FixedArray.BLOCK_STRUCTURE;
            long pageAt = at + prefix;
            for (long page = 0; page < array.pages(); page++) {
                if (FixedArray.inUse(bitmap, page)) {
                    long first = page * array.elementsOn(0);
                    page(name, FixedArray.BLOCK, pageAt, array.pageLength(page), first, array.elementsOn(page));
                }
                pageAt += array.pageLength(page);
            }
        }
    }

    // ---- extensible arrays -------------------------------------------------------------------------------------

    private static final class ExtensibleArrayCheck extends ArrayCheck {
        private static final String ARRAY = "extensible array";

        private ExtensibleArray array;
        private byte[] headerImage;
        private final long[] found = new long[ExtensibleArrayCount.values().length];

        ExtensibleArrayCheck(ChunkCheck sink, ChunkGrid grid, long header) {
            super(Family.EXTENSIBLE_ARRAY, sink, grid, header);
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
            if (complete && array != null) {
                checkCounts();
            }
        }

        private void readHeader(long[] parameters) throws IOException {
            headerImage = sealed(ExtensibleArray.LAYOUT, header, ExtensibleArray.headerLength(sizes));
            array = ExtensibleArray.decode(reader(headerImage, ExtensibleArray.STRUCTURE, header));
            claim(ExtensibleArray.STRUCTURE, header, headerImage.length);
            require(ARRAY, array.client(), array.elementSize());
            // bits of the number of elements, elements in the index, pointers, elements of a block, page bits
            long[] own = {
                array.elementBits(),
                array.indexElements(),
                headerImage[10] & 0xFF,
                headerImage[9] & 0xFF,
                array.pageBits()
            };
            long[] stated = parameters.clone();
            Arrays.sort(own);
            Arrays.sort(stated);
            if (!Arrays.equals(own, stated) && !isTrusting()) {
                String problem = "expected the parameters in the layout %s, found %s"
                        .formatted(Arrays.toString(stated), Arrays.toString(own));
                throw defect(FindingCode.CHUNK_INDEX, ARRAY, header, problem);
            }
        }

        private void count(ExtensibleArrayCount what, long number) {
            found[what.ordinal()] += number;
        }

        private long address(Part part, byte[] image, long at) {
            int width = sizes.offsets();
            long address = LittleEndian.unsigned(image, Math.toIntExact(at), width);
            long target = width < 8 && address == (1L << 8 * width) - 1 ? Addresses.UNDEFINED : address;
            pointer(part, part.address() + at, target);
            return target;
        }

        private void index(long at) throws IOException {
            byte[] image = block(ExtensibleArray.INDEX, at, array.indexLength(sizes));
            Part part = Part.sealed(at, image.length);
            claim(ExtensibleArray.INDEX_STRUCTURE, at, image.length);
            count(ExtensibleArrayCount.ELEMENTS, array.indexElements());
            elements(part, image, ExtensibleArray.elementsAt(sizes), 0, array.indexElements());
            int superBlock = 0;
            long left = array.dataBlocks(0);
            long block = 0;
            for (long i = 0; i < array.dataBlocksInIndex(); i++) {
                if (left == 0) {
                    left = array.dataBlocks(++superBlock);
                    block = 0;
                }
                left--;
                data(address(part, image, array.blockPointerAt(sizes, i)), superBlock, block++, null);
            }
            for (int i = array.superBlocksInIndex(); i < array.superBlocks(); i++) {
                long child = address(part, image, array.superPointerAt(sizes, i));
                int number = i;
                if (child != Addresses.UNDEFINED) {
                    part(child, () -> superBlock(child, number));
                }
            }
        }

        private void superBlock(long at, int number) throws IOException {
            long length = array.superLength(sizes, number);
            byte[] image = block(ExtensibleArray.SUPER, at, length);
            Part part = Part.sealed(at, image.length);
            claim(ExtensibleArray.SUPER_STRUCTURE, at, length);
            count(ExtensibleArrayCount.SUPER_BLOCKS, 1);
            count(ExtensibleArrayCount.SUPER_BLOCK_BYTES, length);
            checkOffset(ExtensibleArray.SUPER, image, at, array.firstElement(number));
            for (long i = 0; i < array.dataBlocks(number); i++) {
                data(address(part, image, array.blockPointerAt(sizes, number, i)), number, i, image);
            }
        }

        /** Compares the number of the first element in a block with the one expected. */
        private void checkOffset(Layout layout, byte[] image, long at, long expected) {
            int width = (array.elementBits() + 7) / 8;
            long offset = LittleEndian.unsigned(image, ExtensibleArray.BLOCK.end(sizes), width);
            if (offset != expected) {
                String problem = "expected element %d as the first one, found %d".formatted(expected, offset);
                add(FindingCode.EA_FIELD, layout.structure(), at, problem);
            }
        }

        private void data(long at, int superBlock, long number, byte[] superImage) throws IOException {
            if (at != Addresses.UNDEFINED) {
                part(at, () -> dataBlock(at, superBlock, number, superImage));
            }
        }

        /** Checks a block that a super block refers to, or the index block if there is no image. */
        private void dataBlock(long at, int superBlock, long number, byte[] superImage) throws IOException {
            long length = array.blockLength(sizes, superBlock);
            requireInside(ExtensibleArray.BLOCK_STRUCTURE, at, length);
            boolean paged = array.paged(superBlock);
            long prefix = array.blockPrefixLength(sizes, superBlock);
            long elements = array.elements(superBlock);
            if (isTrusting() && paged && superImage == null) {
                throw new UnsupportedFeatureException(
                        "%s at address %d: a block with pages that the index block refers to"
                                .formatted(ExtensibleArray.BLOCK_STRUCTURE, at));
            }
            byte[] image = block(ExtensibleArray.BLOCK, at, paged ? prefix : length);
            claim(ExtensibleArray.BLOCK_STRUCTURE, at, length);
            count(ExtensibleArrayCount.DATA_BLOCKS, 1);
            count(ExtensibleArrayCount.DATA_BLOCK_BYTES, length);
            count(ExtensibleArrayCount.ELEMENTS, elements);
            long counted =
                    superBlock < array.superBlocksInIndex() ? array.dataBlocksBefore(superBlock) + number : number;
            checkOffset(ExtensibleArray.BLOCK, image, at, array.firstElement(superBlock) + counted * elements);
            long first = array.indexElements() + array.firstElement(superBlock) + number * elements;
            if (!paged) {
                elements(Part.sealed(at, image.length), image, (int) prefix, first, elements);
                return;
            } else if (superImage == null) {
                return;
            }
            long onPage = 1L << array.pageBits();
            byte[] bitmap = Arrays.copyOfRange(superImage, array.pageBitsAt(sizes), superImage.length);
            String name = "an " + ExtensibleArray.BLOCK_STRUCTURE;
            for (long page = 0; page < array.pages(superBlock); page++) {
                if (FixedArray.inUse(bitmap, number * array.pages(superBlock) + page)) {
                    long pageAt = at + prefix + page * array.pageLength();
                    long firstOnPage = first + page * onPage;
                    page(name, ExtensibleArray.BLOCK, pageAt, array.pageLength(), firstOnPage, onPage);
                }
            }
        }

        private void checkCounts() {
            for (ExtensibleArrayCount each : ExtensibleArrayCount.values()) {
                boolean limit = each == ExtensibleArrayCount.LIMIT;
                long stored = LittleEndian.unsigned(headerImage, each.at(sizes), sizes.lengths());
                long counted = limit ? end : found[each.ordinal()];
                if (limit ? stored < counted || stored > Math.max(grid.total(), 0) : stored != counted) {
                    String name = each.name().toLowerCase(Locale.ROOT).replace('_', ' ');
                    String problem = "expected %s to be %d, found %d".formatted(name, stored, counted);
                    add(FindingCode.EA_COUNT, ARRAY, header, problem);
                }
            }
        }
    }
}
