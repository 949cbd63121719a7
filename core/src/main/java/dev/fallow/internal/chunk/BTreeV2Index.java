package dev.fallow.internal.chunk;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.BTreeV2Header;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.internal.btree.BTreeV2;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.Arrays;

/** A version 2 B-tree of chunks, ordered by their coordinates. Finding a chunk reads at most one node of each level. */
final class BTreeV2Index extends ChunkIndex {
    private final BTreeV2Type type;
    private BTreeV2 tree;
    private ChunkElements elements;
    /** The chunk of the last change, and its order. */
    private long[] changing;

    private BTreeV2.Order changingOrder;
    /** The number of changes that have been prepared since the last one was made. */
    private int outstanding;

    BTreeV2Index(StructureStore store, ChunkedLayout layout, ChunkGrid grid, boolean filtered) {
        super(store, layout, grid, filtered);
        type = filtered ? BTreeV2Type.CHUNK_FILTERED : BTreeV2Type.CHUNK;
    }

    private boolean open() throws IOException {
        if (exists() && tree == null) {
            BTreeV2 found = BTreeV2.open(store, layout.address(), type);
            requireWidth(found.recordSize());
            elements = elements(found.recordSize());
            tree = found;
        }
        return exists();
    }

    private ChunkElements elements(int recordSize) {
        return new ChunkElements(store.reader(), layout.chunkBytes(), sizeWidth(recordSize));
    }

    /** @throws FormatException if the records of the tree do not match the dataset */
    private void requireWidth(int recordSize) {
        int width = sizeWidth(recordSize);
        if (filtered ? width < 1 || width > Long.BYTES : width != 0) {
            throw new FormatException(
                    BTreeV2Header.STRUCTURE,
                    layout.address(),
                    "records of %d bytes cannot be those of chunks of rank %d".formatted(recordSize, layout.rank()));
        }
    }

    /** The width of the size of a chunk in a record, according to the size of records. */
    private int sizeWidth(int recordSize) {
        return recordSize - store.sizes().offsets() - Long.BYTES * layout.rank() - (filtered ? Integer.BYTES : 0);
    }

    private BTreeV2.Order order(long[] coordinates) {
        int at = elements.length();
        return (image, record) -> compare(image, record + at, coordinates);
    }

    private static int compare(byte[] image, int from, long[] coordinates) {
        int at = from;
        for (long coordinate : coordinates) {
            int compared = Long.compare(LittleEndian.i64(image, at), coordinate);
            if (compared != 0) {
                return compared;
            }
            at += Long.BYTES;
        }
        return 0;
    }

    @Override
    protected StoredChunk found(long[] coordinates) throws IOException {
        open();
        StoredChunk[] found = new StoredChunk[1];
        tree.find(order(coordinates), (image, at) -> found[0] = chunk(image, at));
        return found[0];
    }

    private StoredChunk chunk(byte[] image, int at) {
        StoredChunk chunk = elements.read(image, at);
        if (chunk == null) {
            throw new FormatException(
                    BTreeV2Header.STRUCTURE, layout.address(), "expected the address of a chunk, found none");
        }
        return chunk;
    }

    @Override
    public void forEachIn(ChunkBox box, ChunkVisitor visitor) throws IOException {
        open();
        int keyAt = elements.length();
        long[] low = new long[grid.rank()];
        long[] high = new long[grid.rank()];
        long[] coordinates = new long[grid.rank()];
        BTreeV2.Part part = (lowImage, lowAt, highImage, highAt) -> box == null
                || box.reachesBetween(
                        lowImage == null ? null : read(lowImage, lowAt + keyAt, low),
                        highImage == null ? null : read(highImage, highAt + keyAt, high));
        tree.forEach(part, (image, at) -> {
            read(image, at + keyAt, coordinates);
            if (box == null || box.contains(coordinates)) {
                visitor.visit(coordinates, chunk(image, at));
            }
        });
    }

    private static long[] read(byte[] image, int from, long[] into) {
        for (int i = 0; i < into.length; i++) {
            into[i] = LittleEndian.i64(image, from + Long.BYTES * i);
        }
        return into;
    }

    @Override
    public long largestSize() throws IOException {
        return (open() ? elements : elements(newRecordSize())).largestSize();
    }

    private int newRecordSize() {
        int width = filtered ? layout.chunkSizeWidth(store.sizes()) + Integer.BYTES : 0;
        return store.sizes().offsets() + width + Long.BYTES * layout.rank();
    }

    @Override
    protected void blocks(ExtentVisitor visitor) throws IOException {
        open();
        tree.forEachBlock(visitor);
    }

    // ---- changing --------------------------------------------------------------------------------------------

    /** The order of a chunk to be changed; the same object for the same chunk, so that the tree is searched once. */
    private BTreeV2.Order changing(long[] coordinates) {
        if (changingOrder == null || !Arrays.equals(coordinates, changing)) {
            changing = coordinates.clone();
            changingOrder = order(changing);
        }
        return changingOrder;
    }

    @Override
    public void prepare(long[] coordinates) throws IOException {
        grid.require(coordinates);
        if (!open()) {
            try {
                newHeader();
            } catch (IllegalArgumentException e) {
                throw new FormatException("data layout", -1, e.getMessage());
            }
            return;
        }
        BTreeV2.Order order = changing(coordinates);
        if (tree.contains(order)) {
            tree.prepareRemove(order);
        } else {
            tree.prepareInsert(order);
        }
        outstanding++;
        if (outstanding > 1) {
            tree.prepareAmong(order, outstanding);
        }
    }

    private BTreeV2Header newHeader() {
        return BTreeV2Header.empty(
                type, Math.toIntExact(layout.parameters()[0]), newRecordSize(), (int) layout.parameters()[1], (int)
                        layout.parameters()[2]);
    }

    @Override
    public boolean put(long[] coordinates, StoredChunk chunk) throws IOException {
        requireStorable(coordinates, chunk);
        boolean creating = !open();
        if (creating) {
            tree = BTreeV2.create(store, newHeader());
            elements = elements(tree.recordSize());
            layout = layout.at(tree.address());
        }
        byte[] record = new byte[tree.recordSize()];
        elements.write(record, 0, chunk);
        for (int i = 0; i < coordinates.length; i++) {
            LittleEndian.put(record, elements.length() + Long.BYTES * i, Long.BYTES, coordinates[i]);
        }
        BTreeV2.Order order = changing(coordinates);
        outstanding = 0;
        if (tree.contains(order)) {
            tree.replace(order, record);
        } else {
            tree.insert(order, record);
        }
        return creating;
    }

    @Override
    protected boolean removed(long[] coordinates) throws IOException {
        open();
        outstanding = 0;
        if (tree.contains(changing(coordinates))) {
            tree.remove(changing(coordinates));
        }
        return false;
    }

    @Override
    public void release() throws IOException {
        if (open()) {
            tree.prepareDelete();
            tree.delete();
            tree = null;
            changingOrder = null;
            layout = layout.at(Addresses.UNDEFINED);
        }
    }
}
