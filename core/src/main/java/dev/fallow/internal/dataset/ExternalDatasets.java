package dev.fallow.internal.dataset;

import dev.fallow.CorruptFileException;
import dev.fallow.format.Utf8;
import dev.fallow.format.layout.ExternalDataFiles;
import dev.fallow.format.layout.ExternalDataFiles.ExternalFile;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.PendingRelease;
import dev.fallow.internal.elements.ExternalElements;
import dev.fallow.internal.elements.ExternalPart;
import dev.fallow.internal.extent.ExtentVisitor;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.localheap.LocalHeap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Datasets whose elements are in other files, as their headers describe them. A local heap has the names of the files. */
public final class ExternalDatasets {
    private ExternalDatasets() {}

    /** Whether elements are in other files. */
    public static boolean isExternal(DatasetStorage dataset) {
        return dataset.header().find(MessageType.EXTERNAL_DATA_FILES) != null;
    }

    private static ExternalDataFiles message(DatasetStorage dataset) {
        LiveMessage message = dataset.header().find(MessageType.EXTERNAL_DATA_FILES);
        return ExternalDataFiles.decode(message.body(dataset.store().sizes(), MessageType.EXTERNAL_DATA_FILES.title()));
    }

    private static LocalHeap heap(DatasetStorage dataset) throws IOException {
        return LocalHeap.open(dataset.store().structureStore(), message(dataset).heapAddress());
    }

    /** The names in the heap, by their offsets. Their total length is bounded by that of the heap. */
    private static Map<Long, String> names(DatasetStorage dataset, ExternalDataFiles message) throws IOException {
        long[] left = {0};
        forEachBlock(dataset, (address, size, structure) -> left[0] += size);
        LocalHeap heap = heap(dataset);
        Map<Long, String> names = new HashMap<>();
        for (ExternalFile file : message.files()) {
            if (!names.containsKey(file.nameOffset())) {
                String name = heap.text(file.nameOffset());
                left[0] -= name.length();
                if (left[0] < 0) {
                    throw new CorruptFileException("%s: the names of the external files overlap in the heap at %d"
                            .formatted(dataset.where(), message.heapAddress()));
                }
                names.put(file.nameOffset(), name);
            }
        }
        return names;
    }

    /**
     * The elements of a dataset in other files.
     *
     * @throws CorruptFileException if a part of a file ends behind byte 2^63-1
     */
    static ExternalElements of(DatasetStorage dataset) throws IOException {
        ExternalDataFiles message = message(dataset);
        Map<Long, String> names = names(dataset, message);
        List<ExternalPart> parts = new ArrayList<>();
        for (ExternalFile file : message.files()) {
            if (file.size() > Long.MAX_VALUE - file.offset()) {
                throw new CorruptFileException("%s: expected a part of an external file, found %d bytes at %d"
                        .formatted(dataset.where(), file.size(), file.offset()));
            }
            parts.add(new ExternalPart(names.get(file.nameOffset()), file.offset(), file.size()));
        }
        return new ExternalElements(
                dataset.store(),
                parts,
                dataset.storageSize(),
                (int) dataset.datatype().size(),
                dataset.where());
    }

    /** Visits the blocks of the heap with the names. */
    public static void forEachBlock(DatasetStorage dataset, ExtentVisitor visitor) throws IOException {
        heap(dataset).forEachBlock(visitor);
    }

    /** The release of the heap with the names. The files themselves are left as they are. */
    public static Change release(DatasetStorage dataset) throws IOException {
        PendingRelease blocks = new PendingRelease(dataset.store().structureStore());
        forEachBlock(
                dataset, (address, size, structure) -> blocks.add(AllocationType.LOCAL_HEAP, address, size, structure));
        long address = message(dataset).heapAddress();
        return () -> {
            LocalHeap.abandon(dataset.store().structureStore(), address);
            blocks.release();
        };
    }

    /** Copies the heap with the names, in the same container. Returns the message of the copy. */
    public static ExternalDataFiles copy(DatasetStorage dataset) throws IOException {
        ExternalDataFiles message = message(dataset);
        Map<Long, String> names = names(dataset, message);
        LocalHeap copy = LocalHeap.create(dataset.store().structureStore());
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
