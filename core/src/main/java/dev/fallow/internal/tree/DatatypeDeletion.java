package dev.fallow.internal.tree;

import dev.fallow.CorruptFileException;
import dev.fallow.ObjectKind;
import dev.fallow.format.Addresses;
import dev.fallow.internal.dataset.DatatypeUsers;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.ObjectKinds;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;
import java.util.function.LongConsumer;

/** Deletes committed datatypes that lose their last link and user. */
public final class DatatypeDeletion implements DatatypeUsers {
    private final ObjectStore store;
    private final LongConsumer deleted;

    /** @param deleted receives the address of each deleted object */
    public DatatypeDeletion(ObjectStore store, LongConsumer deleted) {
        this.store = store;
        this.deleted = deleted;
    }

    @Override
    public Change oneLess(long address, long user, String where) throws IOException {
        ObjectKind kind = ObjectKinds.of(store.header(address));
        if (kind != ObjectKind.DATATYPE) {
            throw new CorruptFileException("%s: expected a datatype in the object header at address %d, found a %s"
                    .formatted(where, address, kind.label()));
        }
        Deletion deletion = new Deletion(store, Addresses.UNDEFINED);
        deletion.plan(address, user, where);
        return () -> deletion.carryOut(deleted);
    }
}
