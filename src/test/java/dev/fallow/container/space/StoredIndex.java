package dev.fallow.container.space;

import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.chunk.ChunkIndex;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.session.Session;
import java.io.IOException;
import java.util.Arrays;

/** The chunk index of a dataset in an open file. */
final class StoredIndex {
    private final Session session;
    private final ObjectHeader header;

    StoredIndex(Session session, long headerAddress) throws IOException {
        this.session = session;
        header = session.store().header(headerAddress);
    }

    LiveMessage layoutMessage() {
        return header.find(MessageType.DATA_LAYOUT);
    }

    ChunkedLayout layout() {
        return (ChunkedLayout)
                DataLayout.decode(layoutMessage().body(session.store().sizes(), MessageType.DATA_LAYOUT.title()));
    }

    Dataspace space() {
        return Dataspace.decode(
                header.find(MessageType.DATASPACE).body(session.store().sizes(), MessageType.DATASPACE.title()));
    }

    boolean filtered() {
        return header.find(MessageType.FILTER_PIPELINE) != null;
    }

    ChunkIndex open() {
        return ChunkIndex.of(
                session.store().structureStore(),
                layout(),
                space(),
                filtered(),
                session.store().groupK().chunkInternal());
    }

    /** The highest coordinates of a chunk that has elements of the current extent; null if there are none. */
    long[] lastCoordinates() {
        long[] last = space().sizes();
        for (int i = 0; i < last.length; i++) {
            if (last[i] == 0) {
                return null;
            }
            last[i] = (last[i] - 1) / layout().dimensions()[i];
        }
        return last;
    }

    /** Advances coordinates in a box to the next ones in row-major order; false after the last ones. */
    static boolean next(long[] at, long[] first, long[] last) {
        for (int i = at.length - 1; i >= 0; i--) {
            if (at[i] < last[i]) {
                at[i]++;
                return true;
            }
            at[i] = first[i];
        }
        return false;
    }

    /** The number of the coordinates of a box. */
    static long volume(long[] first, long[] last) {
        long[] lengths = new long[first.length];
        Arrays.setAll(lengths, i -> last[i] - first[i] + 1);
        return Arrays.stream(lengths).reduce(1, (a, b) -> a * b);
    }
}
