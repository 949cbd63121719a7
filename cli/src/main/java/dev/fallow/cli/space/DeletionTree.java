package dev.fallow.cli.space;

import dev.fallow.cli.column.IntColumn;
import dev.fallow.cli.column.LongColumn;
import dev.fallow.report.SpaceObject;
import dev.fallow.report.SpaceUse;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * A tree of holders that also knows what deletion would return. An object is deleted with its last link. So deleting an object
 * deletes what can be reached from the root group only through it, which are the objects that it dominates in the graph of all
 * links. A collection of a global heap is returned with the last object in it; the objects that it still has stay, and so does
 * the rest of the collection.
 */
final class DeletionTree extends HolderTree {
    private static final int FIRST_SIZE = 16;
    /** Each pass takes time proportional to the further links; files have needed two. */
    private static final int MOST_PASSES = 1_000;

    private final long target;
    private int targetNumber = NOBODY;
    /** The sizes of the elements of each object; after the walk, of those below it too. */
    private final LongColumn logical = new LongColumn(memory());

    private final LongColumn stored = new LongColumn(memory());
    /** The links that each object's header counts; after the walk, those that were not found. */
    private final IntColumn links = new IntColumn(memory());

    /** The further links, from and to. */
    private final IntColumn from = new IntColumn(memory());

    private final IntColumn to = new IntColumn(memory());
    private int further;

    private final Map<Long, Integer> collections = new HashMap<>();
    private long[] collectionBytes = new long[FIRST_SIZE];
    /** A holder of objects in each collection, and the pairs of a collection and one more holder of it. */
    private int[] lastHolder = new int[FIRST_SIZE];

    private final IntColumn pairCollection = new IntColumn(memory());
    private final IntColumn pairHolder = new IntColumn(memory());
    private int pairs;

    private IntColumn dominators;
    private LongColumn returned;
    /** The objects with a link from outside of what they dominate, besides that of their parent. */
    private final BitSet otherLinks = new BitSet();

    /** @param target the address of the object of the tree */
    DeletionTree(long target) {
        this.target = target;
    }

    @Override
    public void object(SpaceObject object) {
        super.object(object);
        int number = object.number();
        links.add(number, (int) Math.min(object.linkCount(), Integer.MAX_VALUE / 2) - 1);
        if (object.address() == target) {
            targetNumber = number;
        }
    }

    @Override
    public void link(int holder, int number) {
        from.set(further, holder);
        to.set(further++, number);
    }

    @Override
    public void elements(int holder, long bytes) {
        logical.set(holder, bytes);
    }

    @Override
    public void block(long address, long size, SpaceUse use, int holder) {
        super.block(address, size, use, holder);
        if (holder != NOBODY && (use == SpaceUse.CONTIGUOUS || use == SpaceUse.CHUNKS)) {
            stored.add(holder, size);
        }
        if (use == SpaceUse.HEAP_LIVE) {
            Integer collection = collections.get(address);
            if (collection != null) {
                collectionBytes[collection] += size;
            }
        }
    }

    @Override
    public void part(long address, long size, SpaceUse was, SpaceUse use) {
        if (use == SpaceUse.COMPACT) {
            stored.add(count() - 1, size); // the object that was announced last
        }
    }

    @Override
    public void heapObject(long collection, long size, int holder) {
        super.heapObject(collection, size, holder);
        stored.add(holder, size);
        int index = collections.computeIfAbsent(collection, address -> collections.size());
        if (index == lastHolder.length) {
            lastHolder = Arrays.copyOf(lastHolder, 2 * index);
            collectionBytes = Arrays.copyOf(collectionBytes, 2 * index);
        }
        collectionBytes[index] -= size;
        if (lastHolder[index] != holder + 1) {
            lastHolder[index] = holder + 1;
            addPair(index, holder);
        }
    }

    private void addPair(int collection, int holder) {
        pairCollection.set(pairs, collection);
        pairHolder.set(pairs++, holder);
    }

    @Override
    public void addUp() {
        for (int i = 0; i < further; i++) {
            links.add(to.get(i), -1);
        }
        findDominators();
        for (int i = 0; i < further; i++) {
            if (common(dominators, from.get(i), to.get(i)) != to.get(i)) {
                otherLinks.set(to.get(i));
            }
        }
        returned = withCollections(dominators);
        sum(returned, dominators);
        hold(withCollections(parents()));
        sum(stored, parents());
        sum(logical, parents());
    }

    /**
     * The nearest dominator of each object, by the algorithm of Cooper, Harvey and Kennedy. An object with one link is dominated by
     * its parent. An object whose header counts more links than exist is never deleted: the root group dominates it.
     */
    private void findDominators() {
        dominators = parents();
        boolean pinned = false;
        for (int i = 1; i < count() && !pinned; i++) {
            pinned = links.get(i) > 0;
        }
        if (further == 0 && !pinned) {
            return;
        }
        dominators = parents().copy(count());
        for (int i = 1; i < count(); i++) {
            if (links.get(i) > 0) {
                dominators.set(i, 0);
            }
        }
        boolean changed = true;
        for (int pass = 0; changed && pass < MOST_PASSES; pass++) {
            changed = false;
            for (int i = 0; i < further; i++) {
                int object = to.get(i);
                if (object != 0) {
                    int nearest = common(dominators, from.get(i), dominators.get(object));
                    changed |= nearest != dominators.get(object);
                    dominators.set(object, nearest);
                }
            }
        }
        for (int i = 0; changed && i < further; i++) {
            dominators.set(to.get(i), 0); // says too little, where links were made so that the passes would not end
        }
    }

    /** The nearest common ancestor; ancestors have smaller numbers. */
    private static int common(IntColumn ancestors, int one, int other) {
        int a = one;
        int b = other;
        while (a != b) {
            if (a > b) {
                a = ancestors.get(a);
            } else {
                b = ancestors.get(b);
            }
        }
        return a;
    }

    /** The bytes of each object, and those of collections without a known holder, at the object below which all holders are. */
    private LongColumn withCollections(IntColumn ancestors) {
        int[] tops = new int[collections.size()];
        Arrays.fill(tops, NOBODY);
        for (int i = 0; i < pairs; i++) {
            int top = tops[pairCollection.get(i)];
            int holder = pairHolder.get(i);
            tops[pairCollection.get(i)] = top == NOBODY ? holder : common(ancestors, top, holder);
        }
        LongColumn each = owns();
        for (int i = 0; i < tops.length; i++) {
            each.add(tops[i], collectionBytes[i]);
        }
        return each;
    }

    /** The number of the target; {@link #NOBODY} if the walk did not find it. */
    int target() {
        return targetNumber;
    }

    /**
     * Whether an object stays when the link of its parent is deleted: it has another one, from outside of what is deleted with
     * it.
     */
    boolean hasOtherLinks(int number) {
        return links.get(number) > 0 || dominators.get(number) != parent(number) || otherLinks.get(number);
    }

    /** The bytes that deletion would return; nothing for an object with other links. */
    long returned(int number) {
        return hasOtherLinks(number) ? 0 : returned.get(number);
    }

    /** The size of the elements below an object as their types and dimensions say. */
    long logical(int number) {
        return logical.get(number);
    }

    /** The size of the elements below an object as they are stored, with their objects in global heaps. */
    long stored(int number) {
        return stored.get(number);
    }
}
