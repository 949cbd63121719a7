package dev.fallow.internal.pointer;

import dev.fallow.format.Addresses;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.format.superblock.Superblock;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;

/**
 * Finds every address that the structures of a file contain, except those in the superblock and those of the free-space
 * managers. The file must have no uncommitted changes, and {@code LiveWalk} must have found it sound. Attributes in the shared message table
 * cannot be changed, so the blocks that they refer to are fixed, and so are the objects of a file with such a table. O(n) in the number
 * of objects, whose addresses are kept in memory, and in the bytes of elements that may contain addresses.
 *
 * <p>It is no {@code Census.Reader}: in a sound file it needs neither paths nor link counts, and a list of addresses is the smaller queue.
 */
public final class PointerWalk {
    private final ObjectStore store;
    private final PointerVisitor visitor;
    private final ObjectPointers objects;
    /** The objects found so far, in the order in which they are visited. */
    private final AddressTable known = new AddressTable();

    /** A walk over a container. */
    public PointerWalk(ObjectStore store, PointerVisitor visitor) {
        this.store = store;
        this.visitor = visitor;
        objects = new ObjectPointers(new PointerSource(store, visitor, this::enqueue));
    }

    private void enqueue(long object) {
        if (object != Addresses.UNDEFINED && known.indexOf(object) < 0) {
            known.add(object, 0);
        }
    }

    /** Visits one object, with its attributes and elements. */
    public static void visit(ObjectStore store, long object, PointerVisitor visitor) throws IOException {
        new ObjectPointers(new PointerSource(store, visitor, found -> {})).visit(object);
    }

    /** Performs the walk; may be called once. */
    public void walk(AnySuperblock superblock) throws IOException {
        if (superblock instanceof Superblock current && current.extensionAddress() != Addresses.UNDEFINED) {
            store.header(current.extensionAddress())
                    .forEachChunk((address, length) -> visitor.fixed(address, "the superblock"));
        } else if (superblock instanceof SuperblockV0 old && old.driverInfoAddress() != Addresses.UNDEFINED) {
            visitor.fixed(old.driverInfoAddress(), "the superblock");
        }
        if (store.sharedMessages() != null) {
            store.sharedMessages()
                    .forEachBlock((address, size, structure) -> visitor.fixed(address, "shared messages"));
        }
        enqueue(superblock.rootAddress());
        for (int next = 0; next < known.size(); next++) {
            long object = known.address(next);
            if (store.sharedMessages() != null) {
                visitor.fixed(object, "shared messages");
            }
            objects.visit(object);
            store.cache().parkAndTrim();
        }
    }
}
