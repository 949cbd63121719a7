package dev.fallow.internal.heap;

import dev.fallow.format.FieldReader;
import dev.fallow.format.heap.FractalHeapId;
import dev.fallow.internal.cache.AddressTable;
import java.io.IOException;

/**
 * Reads many objects of a fractal heap that does not fit into the cache: a direct block that is not cached is not added to the
 * cache, but used for all objects that are read from it one after the other. So they should be read in the order of their offsets.
 */
public final class HeapPass {
    private final FractalHeap heap;
    private final HeapBlocks blocks;
    /** The addresses of the blocks that have been checked in this pass. */
    private final AddressTable checked = new AddressTable();

    private DirectPlace place;
    private byte[] image;

    HeapPass(FractalHeap heap, HeapBlocks blocks) {
        this.heap = heap;
        this.blocks = blocks;
    }

    /**
     * A managed object.
     *
     * @return null if the ID is that of an object of another kind
     * @throws dev.fallow.format.FormatException if the heap can have no object with this ID
     */
    public FractalHeapId.Managed find(byte[] id) {
        return heap.decode(id) instanceof FractalHeapId.Managed managed ? managed : null;
    }

    /**
     * Reads the block of an object.
     *
     * @throws dev.fallow.format.FormatException if no block holds all of it
     */
    public void locate(FractalHeapId.Managed object) throws IOException {
        DirectPlace direct = blocks.holding(object.offset(), object.length(), "object");
        if (!direct.equals(place)) {
            boolean again = checked.indexOf(direct.address()) >= 0;
            image = blocks.peek(direct, again);
            place = direct;
            if (!again) {
                checked.add(direct.address(), 0);
            }
        }
    }

    /**
     * Copies the object that was {@linkplain #locate located} last.
     *
     * @return its address in the file
     */
    public long copy(FractalHeapId.Managed object, byte[] target, int at) {
        int from = (int) (object.offset() - place.heapOffset());
        System.arraycopy(image, from, target, at, object.length());
        return place.address() + from;
    }

    /** A reader of a copy. */
    public FieldReader reader(byte[] copy, int from, int to, String structure, long address) {
        return FieldReader.of(copy, from, to, heap.store().sizes(), structure, address);
    }
}
