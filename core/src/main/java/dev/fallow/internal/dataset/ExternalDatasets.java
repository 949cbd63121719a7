package dev.fallow.internal.dataset;

import dev.fallow.CorruptFileException;
import dev.fallow.format.layout.ExternalDataFiles;
import dev.fallow.format.layout.ExternalDataFiles.ExternalFile;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.elements.ExternalElements;
import dev.fallow.internal.elements.ExternalPart;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.localheap.LocalHeap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Datasets whose elements are in other files, as their headers describe them. */
final class ExternalDatasets {
    private ExternalDatasets() {}

    /** Whether elements are in other files. */
    static boolean isExternal(DatasetStorage dataset) {
        return dataset.header().find(MessageType.EXTERNAL_DATA_FILES) != null;
    }

    /** The message with the other files, which must exist. */
    static ExternalDataFiles message(DatasetStorage dataset) {
        LiveMessage message = dataset.header().find(MessageType.EXTERNAL_DATA_FILES);
        return ExternalDataFiles.decode(message.body(dataset.store().sizes(), MessageType.EXTERNAL_DATA_FILES.title()));
    }

    /** The heap with the names of the files. */
    static LocalHeap names(DatasetStorage dataset, ExternalDataFiles message) throws IOException {
        return LocalHeap.open(dataset.store().structureStore(), message.heapAddress());
    }

    /**
     * The elements of a dataset in other files.
     *
     * @throws CorruptFileException if a part of a file ends behind byte 2^63-1
     */
    static ExternalElements of(DatasetStorage dataset) throws IOException {
        ObjectStore store = dataset.store();
        ExternalDataFiles message = message(dataset);
        LocalHeap names = names(dataset, message);
        List<ExternalPart> parts = new ArrayList<>();
        for (ExternalFile file : message.files()) {
            if (file.size() > Long.MAX_VALUE - file.offset()) {
                throw new CorruptFileException("%s: expected a part of an external file, found %d bytes at %d"
                        .formatted(dataset.where(), file.size(), file.offset()));
            }
            parts.add(new ExternalPart(names.text(file.nameOffset()), file.offset(), file.size()));
        }
        return new ExternalElements(
                store, parts, dataset.storageSize(), (int) dataset.datatype().size(), dataset.where());
    }
}
