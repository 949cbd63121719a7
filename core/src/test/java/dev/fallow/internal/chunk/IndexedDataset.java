package dev.fallow.internal.chunk;

import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.ChunkedLayout.Index;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.cache.StructureStore;
import java.util.Arrays;

/** What determines the chunk index of a dataset. */
record IndexedDataset(ChunkedLayout layout, Dataspace space, boolean filtered, int chunkK) {
    static final long UNLIMITED = Dataspace.UNLIMITED;
    private static final int ELEMENT = 4;

    /** A dataset without chunks, with the parameters that libhdf5 uses. */
    static IndexedDataset of(Index kind, boolean filtered, int chunkK, long[] sizes, long[] most, long... chunk) {
        long[] dimensions = Arrays.copyOf(chunk, chunk.length + 1);
        dimensions[chunk.length] = ELEMENT;
        long[] parameters = switch (kind) {
            case FIXED_ARRAY -> new long[] {10};
            case EXTENSIBLE_ARRAY -> new long[] {32, 4, 4, 16, 10};
            case B_TREE_V2 -> new long[] {2048, 100, 40};
            default -> new long[0];
        };
        int flags = kind == Index.SINGLE_CHUNK && filtered ? ChunkedLayout.SINGLE_FILTERED : 0;
        int version = kind == Index.B_TREE_V1 ? 3 : 4;
        return new IndexedDataset(
                ChunkedLayout.create(version, flags, dimensions, kind, parameters),
                Dataspace.extendible(sizes, most),
                filtered,
                chunkK);
    }

    IndexedDataset with(ChunkedLayout changed) {
        return new IndexedDataset(changed, space, filtered, chunkK);
    }

    ChunkIndex open(StructureStore store) {
        return ChunkIndex.of(store, layout, space, filtered, chunkK);
    }

    @Override
    public String toString() {
        return layout.index() + (filtered ? " filtered" : "") + " K " + chunkK + " " + space + " chunk "
                + Arrays.toString(layout.dimensions());
    }
}
