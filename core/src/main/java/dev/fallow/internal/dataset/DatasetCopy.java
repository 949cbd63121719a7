package dev.fallow.internal.dataset;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.layout.VirtualLayout;
import dev.fallow.internal.elements.BlockCopy;
import dev.fallow.internal.elements.ChunkedElements;
import dev.fallow.internal.elements.CopiedChunks;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Copies the elements of a dataset to another container, or to another place in the same one. */
public record DatasetCopy(DatasetStorage dataset) {
    /** The largest element that is decoded, in bytes; such elements are read whole. */
    private static final int LARGEST_ELEMENT = 1 << 28;

    private static final int PIECE_BYTES = 1 << 20;

    /**
     * Checks that the global heap objects of the elements and of the fill value can be copied. Reads the elements if
     * they refer to the heap.
     *
     * @throws UnsupportedFeatureException if elements are in other files, and the copy is in another container
     */
    public void announce(ElementCopy conversion) throws IOException {
        boolean inside = dataset.elsewhere() == null;
        if (!conversion.isInSameFile()) { // the names of other files are relative to the container
            dataset.checkUnderstood();
        } else if (!inside) {
            dataset.checkDeletable();
        }
        if (dataset.dataLayout() instanceof VirtualLayout mapped
                && !mapped.mappings().isNone()) {
            conversion.announce(mapped.mappings());
        }
        if (conversion.isPlain(dataset.datatype())) {
            return;
        }
        if (dataset.datatype().size() > LARGEST_ELEMENT) {
            throw new UnsupportedFeatureException("%s: elements of %d bytes that refer to something cannot be copied"
                    .formatted(dataset.where(), dataset.datatype().size()));
        }
        if (dataset.dataLayout() instanceof ChunkedLayout) {
            new CopiedChunks(dataset.chunks(), conversion.target()).checkWritable();
        }
        conversion.announce(dataset.datatype(), FillValues.of(dataset.header()).clone());
        if (dataset.dataLayout() instanceof DataLayout.Compact compact) {
            conversion.announce(dataset.datatype(), compact.data().clone());
        } else if (inside) {
            new DatasetReferences(dataset).forEachStored(bytes -> conversion.announce(dataset.datatype(), bytes));
        }
    }

    /**
     * Copies elements that are in the file to new space, if there are any.
     *
     * @return the layout of the copy; on failure no space stays allocated
     */
    public DataLayout elements(ObjectStore target, ElementCopy conversion) throws IOException {
        if (dataset.dataLayout() instanceof ChunkedLayout) {
            return chunks(target, conversion);
        } else if (dataset.storageAddress() == Addresses.UNDEFINED) {
            long unplaced = dataset.store().unplacedElements().size(dataset.headerAddress());
            return unplaced == 0
                    ? dataset.dataLayout()
                    : new DataLayout.Contiguous(
                            dataset.dataLayout().version(),
                            target.space().allocate(DatasetStorage.RAW_DATA, unplaced),
                            unplaced);
        }
        long size = dataset.storageSize();
        long address = target.space().allocate(DatasetStorage.RAW_DATA, size);
        try {
            if (conversion.isPlain(dataset.datatype())) { // whose elements may exceed any array
                new BlockCopy(dataset.store(), target).copy(dataset.storageAddress(), address, size);
            } else {
                convert(target, address, size, conversion);
            }
            return new DataLayout.Contiguous(dataset.dataLayout().version(), address, size);
        } catch (IOException | RuntimeException e) {
            target.space().release(DatasetStorage.RAW_DATA, address, size);
            throw e;
        }
    }

    private void convert(ObjectStore target, long address, long size, ElementCopy conversion) throws IOException {
        long most = Math.max(1, PIECE_BYTES / dataset.datatype().size())
                * dataset.datatype().size();
        for (long done = 0; done < size; done += most) {
            byte[] piece = new byte[Math.toIntExact(Math.min(most, size - done))];
            dataset.store().readElements(dataset.storageAddress() + done, piece, piece.length);
            conversion.convert(dataset.datatype(), piece);
            target.storage().write(target.base() + address + done, ByteBuffer.wrap(piece));
            target.advance().add(piece.length);
        }
    }

    /** Copies the chunks, if there are any, as they are stored unless their elements refer to something. */
    private DataLayout chunks(ObjectStore target, ElementCopy conversion) throws IOException {
        CopiedChunks copy = new CopiedChunks(dataset.chunksAsStored(), target);
        if (((ChunkedLayout) dataset.dataLayout()).address() == Addresses.UNDEFINED) {
            return dataset.dataLayout();
        }
        return conversion.isPlain(dataset.datatype())
                ? copy.asStored()
                : copy.converted(raw -> conversion.convert(dataset.datatype(), raw));
    }

    /** Frees copied elements. */
    public void discard(ObjectStore target, DataLayout copied) throws IOException {
        if (copied instanceof ChunkedLayout chunks) {
            if (chunks.address() != Addresses.UNDEFINED) {
                new CopiedChunks(dataset.chunksAsStored(), target).discard(chunks);
            }
        } else if (copied instanceof DataLayout.Contiguous contiguous
                && contiguous.allocated()
                && contiguous.size() > 0) {
            target.space().release(DatasetStorage.RAW_DATA, contiguous.address(), contiguous.size());
        }
    }

    /**
     * Checks that the chunks can be copied, and announces the space of the copied elements.
     *
     * @throws dev.fallow.CorruptFileException if a chunk cannot be copied
     */
    public void announceSpace(ObjectStore target) throws IOException {
        if (dataset.dataLayout() instanceof ChunkedLayout chunks) {
            ChunkedElements elements = dataset.chunksAsStored();
            dataset.forEachBlock((address, size, structure, raw) -> target.announceElements(size));
            if (chunks.address() != Addresses.UNDEFINED) {
                new CopiedChunks(elements, target).check();
            }
        } else {
            target.announceElements(
                    dataset.storageAddress() >= 0
                            ? dataset.storageSize()
                            : dataset.store().unplacedElements().size(dataset.headerAddress()));
        }
    }

    /** The layout message of the copy. */
    public DataLayout layout(DataLayout copied, ElementCopy conversion) throws IOException {
        if (copied instanceof DataLayout.Compact compact) {
            byte[] data = compact.data().clone();
            conversion.convert(dataset.datatype(), data);
            return new DataLayout.Compact(dataset.dataLayout().version(), data);
        } else if (copied instanceof VirtualLayout mapped && !mapped.mappings().isNone()) {
            return new VirtualLayout(mapped.version(), conversion.copy(mapped.mappings()));
        }
        return copied;
    }
}
