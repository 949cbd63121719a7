package dev.fallow.internal.dataset;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.WrongTypeException;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.data.Shape;
import dev.fallow.internal.elements.ChunkResize;
import dev.fallow.internal.elements.ChunkedElements;
import dev.fallow.internal.globalheap.HeapRemoval;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.header.SharedMessages;
import dev.fallow.selection.Hyperslab;
import dev.fallow.selection.Selection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Changes the extent of a dataset. */
public final class DatasetResize {
    private final DatasetStorage dataset;
    private final ObjectStore store;

    /** A resize of a dataset. */
    public DatasetResize(DatasetStorage dataset) {
        this.dataset = dataset;
        store = dataset.store();
    }

    /**
     * Checks that a dataset can have another extent.
     *
     * @return the change
     * @throws WrongTypeException if a dimension exceeds its limit, or their number differs
     * @throws UnsupportedFeatureException if the dataset has no chunks
     */
    public Change to(long[] extent) throws IOException {
        check(extent);
        HeapRemoval removal = null;
        if (dataset.datatype().refersToGlobalHeap()) {
            removal = store.globalHeap().removal();
            new DatasetReferences(dataset).addElements(outside(extent), removal);
            removal.prepare();
        }
        HeapRemoval removed = removal;
        store.header(dataset.header().address()); // it may have been evicted from the cache
        return () -> {
            apply(dataset.reloaded(), extent);
            if (removed != null) {
                removed.apply();
            }
        };
    }

    /** Checks that a dataset can have another extent. */
    void check(long[] extent) {
        Dataspace space = dataset.dataspace();
        if (!(dataset.dataLayout() instanceof ChunkedLayout)) {
            throw new UnsupportedFeatureException(dataset.where() + ": only a dataset with chunks can be resized");
        }
        dataset.checkUnderstood();
        dataset.chunksAsStored(); // what the change will read of the header
        if (extent.length != space.rank()) {
            throw new WrongTypeException(
                    "%s: expected %d dimensions, found %d".formatted(dataset.where(), space.rank(), extent.length));
        }
        if (!space.maxSizesPresent() && !Arrays.equals(extent, space.sizes())) {
            throw new WrongTypeException(
                    dataset.where() + ": the file states no limits for the dimensions, so they stay");
        }
        for (int i = 0; i < extent.length; i++) {
            long limit = space.maxSize(i);
            if (extent[i] < 0 || limit != Dataspace.UNLIMITED && extent[i] > limit) {
                throw new WrongTypeException("%s: dimension %d has a limit of %s elements, found %d"
                        .formatted(dataset.where(), i, limit == Dataspace.UNLIMITED ? "2^63-1" : limit, extent[i]));
            }
        }
        Shape.checkDimensions(extent, dataset.datatype().size());
        if (dataset.header().find(MessageType.DATASPACE).sharedId() != SharedMessages.NONE) {
            dataset.header().checkCanGrow(); // the dataset gets its own dataspace
        }
    }

    /** The elements that are lost, each in one of the blocks. */
    private List<Selection> outside(long[] extent) {
        long[] last = dataset.dataspace().sizes();
        List<Selection> outside = new ArrayList<>();
        for (int i = 0; i < extent.length; i++) {
            if (extent[i] < last[i]) {
                long[] start = new long[extent.length];
                long[] count = last.clone();
                start[i] = extent[i];
                count[i] = last[i] - extent[i];
                long[] one = new long[extent.length];
                Arrays.fill(one, 1);
                outside.add(new Hyperslab(start, one, one, count));
                last[i] = extent[i];
            }
        }
        return outside;
    }

    /** Changes the chunks, then the extent. */
    static void apply(DatasetStorage dataset, long[] extent) throws IOException {
        ChunkedElements elements = dataset.chunksAsStored();
        ChunkResize chunks = new ChunkResize(elements, extent);
        if (chunks.isNeeded()) {
            dataset.replaceChunks(chunks.apply());
        }
        setExtent(dataset, extent);
    }

    /** Changes the dataspace message. Its length stays, unless it was shared. */
    static void setExtent(DatasetStorage dataset, long[] extent) {
        ObjectHeader header = dataset.header();
        LiveMessage message = header.find(MessageType.DATASPACE);
        Dataspace changed = dataset.dataspace().withSizes(extent);
        header.replace(message, MessageType.DATASPACE, dataset.store().encode(changed::encode));
    }
}
