package dev.fallow.internal.virtual;

import dev.fallow.Selection;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.ElementTarget;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.ElementRuns;
import dev.fallow.type.Datatype;
import java.io.IOException;

/** A source of a virtual dataset, which may be virtual itself. */
public interface Source {
    /** Opens sources. */
    @FunctionalInterface
    interface Opener {
        /** @param readers the virtual datasets that are being read, the last one of which has the source */
        Source open(ObjectStore store, ObjectHeader header, String path, VirtualChain readers) throws IOException;
    }

    /**
     * The number of elements in each dimension; one dimension for a scalar.
     *
     * @throws dev.fallow.CorruptFileException if it has a null dataspace
     */
    long[] extent() throws IOException;

    /** The limits of its dimensions, -1 for none; null if it has a null dataspace. */
    long[] limits();

    /** Whether all its sources are there, if it is virtual itself. */
    boolean isComplete() throws IOException;

    /** The container that has the dataset. */
    ObjectStore store();

    /** The datatype of the elements. */
    Datatype datatype();

    /** For decoding elements. */
    ElementContext context();

    /** Delivers selected elements as stored, in one thread. */
    void deliver(Selection selection, ElementTarget target) throws IOException;

    /** Delivers elements as stored, in one thread. All of them are inside the dataset. */
    void deliver(ElementRuns runs, ElementTarget target) throws IOException;
}
