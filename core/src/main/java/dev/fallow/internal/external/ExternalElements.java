package dev.fallow.internal.external;

import dev.fallow.CorruptFileException;
import dev.fallow.format.Utf8;
import dev.fallow.format.layout.ExternalDataFiles;
import dev.fallow.format.layout.ExternalDataFiles.ExternalFile;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.PendingRelease;
import dev.fallow.internal.data.ElementSource;
import dev.fallow.internal.data.ElementTarget;
import dev.fallow.internal.elements.ElementRunWriter;
import dev.fallow.internal.elements.RunReader;
import dev.fallow.internal.extent.ExtentVisitor;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.localheap.LocalHeap;
import dev.fallow.internal.slice.Selected;
import dev.fallow.internal.storage.ElementsNotWrittenException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Datasets whose elements are in other files: reads them, and overwrites them in place. The files are neither created nor deleted.
 * A local heap has their names.
 */
public final class ExternalElements {
    private final ObjectStore store;
    private final ObjectHeader header;
    private final ExternalDataFiles message;
    /** File and dataset, for messages. */
    private final String where;

    /** The elements of a dataset that {@linkplain #isExternal has} external ones. */
    public ExternalElements(ObjectStore store, ObjectHeader header, String where) {
        this.store = store;
        this.header = header;
        this.where = where;
        message = message(header);
    }

    /** Whether elements are in other files. */
    public static boolean isExternal(ObjectHeader header) {
        return header.find(MessageType.EXTERNAL_DATA_FILES) != null;
    }

    private static ExternalDataFiles message(ObjectHeader header) {
        return header.find(MessageType.EXTERNAL_DATA_FILES, ExternalDataFiles::decode);
    }

    /** The names in the heap, by their offsets. Their total length is bounded by that of the heap. */
    private Map<Long, String> names() throws IOException {
        long[] left = {0};
        forEachBlock(store, header, (address, size, structure) -> left[0] += size);
        LocalHeap heap = LocalHeap.open(store.structureStore(), message.heapAddress());
        Map<Long, String> names = new HashMap<>();
        for (ExternalFile file : message.files()) {
            if (!names.containsKey(file.nameOffset())) {
                String name = heap.text(file.nameOffset());
                left[0] -= name.length();
                if (left[0] < 0) {
                    throw new CorruptFileException("%s: the names of the external files overlap in the heap at %d"
                            .formatted(where, message.heapAddress()));
                }
                names.put(file.nameOffset(), name);
            }
        }
        return names;
    }

    /**
     * The files.
     *
     * @throws CorruptFileException if a part of a file ends behind byte 2^63-1, or all are too short
     */
    private ExternalFiles open(List<ExternalFiles.Part> parts, long size, boolean writable) {
        return new ExternalFiles(store.foreignFiles(), parts, size, where, writable);
    }

    private List<ExternalFiles.Part> parts() throws IOException {
        Map<Long, String> names = names();
        List<ExternalFiles.Part> parts = new ArrayList<>();
        for (ExternalFile file : message.files()) {
            if (file.size() > Long.MAX_VALUE - file.offset()) {
                throw new CorruptFileException("%s: expected a part of an external file, found %d bytes at %d"
                        .formatted(where, file.size(), file.offset()));
            }
            parts.add(new ExternalFiles.Part(names.get(file.nameOffset()), file.offset(), file.size()));
        }
        return parts;
    }

    /**
     * Reads elements.
     *
     * @param selected of a grid of one chunk
     * @param size the length of all elements in bytes
     * @throws dev.fallow.StorageException if a file does not exist
     * @throws dev.fallow.UnsupportedFeatureException if a file may not be used
     */
    public void read(Selected selected, long size, int elementSize, ElementTarget target) throws IOException {
        List<ExternalFiles.Part> parts = parts();
        if (selected.count() > 0) {
            try (ExternalFiles files = open(parts, size, false)) {
                new RunReader(files, where, elementSize).at(0, size).deliver(selected, target);
            }
        }
    }

    /**
     * Checks that elements can be overwritten: that all files exist and may be written. The parameters are those of {@link #read}.
     *
     * @return the change, which is made and forced at once, and not with the next commit
     */
    public Change overwrite(Selected selected, long size, int elementSize, ElementSource source) throws IOException {
        List<ExternalFiles.Part> parts = parts();
        try (ExternalFiles files = open(parts, size, true)) {
            files.check();
        }
        return () -> {
            if (selected.count() == 0) {
                return;
            }
            try (ExternalFiles files = open(parts, size, true)) {
                new ElementRunWriter(files, 0, elementSize, source).write(selected);
                files.force();
            } catch (IOException e) {
                throw new ElementsNotWrittenException(e);
            }
        };
    }

    // ---- the heap of names -----------------------------------------------------------------------------------

    /** Visits the blocks of the heap with the names. */
    public static void forEachBlock(ObjectStore store, ObjectHeader header, ExtentVisitor visitor) throws IOException {
        LocalHeap.open(store.structureStore(), message(header).heapAddress()).forEachBlock(visitor);
    }

    /** The release of the heap with the names. The files themselves are left as they are. */
    public static Change release(ObjectStore store, ObjectHeader header) throws IOException {
        PendingRelease blocks = new PendingRelease(store.structureStore());
        forEachBlock(
                store,
                header,
                (address, size, structure) -> blocks.add(AllocationType.LOCAL_HEAP, address, size, structure));
        long address = message(header).heapAddress();
        return () -> {
            LocalHeap.abandon(store.structureStore(), address);
            blocks.release();
        };
    }

    /** Copies the heap with the names, in the same container. Returns the message of the copy. */
    public ExternalDataFiles copy() throws IOException {
        Map<Long, String> names = names();
        LocalHeap copy = LocalHeap.create(store.structureStore());
        Map<Long, Long> offsets = new HashMap<>();
        List<ExternalFile> files = new ArrayList<>();
        for (ExternalFile file : message.files()) {
            long offset = offsets.computeIfAbsent(
                    file.nameOffset(), any -> insert(copy, Utf8.encode(names.get(file.nameOffset()))));
            files.add(new ExternalFile(offset, file.offset(), file.size()));
        }
        return new ExternalDataFiles(message.allocatedSlots(), copy.address(), files);
    }

    private static long insert(LocalHeap heap, byte[] name) {
        heap.prepareInsert(name.length);
        return heap.insert(name);
    }
}
