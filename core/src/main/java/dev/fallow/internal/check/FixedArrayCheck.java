package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.array.FixedArray;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Defect;
import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.chunk.ChunkGrid;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.Arrays;

/** Checks one fixed array of chunks. */
final class FixedArrayCheck {
    private static final Family FAMILY = Family.FIXED_ARRAY;
    private static final String BLOCK = FixedArray.BLOCK_STRUCTURE;

    private final Context context;
    private final ChunkSink sink;
    private final ChunkGrid grid;
    private final PathNode path;
    private FixedArray array;
    private ArrayElements elements;
    private long header;

    FixedArrayCheck(Context context, ChunkSink sink, ChunkGrid grid, PathNode path) {
        this.context = context;
        this.sink = sink;
        this.grid = grid;
        this.path = path;
    }

    void check(long address) throws IOException {
        header = address;
        context.findings().attempt(FAMILY, address, path, () -> {
            readHeader();
            if (array.blockAddress() != Addresses.UNDEFINED) {
                long at = array.blockAddress();
                context.findings().attempt(FAMILY, at, path, () -> block(at));
            }
        });
    }

    private void readHeader() throws IOException {
        int length = FixedArray.headerLength(context.sizes());
        byte[] image = context.sealed(FAMILY, "FAHD", FixedArray.STRUCTURE, header, length, path);
        array = FixedArray.decode(context.reader(image, FixedArray.STRUCTURE, header));
        context.claim(FixedArray.STRUCTURE, header, length, path);
        elements = new ArrayElements(context, sink, grid, grid.rank(), array.elementSize());
        if (!elements.fits(array.client())) {
            throw new Defect(
                    FindingCode.CHUNK_INDEX,
                    header,
                    "fixed array at address %d: expected elements for %s, found client %d"
                            .formatted(header, sink.filtered() ? "filters" : "no filters", array.client()));
        }
        if (array.elements() != grid.total()) {
            throw new Defect(
                    FindingCode.FA_COUNT,
                    header,
                    "fixed array at address %d: expected %d elements, found %d"
                            .formatted(header, grid.total(), array.elements()));
        }
    }

    private void block(long at) throws IOException {
        long length = array.blockLength(context.sizes());
        if (!context.isInside(at, length)) {
            throw new Defect(
                    FindingCode.FA_RANGE,
                    at,
                    "%s of %d bytes at address %d: expected it inside the file".formatted(BLOCK, length, at));
        }
        context.claim(BLOCK, at, length, path);
        long prefix = array.paged() ? array.prefixLength(context.sizes()) : length;
        byte[] image = context.sealed(FAMILY, "FADB", BLOCK, at, prefix, path);
        if (image[4] != 0 || image[5] != array.client()) {
            field(
                    at,
                    "expected version 0 and client %d, found %d and %d".formatted(array.client(), image[4], image[5]));
        }
        long back = FixedArray.BLOCK.field("header").get(image, context.sizes());
        if (back != header) {
            field(at, "expected the header's address %d, found %d".formatted(header, back));
        }
        int begin = FixedArray.bitmapAt(context.sizes());
        if (!array.paged()) {
            elements.visit(image, at, begin, 0, array.elements());
            return;
        }
        byte[] bitmap = Arrays.copyOfRange(image, begin, image.length - Integer.BYTES);
        long pageAt = at + prefix;
        for (long page = 0; page < array.pages(); page++) {
            if (FixedArray.inUse(bitmap, page)) {
                long number = page;
                long from = pageAt;
                context.findings().attempt(FAMILY, pageAt, path, () -> page(from, number));
            }
            pageAt += array.pageLength(page);
        }
    }

    private void page(long at, long page) throws IOException {
        byte[] image = context.read(FAMILY, BLOCK, at, array.pageLength(page));
        context.mend(FAMILY, "page of a " + BLOCK, image, image.length - Integer.BYTES, at, path);
        elements.visit(image, at, 0, page * array.elementsOn(0), array.elementsOn(page));
    }

    private void field(long at, String problem) {
        context.add(FindingCode.FA_FIELD, at, path, "%s at address %d: %s".formatted(BLOCK, at, problem));
    }
}
