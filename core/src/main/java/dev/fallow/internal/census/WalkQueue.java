package dev.fallow.internal.census;

import dev.fallow.format.Utf8;
import dev.fallow.internal.path.PathNode;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * The objects that a walk has found and not yet visited, first in, first out. A group can have millions of members, so each object
 * takes 16 bytes and its name. Consecutive objects of one group share the path of the group.
 */
public final class WalkQueue {
    /** Bytes of an object's entry besides its name: its address, a number, and the length of the name. */
    private static final int FIXED = Long.BYTES + 2 * Integer.BYTES;

    private static final int FIRST_LENGTH = 64;
    private static final int LONGEST = 1 << 16;
    /** Stands for the length of the name that a datatype does not have. */
    private static final int NO_NAME = -1;

    private final Deque<Batch> batches = new ArrayDeque<>();
    private int size;

    /** An object to visit, with the number that was added with it. */
    public record Step(long address, PathNode path, int number) {}

    /** Objects found in one group. */
    private static final class Batch {
        private final PathNode path;
        /** Null if the batch is one object, whose path is that of the batch. */
        private byte[] entries;

        private long address;
        private int number;
        private int from;
        private int to;

        Batch(PathNode path) {
            this.path = path;
        }
    }

    /** Whether there is no object. */
    public boolean isEmpty() {
        return batches.isEmpty();
    }

    /** The number of objects. */
    public int size() {
        return size;
    }

    /** Adds an object, with a number that is returned with it. */
    public void add(long address, PathNode path, int number) {
        size++;
        if (path.parent() == null) {
            Batch lone = new Batch(path);
            lone.address = address;
            lone.number = number;
            batches.add(lone);
            return;
        }
        byte[] name = path.name() == null ? new byte[0] : Utf8.encode(path.name());
        int length = FIXED + name.length;
        Batch last = batches.peekLast();
        if (last == null || last.entries == null || last.path != path.parent() || last.to + length > LONGEST) {
            last = new Batch(path.parent());
            last.entries = new byte[Math.max(FIRST_LENGTH, length)];
            batches.add(last);
        }
        if (last.to + length > last.entries.length) {
            last.entries = Arrays.copyOf(last.entries, Math.max(last.to + length, 2 * last.entries.length));
        }
        ByteBuffer.wrap(last.entries, last.to, length)
                .putLong(address)
                .putInt(number)
                .putInt(path.name() == null ? NO_NAME : name.length)
                .put(name);
        last.to += length;
    }

    /** Removes the first object; there must be one. */
    public Step remove() {
        Batch first = batches.element();
        size--;
        if (first.entries == null) {
            batches.remove();
            return new Step(first.address, first.path, first.number);
        }
        ByteBuffer entry = ByteBuffer.wrap(first.entries, first.from, first.to - first.from);
        long address = entry.getLong();
        int number = entry.getInt();
        int length = entry.getInt();
        PathNode path = length == NO_NAME
                ? first.path.datatype()
                : first.path.child(Utf8.decode(first.entries, entry.position(), length));
        first.from = entry.position() + Math.max(0, length);
        if (first.from == first.to) {
            batches.remove();
        }
        return new Step(address, path, number);
    }
}
