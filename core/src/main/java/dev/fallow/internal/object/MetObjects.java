package dev.fallow.internal.object;

import dev.fallow.internal.PathNode;
import java.util.Arrays;

/** Objects in the order in which a walk meets them: a number for each, and the name that it was met by, for messages. */
final class MetObjects {
    /** The parent of an object that the walk starts at. */
    static final int NO_PARENT = -1;

    private final AddressTable table = new AddressTable();
    private PathNode[] paths = new PathNode[2];

    /** How many there are. */
    int size() {
        return table.size();
    }

    /** The index of the object at an address; -1 if it was not met. */
    int indexOf(long address) {
        return table.indexOf(address);
    }

    /**
     * Adds an object that was not met yet; its index.
     *
     * @param name its name in the parent; the whole path if that is {@link #NO_PARENT}
     */
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

    /** Where the header of the object lies. */
    long address(int index) {
        return table.address(index);
    }

    /** The number of the object. */
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

    /** Gives the object another number. */
    void set(int index, long value) {
        table.set(index, value);
    }

    /** The path by which the object was met; where it is very long, its end. */
    String path(int index) {
        return paths[index].toString();
    }

    /** The path of what has this name in an object. */
    String path(String name, int parent) {
        return node(name, parent).toString();
    }
}
