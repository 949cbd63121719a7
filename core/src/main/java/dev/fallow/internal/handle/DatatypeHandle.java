package dev.fallow.internal.handle;

import dev.fallow.CommittedDatatype;
import dev.fallow.ObjectKind;
import dev.fallow.internal.dataset.CommittedDatatypes;
import dev.fallow.internal.session.Session;
import dev.fallow.type.Datatype;

/** A committed datatype of an open container. */
final class DatatypeHandle extends ObjectHandle implements CommittedDatatype {
    DatatypeHandle(Session session, long address, String path) {
        super(session, address, path);
    }

    @Override
    ObjectKind kind() {
        return ObjectKind.DATATYPE;
    }

    @Override
    public Datatype datatype() {
        return session().reading(() -> {
            header(); // a deleted one has no datatype
            return CommittedDatatypes.read(session().store(), here(), fileName() + ": " + shownPath());
        });
    }
}
