package dev.fallow.internal.heap;

import dev.fallow.format.FieldReader;
import dev.fallow.format.heap.FractalHeapId;
import java.io.IOException;

/**
 * The objects of a fractal heap that is not changed meanwhile. The direct blocks read last are remembered, so that an object
 * in one of them is found without a descent from the root. At most {@value #REMEMBERED} blocks, of 64 KiB or less.
 */
final class RecentBlocks implements HeapObjects {
    /** A power of two. */
    private static final int REMEMBERED = 8;

    private final FractalHeap heap;
    private final HeapBlocks blocks;
    private final long smallest;
    private final DirectPlace[] places = new DirectPlace[REMEMBERED];
    private final byte[][] images = new byte[REMEMBERED][];

    RecentBlocks(FractalHeap heap, HeapBlocks blocks) {
        this.heap = heap;
        this.blocks = blocks;
        smallest = heap.header().table().startBlockSize();
    }

    @Override
    public FieldReader object(byte[] source, int at, String structure) throws IOException {
        if (!(heap.ids().decode(source, at) instanceof FractalHeapId.Managed object)) {
            return heap.object(source, at, structure);
        }
        int slot = (int) (object.offset() / smallest) & REMEMBERED - 1;
        DirectPlace place = places[slot];
        if (place == null || !blocks.holds(place, object.offset(), object.length())) {
            place = blocks.holding(object.offset(), object.length(), "object");
            images[slot] = blocks.load(place).block().image();
            places[slot] = place;
        }
        int from = (int) (object.offset() - place.heapOffset());
        return FieldReader.of(
                images[slot], from, from + object.length(), heap.store().sizes(), structure, place.address() + from);
    }
}
