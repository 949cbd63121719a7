package dev.fallow.internal.external;

import dev.fallow.internal.data.ElementSource;
import dev.fallow.internal.data.ElementTarget;
import dev.fallow.internal.elements.ElementRunWriter;
import dev.fallow.internal.elements.RunReader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.Selected;
import dev.fallow.internal.storage.ElementsNotWrittenException;
import java.io.IOException;
import java.util.List;

/** Elements in other files: reads them, and overwrites them in place. Files are neither created nor deleted. */
public final class ExternalElements {
    private final ObjectStore store;
    private final List<ExternalPart> parts;
    private final long size;
    private final int elementSize;
    private final String where;

    /**
     * The elements of a dataset.
     *
     * @param parts of other files, in the order of the elements
     * @param size the length of all elements in bytes
     * @param elementSize in bytes
     * @param where file and dataset, for messages
     */
    public ExternalElements(ObjectStore store, List<ExternalPart> parts, long size, int elementSize, String where) {
        this.store = store;
        this.parts = parts;
        this.size = size;
        this.elementSize = elementSize;
        this.where = where;
    }

    private ExternalFiles open(boolean writable) {
        return new ExternalFiles(store.foreignFiles(), parts, size, where, writable);
    }

    /**
     * Reads elements.
     *
     * @param selected of a grid of one chunk
     * @throws dev.fallow.StorageException if a file does not exist
     * @throws dev.fallow.UnsupportedFeatureException if a file may not be used
     */
    public void read(Selected selected, ElementTarget target) throws IOException {
        if (selected.count() == 0) {
            return;
        }
        try (ExternalFiles files = open(false)) {
            new RunReader(files, where, elementSize).at(0, size).deliver(selected, target);
        }
    }

    /**
     * Checks that all files exist and may be written.
     *
     * @throws dev.fallow.StorageException if a file does not exist
     * @throws dev.fallow.UnsupportedFeatureException if a file may not be used
     */
    public void checkWritable() throws IOException {
        try (ExternalFiles files = open(true)) {
            files.check();
        }
    }

    /**
     * Overwrites elements, and forces the files: they are not part of a commit.
     *
     * @param selected of a grid of one chunk
     */
    public void write(Selected selected, ElementSource source) throws IOException {
        if (selected.count() == 0) {
            return;
        }
        try (ExternalFiles files = open(true)) {
            ElementRunWriter runs = new ElementRunWriter(files, 0, elementSize, source);
            selected.forEachRun(selected.firstChunk(), runs::write);
            files.force();
        } catch (IOException e) {
            throw new ElementsNotWrittenException(e);
        }
    }
}
