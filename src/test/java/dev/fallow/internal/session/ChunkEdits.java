package dev.fallow.internal.session;

import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.chunk.ChunkIndex;
import dev.fallow.internal.chunk.StoredChunk;
import dev.fallow.internal.header.ObjectHeader;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Changes single chunks of a dataset, without the conversion and the filters of elements. */
public final class ChunkEdits {
    private final Session session;
    private final long headerAddress;

    /** @param headerAddress of the dataset */
    public ChunkEdits(Session session, long headerAddress) {
        this.session = session;
        this.headerAddress = headerAddress;
    }

    private ObjectHeader header() throws IOException {
        return session.store().header(headerAddress);
    }

    /** The layout message. */
    public ChunkedLayout layout() throws IOException {
        return (ChunkedLayout) DataLayout.decode(
                header().find(MessageType.DATA_LAYOUT).body(session.store().sizes(), "layout"));
    }

    private ChunkIndex index() throws IOException {
        Dataspace space = Dataspace.decode(
                header().find(MessageType.DATASPACE).body(session.store().sizes(), "dataspace"));
        return ChunkIndex.of(
                session.store().structureStore(),
                layout(),
                space,
                isFiltered(),
                session.store().groupK().chunkInternal());
    }

    private boolean isFiltered() throws IOException {
        return header().find(MessageType.FILTER_PIPELINE) != null;
    }

    /** Stores the bytes of a whole chunk, without filters. */
    public void put(long[] coordinates, byte[] bytes) {
        session.change(() -> {
            ChunkIndex index = index();
            StoredChunk old = index.find(coordinates);
            index.prepare(coordinates);
            return () -> {
                int mask = isFiltered() ? 1 : 0; // the only filter is skipped
                long address = old != null && old.size() == bytes.length
                        ? old.address()
                        : session.space().allocate(AllocationType.RAW_DATA, bytes.length);
                session.store().storage().write(session.store().base() + address, ByteBuffer.wrap(bytes));
                replaced(index, index.put(coordinates, new StoredChunk(address, bytes.length, mask)));
                if (old != null && old.address() != address) {
                    session.space().release(AllocationType.RAW_DATA, old.address(), old.size());
                }
            };
        });
    }

    /** Removes a chunk, which may be absent. */
    public void remove(long[] coordinates) {
        session.change(() -> {
            ChunkIndex index = index();
            StoredChunk old = index.find(coordinates);
            index.prepare(coordinates);
            return () -> {
                replaced(index, index.remove(coordinates));
                if (old != null) {
                    session.space().release(AllocationType.RAW_DATA, old.address(), old.size());
                }
            };
        });
    }

    private void replaced(ChunkIndex index, boolean changed) throws IOException {
        if (changed) {
            header().replace(
                            header().find(MessageType.DATA_LAYOUT),
                            MessageType.DATA_LAYOUT,
                            session.store().encode(index.layout()::encode));
        }
    }
}
