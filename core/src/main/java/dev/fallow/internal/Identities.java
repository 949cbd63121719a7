package dev.fallow.internal;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;

/**
 * Lets handles know when the object they stand for is deleted: all handles of one object share its identity. Identities
 * that no handle holds any more are dropped. Each operation is O(1).
 */
final class Identities {
    /** One object, for as long as it lives. */
    static final class Identity {
        private final long address;
        private boolean deleted;

        private Identity(long address) {
            this.address = address;
        }

        long address() {
            return address;
        }

        boolean isDeleted() {
            return deleted;
        }
    }

    private static final class Entry extends WeakReference<Identity> {
        private final long address;

        Entry(Identity identity, ReferenceQueue<Identity> queue) {
            super(identity, queue);
            address = identity.address;
        }
    }

    private final Map<Long, Entry> entries = new HashMap<>();
    private final ReferenceQueue<Identity> dropped = new ReferenceQueue<>();

    /** The identity of the object at an address. */
    Identity of(long address) {
        for (Reference<? extends Identity> gone = dropped.poll(); gone != null; gone = dropped.poll()) {
            entries.remove(((Entry) gone).address, gone);
        }
        Entry entry = entries.get(address);
        Identity identity = entry == null ? null : entry.get();
        if (identity == null) {
            identity = new Identity(address);
            entries.put(address, new Entry(identity, dropped));
        }
        return identity;
    }

    /** Says that the object at an address is gone; its address may be given to another one. */
    void deleted(long address) {
        Entry entry = entries.remove(address);
        Identity identity = entry == null ? null : entry.get();
        if (identity != null) {
            identity.deleted = true;
        }
    }
}
