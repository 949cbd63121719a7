package dev.fallow.cli.space;

import dev.fallow.ObjectKind;
import dev.fallow.report.SpaceObject;
import dev.fallow.report.SpaceUse;
import dev.fallow.report.SpaceVisitor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Who holds the bytes of a file: each object with the bytes of its blocks, below the first group found that has a link to it.
 * About 38 bytes for each object and its name; nothing for a block. An object has a larger number than its parent, because objects
 * are numbered in the order in which they are found.
 */
public class HolderTree implements SpaceVisitor {
    private static final int FIRST_SIZE = 16;
    private static final ObjectKind[] KINDS = ObjectKind.values();
    private static final String DATATYPE = "(datatype)";

    private final HolderNames names = new HolderNames();
    private long[] own = new long[FIRST_SIZE];
    private int[] parents = new int[FIRST_SIZE];
    private byte[] kinds = new byte[FIRST_SIZE];
    private int count;
    /** The bytes of each object and of what is below it; null before {@link #addUp}. */
    private long[] below;
    /** All objects but the first, by their parents. */
    private int[] children;
    /** Where those of each object begin, and at last the end. */
    private int[] firstChildren;

    @Override
    public void object(SpaceObject object) {
        if (count == own.length) {
            int longer = count + count / 2;
            own = Arrays.copyOf(own, longer);
            parents = Arrays.copyOf(parents, longer);
            kinds = Arrays.copyOf(kinds, longer);
        }
        names.add(object.name());
        parents[count] = object.parent();
        kinds[count++] = (byte) object.kind().ordinal();
    }

    @Override
    public void block(long address, long size, SpaceUse use, int holder) {
        if (holder != NOBODY) {
            own[holder] += size;
        }
    }

    @Override
    public void heapObject(long collection, long size, int holder) {
        own[holder] += size;
    }

    /** To be called after the walk. */
    public void addUp() {
        hold(owns());
    }

    /** Sets what each object holds itself. */
    final void hold(long[] each) {
        below = each;
        sum(below, parents);
        sortByParent();
    }

    private void sortByParent() {
        firstChildren = new int[count + 2];
        for (int i = 1; i < count; i++) {
            firstChildren[parents[i] + 2]++;
        }
        for (int i = 2; i < firstChildren.length; i++) {
            firstChildren[i] += firstChildren[i - 1];
        }
        children = new int[Math.max(0, count - 1)];
        for (int i = 1; i < count; i++) {
            children[firstChildren[parents[i] + 1]++] = i;
        }
    }

    /** The bytes of each object's own blocks. */
    final long[] owns() {
        return Arrays.copyOf(own, count);
    }

    /** Adds to each number those of the objects whose ancestor it belongs to; at most 2^63 - 1. */
    final void sum(long[] each, int[] ancestors) {
        for (int i = count - 1; i > 0; i--) {
            long sum = each[ancestors[i]] + each[i];
            each[ancestors[i]] = sum < 0 ? Long.MAX_VALUE : sum;
        }
    }

    final int[] parents() {
        return parents;
    }

    /** The number of objects. */
    public final int count() {
        return count;
    }

    public final int parent(int number) {
        return parents[number];
    }

    public final ObjectKind kind(int number) {
        return KINDS[kinds[number]];
    }

    /** The bytes of an object and of everything below it. */
    public final long held(int number) {
        return below[number];
    }

    /** The index of the first child of an object, for {@link #child}; its children end before {@link #childrenEnd}. */
    public final int firstChild(int number) {
        return firstChildren[number];
    }

    public final int childrenEnd(int number) {
        return firstChildren[number + 1];
    }

    /** The number of the child at an index; the children of one object are in the order in which they were found. */
    public final int child(int index) {
        return children[index];
    }

    /** The name of an object in its parent. */
    public final String name(int number) {
        String name = names.get(number);
        return name == null ? DATATYPE : name;
    }

    /** The path of an object; the datatype of a dataset without a name is below the dataset. */
    public final String path(int number) {
        if (number == NOBODY || number == 0) {
            return number == 0 ? "/" : null;
        }
        List<String> parts = new ArrayList<>();
        for (int at = number; at > 0; at = parents[at]) {
            parts.add(name(at));
        }
        Collections.reverse(parts);
        return "/" + String.join("/", parts);
    }

    /** The groups that hold most, the largest first. */
    public final List<Integer> largestGroups(int most) {
        List<Integer> largest = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (kind(i) == ObjectKind.GROUP
                    && (largest.size() < most || held(i) > held(largest.get(largest.size() - 1)))) {
                int at = largest.size();
                while (at > 0 && held(largest.get(at - 1)) < held(i)) {
                    at--;
                }
                largest.add(at, i);
                if (largest.size() > most) {
                    largest.remove(most);
                }
            }
        }
        return largest;
    }
}
