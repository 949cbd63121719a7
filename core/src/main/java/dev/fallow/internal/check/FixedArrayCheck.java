package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.array.FixedArray;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.chunk.ChunkGrid;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.Arrays;

/** Checks one fixed array of chunks. */
final class FixedArrayCheck extends ArrayCheck {
    private FixedArray array;

    FixedArrayCheck(Context context, ChunkSink sink, ChunkGrid grid, long header, PathNode path) {
        super(context, Family.FIXED_ARRAY, "a", "fixed array", sink, grid, header, path);
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
        array = FixedArray.decode(reader(image, FixedArray.LAYOUT, header));
        claim(FixedArray.STRUCTURE, header, image.length);
        require(array.client(), array.elementSize());
        if (array.elements() != grid.total()) {
            throw defect(
                    FindingCode.FA_COUNT, "expected %d elements, found %d".formatted(grid.total(), array.elements()));
        }
    }

    private void block(long at) throws IOException {
        long length = array.blockLength(sizes);
        requireInside(FixedArray.BLOCK, at, length);
        claim(FixedArray.BLOCK_STRUCTURE, at, length);
        long prefix = array.paged() ? array.prefixLength(sizes) : length;
        byte[] image = block(FixedArray.BLOCK, at, prefix);
        int begin = FixedArray.bitmapAt(sizes);
        if (!array.paged()) {
            elements(image, at, begin, 0, array.elements());
            return;
        }
        byte[] bitmap = Arrays.copyOfRange(image, begin, image.length - Integer.BYTES);
        long pageAt = at + prefix;
        for (long page = 0; page < array.pages(); page++) {
            if (FixedArray.inUse(bitmap, page)) {
                long first = page * array.elementsOn(0);
                page(FixedArray.BLOCK, pageAt, array.pageLength(page), first, array.elementsOn(page));
            }
            pageAt += array.pageLength(page);
        }
    }
}
