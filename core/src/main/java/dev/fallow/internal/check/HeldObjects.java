package dev.fallow.internal.check;

import dev.fallow.ContainerException;
import dev.fallow.NoSuchObjectException;
import dev.fallow.format.FormatException;
import dev.fallow.format.heap.GlobalHeapCollection;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.format.heap.GlobalHeapObject;
import dev.fallow.internal.attribute.Attributes;
import dev.fallow.internal.census.LiveLabel;
import dev.fallow.internal.dataset.DatasetReferences;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.globalheap.Ownership;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.PathResolver;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.EOFException;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The checks that need values: the objects of the global heap that elements hold, with their collections, and the targets of soft links.
 * They are left out if the container could not be opened.
 */
final class HeldObjects extends StructureCheck {
    /** Null if the container could not be opened. */
    private final ObjectStore store;

    private final Map<Long, Collection> collections = new HashMap<>();
    private boolean all = true;

    /** The objects of a collection: less than a fifth of its size. */
    private static final class Collection {
        private final BitSet present = new BitSet();
        private final BitSet owned = new BitSet();
        private final BitSet visited = new BitSet();
        private boolean readable;
        /** By index; 0 for no object. */
        private int[] sizes = {};

        void add(List<GlobalHeapObject> objects) {
            readable = true;
            sizes = new int
                    [1
                            + objects.stream()
                                    .mapToInt(GlobalHeapObject::index)
                                    .max()
                                    .orElse(0)];
            for (GlobalHeapObject object : objects) {
                present.set(object.index());
                sizes[object.index()] = object.size();
            }
        }
    }

    HeldObjects(StructureCheck check, ObjectStore store) {
        super(check, Family.GLOBAL_HEAP, null);
        this.store = store;
    }

    // ---- elements ----------------------------------------------------------------------------------------------

    /** Visits the objects that the elements of a dataset hold. */
    void dataset(long address, PathNode user) throws IOException {
        read(address, user, () -> {
            DatasetReferences references =
                    new DatasetReferences(DatasetStorage.of(store, store.header(address), user.toString()));
            if (references.notFollowed() != null) {
                notRead(address, user, references.notFollowed());
            }
            references.forEachKnownReference(new References(user));
        });
    }

    /** Visits the objects that the attributes of an object hold. */
    void attributes(long address, PathNode user) throws IOException {
        read(address, user, () -> {
            Attributes attributes = new Attributes(store, store.header(address), user.toString());
            for (String problem : attributes.findReferences(new References(user))) {
                notRead(address, user, problem);
            }
        });
    }

    private final class References implements Attributes.References {
        private final PathNode user;

        References(PathNode user) {
            this.user = user;
        }

        @Override
        public boolean visit(GlobalHeapId id, Ownership ownership) throws IOException {
            return !id.isNone() && hold(id, ownership, user);
        }

        /** Compares the length of a visited object with the length that an element needs. */
        @Override
        public void length(GlobalHeapId id, long bytes) {
            Collection collection = collections.get(id.collectionAddress());
            if (collection == null
                    || id.index() >= collection.sizes.length
                    || !collection.present.get((int) id.index())) {
                return;
            }
            int found = collection.sizes[(int) id.index()];
            if (found != bytes) {
                String problem =
                        "expected %d bytes in the object %d of the global heap collection at address %d, found %d"
                                .formatted(bytes, id.index(), id.collectionAddress(), found);
                FindingCode code = found < bytes ? FindingCode.GHEAP_LENGTH : FindingCode.GHEAP_LONGER;
                findings.add(code, id.collectionAddress(), user, problem);
            }
        }

        @Override
        public void datatype(long committed) {
            // counted where the attribute is decoded
        }

        @Override
        public boolean shared(int type, long id) {
            return true;
        }
    }

    private void notRead(long address, PathNode user, String reason) {
        all = false;
        findings.add(FindingCode.UNCHECKED, address, user, reason);
    }

    private void read(long address, PathNode user, Findings.Part part) throws IOException {
        if (store == null) {
            notRead(address, user, "the elements were not read, because the file cannot be opened");
            return;
        }
        all &= findings.attempt(Family.ELEMENTS, address, user, part);
        store.cache().parkAndTrim();
    }

    // ---- the global heap ---------------------------------------------------------------------------------------

    /** An element refers to an object. Returns whether it exists and was not visited before. */
    private boolean hold(GlobalHeapId id, Ownership ownership, PathNode user) throws IOException {
        long at = id.collectionAddress();
        boolean mayDangle = ownership == Ownership.POSSIBLY_SHARED;
        Collection collection = collections.get(at);
        if (collection == null) {
            if (mayDangle && !begins(at)) {
                dangling(id, user);
                return false;
            }
            Collection read = new Collection();
            findings.attempt(Family.GLOBAL_HEAP, at, user, () -> read.add(objects(at)));
            collections.put(at, read);
            collection = read;
        }
        if (!collection.readable) {
            return false;
        }
        if (id.index() > GlobalHeapCollection.MAX_INDEX || !collection.present.get((int) id.index())) {
            if (mayDangle) {
                dangling(id, user);
            } else {
                String problem = "expected the object %d in the global heap collection at address %d, found none";
                findings.add(FindingCode.GHEAP_MISSING, at, user, problem.formatted(id.index(), at));
            }
            return false;
        }
        int index = (int) id.index();
        boolean again = collection.visited.get(index);
        collection.visited.set(index);
        if (mayDangle) {
            return !again;
        }
        if (collection.owned.get(index)) {
            String problem =
                    "the object %d in the global heap collection at address %d has several elements that hold it";
            findings.add(FindingCode.GHEAP_SHARED, at, user, problem.formatted(index, at));
            return false;
        }
        collection.owned.set(index);
        return true;
    }

    private boolean begins(long at) throws IOException {
        int length = GlobalHeapCollection.HEADER_LENGTH;
        return isInside(at, length)
                && begins(read(GlobalHeapCollection.STRUCTURE, at, length), GlobalHeapCollection.LAYOUT.signature());
    }

    private void dangling(GlobalHeapId id, PathNode user) {
        String problem = "a copied reference to object %d of a global heap collection at address %d leads to nothing";
        findings.add(
                FindingCode.GHEAP_DANGLING,
                id.collectionAddress(),
                user,
                problem.formatted(id.index(), id.collectionAddress()));
    }

    private List<GlobalHeapObject> objects(long at) throws IOException {
        String structure = GlobalHeapCollection.STRUCTURE;
        byte[] start = signed(GlobalHeapCollection.LAYOUT, at, GlobalHeapCollection.HEADER_LENGTH);
        long size = GlobalHeapCollection.decodeSize(reader(start, structure, at));
        byte[] image = read(structure, at, size);
        claims.add(at, size, LiveLabel.unclassified(structure, null, true));
        return GlobalHeapCollection.decode(reader(image, structure, at)).objects();
    }

    /** Reports objects that nothing holds. */
    void finish() {
        if (!all) {
            return;
        }
        collections.forEach((at, collection) -> {
            int count = collection.present.cardinality();
            int unheld = count - collection.visited.cardinality();
            if (unheld > 0) {
                String problem =
                        "no element refers to %d of the %d objects in the global heap collection at address %d";
                add(FindingCode.GHEAP_UNHELD, at, problem.formatted(unheld, count, at));
            }
        });
    }

    // ---- soft links --------------------------------------------------------------------------------------------

    /** Follows a soft link of a group. */
    void softLink(long group, PathNode groupPath, String target, PathNode link) throws IOException {
        if (store == null) {
            return;
        }
        boolean found;
        try {
            found = new PathResolver(store, superblock.root, group, groupPath.toString()).find(target) != null;
        } catch (NoSuchObjectException e) {
            found = false;
        } catch (ContainerException | FormatException | EOFException e) {
            return; // it leads to another file; damage on the way is found there
        }
        store.cache().parkAndTrim();
        if (!found) {
            String problem = "the soft link leads to %s, which does not exist".formatted(target);
            findings.add(FindingCode.LINK_DANGLING, group, link, problem);
        }
    }
}
