package dev.fallow.internal.dataset;

import dev.fallow.format.Addresses;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.internal.elements.ChunkedElements;
import dev.fallow.internal.elements.CopiedChunks;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.type.Datatype;
import java.io.IOException;

/** Copies the chunks of a dataset: as they are stored, unless their elements refer to something. */
final class ChunkCopy {
    private final DatasetStorage dataset;
    private final ChunkedElements elements;

    ChunkCopy(DatasetStorage dataset) {
        this.dataset = dataset;
        elements = ChunkedDatasets.of(dataset);
    }

    /**
     * Checks that the chunks can be copied, and announces the space of the copy.
     *
     * @throws dev.fallow.CorruptFileException if one cannot be
     */
    void announceSpace(ObjectStore target) throws IOException {
        DatasetBlocks.forEach(dataset, (address, size, structure, raw) -> target.announceElements(size));
        if (elements.layout().address() != Addresses.UNDEFINED) {
            new CopiedChunks(elements, target).check();
        }
    }

    /**
     * Copies the chunks to new space, and makes an index for them.
     *
     * @param conversion of elements that refer to other objects
     * @return the layout of the copy; on failure nothing stays allocated
     */
    ChunkedLayout copy(ObjectStore target, ElementCopy conversion) throws IOException {
        ChunkedLayout layout = (ChunkedLayout) dataset.dataLayout();
        if (layout.address() == Addresses.UNDEFINED) {
            return layout;
        }
        CopiedChunks copy = new CopiedChunks(elements, target);
        Datatype datatype = dataset.datatype();
        return conversion.isPlain(datatype)
                ? copy.asStored()
                : copy.converted(raw -> conversion.convert(datatype, raw));
    }

    /** Frees the chunks of a copy, and their index. */
    void discard(ObjectStore target, ChunkedLayout copied) throws IOException {
        if (copied.address() != Addresses.UNDEFINED) {
            new CopiedChunks(elements, target).discard(copied);
        }
    }
}
