package dev.fallow.internal.pointer;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.layout.FillValue;
import dev.fallow.format.layout.OldFillValue;
import dev.fallow.format.layout.VirtualLayout;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.elements.ChunkedElements;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.header.SharedMessages;
import dev.fallow.internal.slice.Grid;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The addresses in the layout message of a dataset, in its chunk index, and in its elements and fill value. */
final class DatasetPointers {
    /** Bytes of contiguous elements that are looked at together. */
    private static final int PIECE_BYTES = 1 << 20;

    private final ObjectStore store;
    private final PointerSource source;
    private final ElementPointers elements;

    DatasetPointers(PointerSource source, ElementPointers elements) {
        this.source = source;
        this.elements = elements;
        store = source.store();
    }

    /** Visits a dataset, except for the messages of its header that have no special meaning for it. */
    void visit(ObjectHeader header, List<Part> parts) throws IOException {
        LiveMessage message = header.find(MessageType.DATA_LAYOUT);
        Part part = Part.of(parts, message);
        FieldReader body = message.body(store.sizes(), MessageType.DATA_LAYOUT.title());
        DatasetStorage dataset = DatasetStorage.of(store, header, "object header at address " + header.address());
        boolean containing = source.mayContain(dataset.datatype());
        if (containing) {
            for (LiveMessage fill : header.messages(any -> true)) {
                fillValue(dataset.datatype(), parts, fill);
            }
        }
        DataLayout layout = DataLayout.decode(body.at(0));
        int at = layout.addressAt(store.sizes());
        if (layout instanceof VirtualLayout) {
            source.pointer(part, body.at(at));
        } else if (layout instanceof ChunkedLayout chunked) {
            chunked(header.address(), dataset, part, body, chunked);
        } else if (layout.layoutClass() != DataLayout.COMPACT) {
            long address = source.pointer(part, body.at(at));
            if (containing && address != Addresses.UNDEFINED) {
                contiguous(dataset.datatype(), address, dataset.storageSize());
            }
        } else if (containing) {
            elements.visit(dataset.datatype(), part, body.at(at).inner(dataset.storageSize(), "elements"));
        }
    }

    /** Visits a message if it is a fill value. A dataset may have one of each form. */
    private void fillValue(Datatype type, List<Part> parts, LiveMessage message) throws IOException {
        boolean old = message.type() == MessageType.FILL_VALUE_OLD.number();
        if (!old && message.type() != MessageType.FILL_VALUE.number()) {
            return;
        }
        FieldReader body = message.body(store.sizes(), "fill value");
        byte[] value;
        int before;
        if (old) {
            OldFillValue fill = OldFillValue.decode(body.at(0));
            value = fill.value();
            before = fill.valueAt();
        } else {
            FillValue fill = FillValue.decode(body.at(0));
            value = fill.value();
            before = fill.valueAt();
        }
        if (value.length > 0) {
            Part part = message.sharedId() == SharedMessages.NONE ? Part.of(parts, message) : null;
            elements.visit(type, part, body.at(before).inner(value.length, "fill value"));
        }
    }

    private void contiguous(Datatype type, long address, long size) throws IOException {
        long most = Math.max(1, PIECE_BYTES / type.size()) * type.size();
        for (long done = 0; done < size; done += most) {
            Part piece = Part.plain(address + done, Math.min(most, size - done));
            elements.visit(type, piece, source.read(piece, "elements"));
        }
    }

    private void chunked(long header, DatasetStorage dataset, Part part, FieldReader body, ChunkedLayout layout)
            throws IOException {
        int at = layout.addressAt(store.sizes());
        long address = source.pointer(part, body.at(at));
        if (address == Addresses.UNDEFINED) {
            return;
        }
        if (!source.mayContain(dataset.datatype())) {
            new ChunkPointers(source, null).visit(layout);
            return;
        }
        ChunkedElements chunks = dataset.chunks();
        Map<Long, ChunkEntry> entries = chunks.filters() == null ? null : new HashMap<>();
        new ChunkPointers(source, entries == null ? null : (entry, chunk) -> entries.put(chunk, entry)).visit(layout);
        if (entries != null && layout.index() == ChunkedLayout.Index.SINGLE_CHUNK) {
            int width = store.sizes().lengths();
            long size = body.at(at - width - Integer.BYTES).address();
            entries.put(address, new ChunkEntry(part, body.at(at).address(), size, width, null));
        }
        elements(header, dataset, chunks, entries);
    }

    /** @param entries of the chunks by their addresses; null if there are no filters */
    private void elements(long header, DatasetStorage dataset, ChunkedElements chunks, Map<Long, ChunkEntry> entries)
            throws IOException {
        ChunkRows rows = new ChunkRows(dataset.dimensions(), dataset.chunkDimensions(), chunks.elementSize());
        Grid grid = chunks.grid();
        String[] problem = {null}; // of the filters, found with the first chunk that has passed them
        boolean[] tried = {false};
        chunks.index().forEach((coordinates, chunk) -> {
            if (entries == null || chunks.isRaw(grid, coordinates)) {
                Part place = Part.plain(chunk.address(), chunk.size());
                FieldReader in = source.read(place, "chunk");
                rows.forEach(coordinates, in, row -> elements.visit(dataset.datatype(), place, row));
                return;
            }
            long[] own = coordinates.clone();
            byte[] raw = chunks.raw(grid, own, chunk);
            FieldReader in = FieldReader.of(raw, store.sizes(), "chunk", 0);
            EncodedChunk encoded = new EncodedChunk(header, own, chunk, entries.get(chunk.address()));
            if (!tried[0]) {
                tried[0] = true;
                problem[0] = encoded.problem(chunks, raw);
            }
            source.visiting(problem[0] == null ? encoded : null);
            source.visitingUnwritable(problem[0]);
            rows.forEach(own, in, row -> elements.visit(dataset.datatype(), null, row));
            source.visiting((EncodedChunk) null);
            source.visitingUnwritable(null);
        });
    }
}
