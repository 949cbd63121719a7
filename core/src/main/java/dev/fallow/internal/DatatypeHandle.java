package dev.fallow.internal;

import dev.fallow.format.datatype.Datatype;
import dev.fallow.internal.Deletions.Watch;
import dev.fallow.internal.object.CommittedDatatype;

/** What a public committed datatype stands on. */
public final class DatatypeHandle extends ObjectHandle {
    DatatypeHandle(Session session, Watch object, String path) {
        super(session, object, path);
    }

    /** The type itself. */
    public Datatype datatype() {
        return session().reading(() -> {
            header(); // a deleted one has none
            return CommittedDatatype.read(session().store(), address(), fileName() + ": " + path());
        });
    }
}
