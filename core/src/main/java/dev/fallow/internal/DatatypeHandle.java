package dev.fallow.internal;

import dev.fallow.format.datatype.Datatype;
import dev.fallow.internal.Identities.Identity;
import dev.fallow.internal.object.CommittedDatatype;

/** What a public committed datatype stands on. */
public final class DatatypeHandle extends ObjectHandle {
    DatatypeHandle(Session session, Identity identity, String path) {
        super(session, identity, path);
    }

    /** The type itself. */
    public Datatype datatype() {
        return session().reading(() -> {
            header(); // a deleted one has none
            return CommittedDatatype.read(session().store(), address(), fileName() + ": " + path());
        });
    }
}
