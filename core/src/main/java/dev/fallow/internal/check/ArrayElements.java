package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.array.ChunkElement;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.chunk.ChunkGrid;
import java.io.IOException;

/** The elements of a fixed or extensible array: each refers to a chunk. */
final class ArrayElements {
    private final Context context;
    private final ChunkSink sink;
    private final ChunkGrid grid;
    private final int elementSize;
    private final long[] scaled;
    private long end;

    /** @param elementSize in bytes */
    ArrayElements(Context context, ChunkSink sink, ChunkGrid grid, int rank, int elementSize) {
        this.context = context;
        this.sink = sink;
        this.grid = grid;
        this.elementSize = elementSize;
        scaled = new long[rank];
    }

    /** The number after that of the last chunk found; 0 if there is none. */
    long end() {
        return end;
    }

    /** Whether an array has elements of the kind that the dataset needs. */
    boolean fits(int client) {
        return (client == ChunkElement.FILTERED) == sink.filtered();
    }

    /**
     * Checks elements.
     *
     * @param at the position of the first one in the image
     * @param number of the first one
     */
    void visit(byte[] image, long imageAddress, int at, long number, long count) throws IOException {
        int width = context.sizes().offsets();
        int sizeWidth = elementSize - width - Integer.BYTES;
        long total = grid.total();
        for (long i = 0; i < count; i++) {
            int from = Math.toIntExact(at + i * elementSize);
            long address = LittleEndian.unsigned(image, from, width);
            if (address == (width == 8 ? -1L : (1L << 8 * width) - 1)) {
                continue;
            }
            end = Math.max(end, number + i + 1);
            long size = sink.filtered() ? LittleEndian.unsigned(image, from + width, sizeWidth) : sink.chunkBytes();
            int mask = sink.filtered() ? LittleEndian.i32(image, from + width + sizeWidth) : 0;
            if (number + i < total) {
                grid.coordinates(number + i, scaled);
            } else {
                java.util.Arrays.fill(scaled, -1);
            }
            sink.chunk(imageAddress + from, scaled, address < 0 ? Addresses.UNDEFINED - 1 : address, size, mask);
        }
    }
}
