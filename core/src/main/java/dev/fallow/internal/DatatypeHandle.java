package dev.fallow.internal;

import dev.fallow.format.datatype.Datatype;
import dev.fallow.internal.Deletions.Watch;
import dev.fallow.internal.dataset.CommittedDatatypes;

/** The implementation of a public committed datatype. */
public final class DatatypeHandle extends ObjectHandle {
    DatatypeHandle(Session session, Watch object, String path) {
        super(session, object, path);
    }

    /** The datatype. */
    public Datatype datatype() {
        return session().reading(() -> {
            header(); // a deleted one has no datatype
            return CommittedDatatypes.read(session().store(), address(), fileName() + ": " + path());
        });
    }
}
