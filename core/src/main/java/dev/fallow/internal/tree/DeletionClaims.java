package dev.fallow.internal.tree;

import dev.fallow.CorruptFileException;
import dev.fallow.internal.extent.Extents;
import dev.fallow.internal.header.ObjectStore;

/** The blocks that a deletion frees, compared with each other and with free space. */
final class DeletionClaims {
    private final ObjectStore store;
    private final VisitedObjects objects;
    private final Extents extents = new Extents();

    /** The owner of a block; converted to a string only in messages. */
    private final class Owner {
        private final String structure;
        private final int index;

        private Owner(String structure, int index) {
            this.structure = structure;
            this.index = index;
        }

        @Override
        public String toString() {
            return structure + " of " + objects.path(index);
        }
    }

    /** @param objects the objects to be deleted, for messages */
    DeletionClaims(ObjectStore store, VisitedObjects objects) {
        this.store = store;
        this.objects = objects;
    }

    /** Adds a block of the object with an index. */
    void add(long address, long size, String structure, int object) {
        extents.add(address, size, new Owner(structure, object));
    }

    /** Adds a block that belongs to no single object. */
    void add(long address, long size, String structure) {
        extents.add(address, size, structure);
    }

    /**
     * In a damaged file two objects may share a block, or a block may be marked free; freeing it would then lose the
     * other owner's bytes.
     */
    void check() {
        extents.sweep(0, new Extents.Sweep() {
            @Override
            public void claimed(long address, long size, Object label) {
                if (!store.space().inUse(address, size)) {
                    throw new CorruptFileException("%s: %s, %d bytes at address %d, overlaps free space"
                            .formatted(store.fileName(), label, size, address));
                }
            }

            @Override
            public void unclaimed(long address, long size) {
                // belongs to an object that stays
            }

            @Override
            public void overlap(long address, long size, Object first, Object second) {
                throw new CorruptFileException("%s: %d bytes at address %d belong to two: %s, and %s"
                        .formatted(store.fileName(), size, address, first, second));
            }
        });
    }
}
