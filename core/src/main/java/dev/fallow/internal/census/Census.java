package dev.fallow.internal.census;

import dev.fallow.internal.cache.FoundObjects;
import dev.fallow.internal.path.PathNode;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * The traversal of all objects of a file: visits each object once, in the order of detection, and counts the links to it. A
 * {@link Reader} reads the objects and reports what they refer to. Memory is 4 to 8 bytes for each object, and twice that if objects are
 * numbered.
 *
 * <p>The links of a large group do not wait all at once: after {@value #MOST_WAITING} of them, the objects found are visited, and
 * then the traversal returns to the group. The links of large groups found in between are visited later.
 */
public final class Census {
    /** The maximum number of objects that wait while the links of a group are visited. */
    private static final int MOST_WAITING = 10_000;

    private final Reader reader;
    /**
     * The tally of an object is the number of links and users found beyond the first. After its header has been read, it is the
     * number found minus the link count, and so 0 if they are equal.
     */
    private FoundObjects objects;

    private final WalkQueue toVisit = new WalkQueue();
    /** Visited groups whose links are to be visited, with their numbers. */
    private final WalkQueue groups = new WalkQueue();
    /** Objects whose headers could not be read. */
    private final Set<Long> unread = new HashSet<>();

    /** The number of objects visited, including the current one. */
    private int visited;
    /** The number of the current object, from 0 in the order of visits; -1 before the first. */
    private int current = -1;
    /** Whether objects are visited while the links of a group are. */
    private boolean inBetween;

    /** Reads objects. What it cannot read it reports; only errors of the storage are exceptions. */
    public interface Reader {
        /**
         * Visits an object: calls {@link Census#counted} after its header has been read, and {@link Census#found} for each object that
         * it refers to.
         *
         * @param number of the object, in the order of visits
         * @param object with the number of the object through which it was found
         * @param later whether the links of a large group are to be left to {@link #links}, by {@link Census#visitLinksLater}
         */
        void visit(int number, WalkQueue.Step object, boolean later) throws IOException;

        /** Visits the links of a group that was visited before. */
        default void links(WalkQueue.Step group) throws IOException {
            throw new IllegalStateException("no group was left for later");
        }

        /** The traversal returns to an object that was visited before. */
        default void again(int number) {}

        /** Another link to an object that was found before. */
        default void foundAgain(long address) {}
    }

    /** @param isNumbered whether {@link #numberOf} is needed */
    public Census(Reader reader, boolean isNumbered) {
        this.reader = reader;
        objects = new FoundObjects(isNumbered);
    }

    /** Adds a link to an object. The link of the superblock to the root group is one. */
    public void found(long address, PathNode path) throws IOException {
        if (!objects.add(address)) {
            objects.tally(address, 1);
            reader.foundAgain(address);
            return;
        }
        toVisit.add(address, path, current);
        if (toVisit.size() > MOST_WAITING && !inBetween) {
            int group = current;
            inBetween = true;
            try {
                visitFound();
            } finally {
                inBetween = false;
            }
            goOn(group);
        }
    }

    /** The header of an object has been read. */
    public void counted(long address, long linkCount) {
        objects.tally(address, 1 - linkCount);
        unread.remove(address);
    }

    /** Leaves the links of the current object, a group, for later. */
    public void visitLinksLater(WalkQueue.Step group) {
        groups.add(group.address(), group.path(), current);
    }

    /** Visits the objects found, and all objects that they lead to. */
    public void walk() throws IOException {
        visitFound();
        while (!groups.isEmpty()) {
            WalkQueue.Step group = groups.remove();
            goOn(group.number());
            reader.links(group);
            visitFound();
        }
    }

    private void visitFound() throws IOException {
        while (!toVisit.isEmpty()) {
            WalkQueue.Step step = toVisit.remove();
            current = visited++;
            unread.add(step.address());
            reader.visit(current, step, inBetween);
        }
    }

    private void goOn(int number) {
        current = number;
        reader.again(number);
    }

    /** The number of objects found. */
    public int size() {
        return objects.size();
    }

    /** Whether an object at an address has been found. */
    public boolean has(long address) {
        return objects.has(address);
    }

    /** The number of the object at an address, in the order of detection. */
    public int numberOf(long address) {
        return objects.numberOf(address);
    }

    /** Whether the header of a visited object could not be read. */
    public boolean isUnread(long address) {
        return unread.contains(address);
    }

    /** Visits the objects whose link count differs from the number of links found, with that number minus the link count. */
    public void forEachWrongCount(FoundObjects.Visitor visitor) throws IOException {
        objects.forEachTally((address, tally) -> {
            if (!unread.contains(address)) {
                visitor.visit(address, tally);
            }
        });
    }

    /** Frees the memory of the objects, once neither they nor their number are needed. */
    public void forget() {
        objects = null;
    }
}
