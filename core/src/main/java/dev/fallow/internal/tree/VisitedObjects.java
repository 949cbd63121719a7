package dev.fallow.internal.tree;

import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.path.PathNode;
import java.util.Arrays;

/**
 * Objects in the order in which a walk visits them, each with a number and the name through which it was reached, for
 * messages.
 */
final class VisitedObjects {
    /** The parent of an object that the walk starts from. */
    static final int NO_PARENT = -1;

    private final AddressTable table = new AddressTable();
    private PathNode[] paths = new PathNode[2];

    /** The number of objects. */
    int size() {
        return table.size();
    }

    /** The index of the object at an address; -1 if absent. */
    int indexOf(long address) {
        return table.indexOf(address);
    }

    /** Adds an absent object with its name in the parent, or its full path if there is {@link #NO_PARENT}; returns its index. */
    int add(long address, long value, String name, int parent) {
        int index = table.add(address, value);
        if (index == paths.length) {
            paths = Arrays.copyOf(paths, 2 * index);
        }
        paths[index] = node(name, parent);
        return index;
    }

    private PathNode node(String name, int parent) {
        return parent == NO_PARENT ? PathNode.of(name) : paths[parent].child(name);
    }

    /** The address of the object's header. */
    long address(int index) {
        return table.address(index);
    }

    /** The number stored for the object. */
    long value(int index) {
        return table.value(index);
    }

    /** Whether any object has a number above 0. */
    boolean hasPositive() {
        for (int i = 0; i < table.size(); i++) {
            if (table.value(i) > 0) {
                return true;
            }
        }
        return false;
    }

    /** Replaces the number of the object. */
    void set(int index, long value) {
        table.set(index, value);
    }

    /** The path through which the object was reached; of a very long path the end. */
    String path(int index) {
        return paths[index].toString();
    }

    /** The path of an object by its name in a parent. */
    String path(String name, int parent) {
        return node(name, parent).toString();
    }
}
