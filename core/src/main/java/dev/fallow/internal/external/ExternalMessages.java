package dev.fallow.internal.external;

import dev.fallow.CorruptFileException;
import dev.fallow.format.Utf8;
import dev.fallow.format.layout.ExternalDataFiles;
import dev.fallow.format.layout.ExternalDataFiles.ExternalFile;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.PendingRelease;
import dev.fallow.internal.data.ElementSource;
import dev.fallow.internal.extent.ExtentVisitor;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.localheap.LocalHeap;
import dev.fallow.internal.slice.Selected;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Datasets whose elements are in other files, as their headers describe them. A local heap has the names of the files. */
public final class ExternalMessages {
    private ExternalMessages() {}

    /** Whether elements are in other files. */
    public static boolean isExternal(ObjectHeader header) {
        return header.find(MessageType.EXTERNAL_DATA_FILES) != null;
    }

    private static ExternalDataFiles message(ObjectStore store, ObjectHeader header) {
        LiveMessage message = header.find(MessageType.EXTERNAL_DATA_FILES);
        return ExternalDataFiles.decode(message.body(store.sizes(), MessageType.EXTERNAL_DATA_FILES.title()));
    }

    private static LocalHeap heap(ObjectStore store, ObjectHeader header) throws IOException {
        return LocalHeap.open(store.structureStore(), message(store, header).heapAddress());
    }

    /** The names in the heap, by their offsets. Their total length is bounded by that of the heap. */
    private static Map<Long, String> names(
            ObjectStore store, ObjectHeader header, ExternalDataFiles message, String where) throws IOException {
        long[] left = {0};
        forEachBlock(store, header, (address, size, structure) -> left[0] += size);
        LocalHeap heap = heap(store, header);
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
     * The elements of a dataset in other files.
     *
     * @param size the length of all elements in bytes
     * @param elementSize in bytes
     * @param where file and dataset, for messages
     * @throws CorruptFileException if a part of a file ends behind byte 2^63-1
     */
    public static ExternalElements of(ObjectStore store, ObjectHeader header, long size, int elementSize, String where)
            throws IOException {
        ExternalDataFiles message = message(store, header);
        Map<Long, String> names = names(store, header, message, where);
        List<ExternalPart> parts = new ArrayList<>();
        for (ExternalFile file : message.files()) {
            if (file.size() > Long.MAX_VALUE - file.offset()) {
                throw new CorruptFileException("%s: expected a part of an external file, found %d bytes at %d"
                        .formatted(where, file.size(), file.offset()));
            }
            parts.add(new ExternalPart(names.get(file.nameOffset()), file.offset(), file.size()));
        }
        return new ExternalElements(store, parts, size, elementSize, where);
    }

    /**
     * Checks that elements in other files can be overwritten; the parameters are those of {@link #of}.
     *
     * @return the change, which is made at once, and not with the next commit
     */
    public static Change overwrite(
            ObjectStore store,
            ObjectHeader header,
            long size,
            int elementSize,
            String where,
            Selected selected,
            ElementSource source)
            throws IOException {
        ExternalElements files = of(store, header, size, elementSize, where);
        files.checkWritable();
        return () -> files.write(selected, source);
    }

    /** Visits the blocks of the heap with the names. */
    public static void forEachBlock(ObjectStore store, ObjectHeader header, ExtentVisitor visitor) throws IOException {
        heap(store, header).forEachBlock(visitor);
    }

    /** The release of the heap with the names. The files themselves are left as they are. */
    public static Change release(ObjectStore store, ObjectHeader header) throws IOException {
        PendingRelease blocks = new PendingRelease(store.structureStore());
        forEachBlock(
                store,
                header,
                (address, size, structure) -> blocks.add(AllocationType.LOCAL_HEAP, address, size, structure));
        long address = message(store, header).heapAddress();
        return () -> {
            LocalHeap.abandon(store.structureStore(), address);
            blocks.release();
        };
    }

    /** Copies the heap with the names, in the same container. Returns the message of the copy. */
    public static ExternalDataFiles copy(ObjectStore store, ObjectHeader header, String where) throws IOException {
        ExternalDataFiles message = message(store, header);
        Map<Long, String> names = names(store, header, message, where);
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
