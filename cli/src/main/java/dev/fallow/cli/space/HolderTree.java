package dev.fallow.cli.space;

import dev.fallow.ObjectKind;
import dev.fallow.cli.space.ColumnMemory.Numbers;
import dev.fallow.report.SpaceItem;
import dev.fallow.report.SpaceObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Who holds the bytes of a file: each object with the bytes of its blocks, below the first group found that has a link to it.
 * About 42 bytes for each object and its name, of which at most 16 MiB are on the heap, the rest in a temporary file; nothing
 * for a block. An object has a larger number than its parent, because objects are numbered in the order in which they are found.
 */
public class HolderTree implements Consumer<SpaceItem> {
    /** The holder of what belongs to no single object. */
    static final int NOBODY = SpaceItem.NOBODY;

    private static final ObjectKind[] KINDS = ObjectKind.values();
    private static final String DATATYPE = "(datatype)";
    /** Stands for the name that a committed datatype found as the datatype of a dataset does not have. */
    private static final String NO_NAME = "\0";

    final ColumnMemory memory = new ColumnMemory();
    private final ColumnMemory.Texts names = memory.texts();
    private final Numbers own = memory.longs();
    final Numbers parents = memory.ints();
    private final Numbers kinds = memory.ints();
    private int count;
    /** The bytes of each object and of what is below it; null before {@link #addUp}. */
    private Numbers below;
    /** All objects but the first, by their parents; null before their first use. */
    private Numbers children;
    /** The index of the first child of each object, then the end of the last ones. */
    private Numbers firstChildren;

    @Override
    public void accept(SpaceItem item) {
        if (item instanceof SpaceItem.Block block && block.holder() != NOBODY) {
            own.add(block.holder(), block.size());
        } else if (item instanceof SpaceItem.HeapObject heapObject) {
            own.add(heapObject.holder(), heapObject.size());
        } else if (item instanceof SpaceObject object) {
            names.add(object.name().orElse(NO_NAME));
            parents.set(count, object.parent());
            kinds.set(count++, object.kind().ordinal());
        }
    }

    /** To be called after the walk. */
    public void addUp() {
        hold(owns());
    }

    /** Sets what each object holds itself. */
    final void hold(Numbers each) {
        below = each;
        sum(below, parents);
    }

    private void sortByParent() {
        firstChildren = memory.ints();
        for (int i = 1; i < count; i++) {
            firstChildren.add(parents.at(i) + 2, 1);
        }
        for (int i = 2; i < count + 2; i++) {
            firstChildren.add(i, firstChildren.get(i - 1));
        }
        children = memory.ints();
        for (int i = 1; i < count; i++) {
            int at = parents.at(i) + 1;
            children.set(firstChildren.at(at), i);
            firstChildren.add(at, 1);
        }
    }

    /** The bytes of each object's own blocks. */
    final Numbers owns() {
        return own.copy(count);
    }

    /** Adds to each number those of the objects whose ancestor it belongs to; at most 2^63 - 1. */
    final void sum(Numbers each, Numbers ancestors) {
        for (int i = count - 1; i > 0; i--) {
            int ancestor = ancestors.at(i);
            long sum = each.get(ancestor) + each.get(i);
            each.set(ancestor, sum < 0 ? Long.MAX_VALUE : sum);
        }
    }

    /** The number of objects. */
    public final int count() {
        return count;
    }

    public final int parent(int number) {
        return parents.at(number);
    }

    public final ObjectKind kind(int number) {
        return KINDS[kinds.at(number)];
    }

    /** The bytes of an object and of everything below it. */
    public final long held(int number) {
        return below.get(number);
    }

    private int firstChild(int number) {
        if (firstChildren == null) {
            sortByParent();
        }
        return firstChildren.at(number);
    }

    final boolean hasChildren(int number) {
        return firstChild(number) < firstChild(number + 1);
    }

    /** The children of an object in the order in which they were found. */
    final IntStream children(int number) {
        return IntStream.range(firstChild(number), firstChild(number + 1)).map(children::at);
    }

    /** The name of an object in its parent. */
    public final String name(int number) {
        String name = names.get(number);
        return name.equals(NO_NAME) ? DATATYPE : name;
    }

    /** The path of an object; the datatype of a dataset without a name is below the dataset. */
    public final String path(int number) {
        if (number == NOBODY || number == 0) {
            return number == 0 ? "/" : null;
        }
        List<String> parts = new ArrayList<>();
        for (int at = number; at > 0; at = parents.at(at)) {
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
