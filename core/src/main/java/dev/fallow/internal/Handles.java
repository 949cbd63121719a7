package dev.fallow.internal;

import dev.fallow.CommittedDatatype;
import dev.fallow.Dataset;
import dev.fallow.Group;
import dev.fallow.StoredObject;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.internal.dataset.DatatypeUsers;
import dev.fallow.internal.header.ObjectKinds;
import dev.fallow.internal.tree.DatatypeDeletion;
import dev.fallow.value.Reference;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/** Creates the handles of a container's objects, and records deletions, so that handles detect that of their object. */
public final class Handles {
    private final Session session;
    private final Deletions deletions = new Deletions();
    /** The addresses of objects deleted by the change in progress. */
    private long[] deleted = new long[16];

    private int deletedCount;

    Handles(Session session) {
        this.session = session;
    }

    /** The root group. */
    public Group root() {
        session.checkOpen();
        return group(session.rootAddress(), "/");
    }

    /** A handle of the group whose object header is at this address. */
    Group group(long address, String path) {
        return new GroupHandle(session, deletions.watch(address), path);
    }

    /** A handle of the dataset whose object header is at this address. */
    Dataset dataset(long address, String path) {
        return new DatasetHandle(session, deletions.watch(address), path);
    }

    /** A handle of the committed datatype whose object header is at this address. */
    CommittedDatatype datatype(long address, String path) {
        return new DatatypeHandle(session, deletions.watch(address), path);
    }

    /**
     * A handle of the object whose object header is at this address.
     *
     * @throws UnsupportedFeatureException if it is of unknown kind
     */
    StoredObject object(long address, String path) throws IOException {
        return switch (ObjectKinds.of(session.store().header(address))) {
            case GROUP -> group(address, path);
            case DATASET -> dataset(address, path);
            case DATATYPE -> datatype(address, path);
            default ->
                throw new UnsupportedFeatureException(
                        "%s: %s, object header at address %d: an object of unknown kind cannot be opened"
                                .formatted(session.name(), path, address));
        };
    }

    /**
     * Resolves a reference.
     *
     * @throws UnsupportedFeatureException if the object is in another file
     */
    public StoredObject object(Reference reference) {
        if (reference.file() != null) {
            throw new UnsupportedFeatureException(
                    "%s: a reference to address %d of another file, %s, cannot be resolved"
                            .formatted(session.name(), reference.address(), reference.file()));
        }
        return session.reading(
                () -> object(reference.address(), "(object at address %d)".formatted(reference.address())));
    }

    /** Deletes committed datatypes that lose their last user. */
    DatatypeUsers datatypeUsers() {
        return new DatatypeDeletion(session.store(), this::deleted);
    }

    /** Starts a change: forgets what a change that failed has deleted. */
    void changeBegins() {
        deletedCount = 0;
    }

    /** Completes a change: records what it deleted. Not called after a failure. */
    void changeEnds() {
        for (int i = 0; i < deletedCount; i++) {
            deletions.deleted(deleted[i]);
        }
    }

    /** Records that objects were moved. */
    void moved(LongUnaryOperator moves) {
        deletions.moved(moves);
    }

    /** Marks an object as deleted by the change in progress. */
    void deleted(long address) {
        if (deletedCount == deleted.length) {
            deleted = Arrays.copyOf(deleted, 2 * deletedCount);
        }
        deleted[deletedCount++] = address;
    }
}
