package dev.fallow.internal.check.structure;

import dev.fallow.format.heap.GlobalHeapCollection;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.format.heap.GlobalHeapObject;
import dev.fallow.internal.census.LiveLabel;
import dev.fallow.internal.globalheap.HeapVisitor;
import dev.fallow.internal.globalheap.Ownership;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks the collections of the global heap that elements refer to, and the objects that they hold. */
public final class GlobalHeapCheck {
    private static final Family FAMILY = Family.GLOBAL_HEAP;
    private static final String STRUCTURE = GlobalHeapCollection.STRUCTURE;

    private final Context context;
    private final Map<Long, Collection> collections = new HashMap<>();

    /** The objects of a collection: less than a fifth of its size. */
    private static final class Collection {
        private final BitSet present = new BitSet();
        private final BitSet owned = new BitSet();
        private final BitSet visited = new BitSet();
        private final boolean readable;
        /** By index; 0 for no object. */
        private int[] sizes = {};

        Collection(GlobalHeapCollection read) {
            readable = read != null;
            if (read != null) {
                List<GlobalHeapObject> objects = read.objects();
                int last =
                        objects.stream().mapToInt(GlobalHeapObject::index).max().orElse(0);
                sizes = new int[last + 1];
                for (GlobalHeapObject object : objects) {
                    present.set(object.index());
                    sizes[object.index()] = object.size();
                }
            }
        }
    }

    /** The global heap of a file. */
    public GlobalHeapCheck(Context context) {
        this.context = context;
    }

    /** A visitor of the references of the object at a path. */
    public HeapVisitor visitor(PathNode path) {
        return new HeapVisitor() {
            @Override
            public boolean visit(GlobalHeapId id, Ownership ownership) throws IOException {
                return GlobalHeapCheck.this.visit(id, ownership, path);
            }

            @Override
            public void length(GlobalHeapId id, long bytes) {
                GlobalHeapCheck.this.length(id, bytes, path);
            }
        };
    }

    /** Compares the length of a visited object with the length that an element needs. */
    public void length(GlobalHeapId id, long bytes, PathNode path) {
        Collection collection = collections.get(id.collectionAddress());
        boolean known =
                collection != null && id.index() < collection.sizes.length && collection.present.get((int) id.index());
        int found = known ? collection.sizes[(int) id.index()] : 0;
        if (known && found != bytes) {
            context.add(
                    found < bytes ? FindingCode.GHEAP_LENGTH : FindingCode.GHEAP_LONGER,
                    id.collectionAddress(),
                    path,
                    "expected %d bytes in the object %d of the global heap collection at address %d, found %d"
                            .formatted(bytes, id.index(), id.collectionAddress(), found));
        }
    }

    /** An element refers to an object. Returns whether it exists and was not visited before. */
    public boolean visit(GlobalHeapId id, Ownership ownership, PathNode path) throws IOException {
        if (id.isNone()) {
            return false;
        }
        long at = id.collectionAddress();
        boolean mayDangle = ownership == Ownership.POSSIBLY_SHARED;
        if (!collections.containsKey(at)) {
            if (mayDangle && !begins(at)) {
                dangling(id, path);
                return false;
            }
            GlobalHeapCollection[] read = {null};
            context.findings().attempt(FAMILY, at, path, () -> read[0] = read(at));
            collections.put(at, new Collection(read[0]));
        }
        Collection collection = collections.get(at);
        if (!collection.readable) {
            return false;
        }
        if (id.index() > GlobalHeapCollection.MAX_INDEX || !collection.present.get((int) id.index())) {
            if (mayDangle) {
                dangling(id, path);
            } else {
                context.add(
                        FindingCode.GHEAP_MISSING,
                        at,
                        path,
                        "expected the object %d in the global heap collection at address %d, found none"
                                .formatted(id.index(), at));
            }
            return false;
        }
        return held(collection, id, ownership, path);
    }

    private boolean held(Collection collection, GlobalHeapId id, Ownership ownership, PathNode path) {
        int index = (int) id.index();
        boolean again = collection.visited.get(index);
        collection.visited.set(index);
        if (ownership == Ownership.POSSIBLY_SHARED) {
            return !again;
        }
        if (collection.owned.get(index)) {
            context.add(
                    FindingCode.GHEAP_SHARED,
                    id.collectionAddress(),
                    path,
                    "the object %d in the global heap collection at address %d has several elements that hold it"
                            .formatted(index, id.collectionAddress()));
            return false;
        }
        collection.owned.set(index);
        return true;
    }

    private boolean begins(long at) throws IOException {
        if (!context.isInside(at, GlobalHeapCollection.HEADER_LENGTH)) {
            return false;
        }
        return Context.begins(
                context.read(FAMILY, STRUCTURE, at, GlobalHeapCollection.HEADER_LENGTH),
                GlobalHeapCollection.LAYOUT.signature());
    }

    private void dangling(GlobalHeapId id, PathNode path) {
        context.add(
                FindingCode.GHEAP_DANGLING,
                id.collectionAddress(),
                path,
                "a copied reference to object %d of a global heap collection at address %d leads to nothing"
                        .formatted(id.index(), id.collectionAddress()));
    }

    private GlobalHeapCollection read(long at) throws IOException {
        byte[] start = context.signed(
                FAMILY, GlobalHeapCollection.LAYOUT.signature(), STRUCTURE, at, GlobalHeapCollection.HEADER_LENGTH);
        long size = GlobalHeapCollection.decodeSize(context.reader(start, STRUCTURE, at));
        byte[] image = context.read(FAMILY, STRUCTURE, at, size);
        context.claimRaw(at, size, LiveLabel.unclassified(STRUCTURE, null, true));
        return GlobalHeapCollection.decode(context.reader(image, STRUCTURE, at));
    }

    /** Reports the objects that nothing refers to; all elements have been read. */
    public void finish() {
        collections.forEach((at, collection) -> {
            int unheld = collection.present.cardinality() - collection.visited.cardinality();
            if (unheld > 0) {
                context.add(
                        FindingCode.GHEAP_UNHELD,
                        at,
                        null,
                        "no element refers to %d of the %d objects in the global heap collection at address %d"
                                .formatted(unheld, collection.present.cardinality(), at));
            }
        });
    }
}
