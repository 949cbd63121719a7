package dev.fallow.internal.object;

import dev.fallow.internal.ObjectPath;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** Objects in the order in which a walk meets them: a number for each, and the name that it was met by, for messages. */
final class MetObjects {
    /** The parent of an object that the walk starts at. */
    static final int NO_PARENT = -1;
    /** Longer paths are cut: a chain of groups would otherwise cost the square of its length. */
    private static final int MOST_NAMES = 50;

    private final AddressTable table = new AddressTable();
    private String[] names = new String[2];
    private int[] parents = new int[2];

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
        if (index == names.length) {
            names = Arrays.copyOf(names, 2 * index);
            parents = Arrays.copyOf(parents, 2 * index);
        }
        names[index] = name;
        parents[index] = parent;
        return index;
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
        if (parents[index] == NO_PARENT) {
            return names[index];
        }
        Deque<String> below = new ArrayDeque<>();
        int at = index;
        while (parents[at] != NO_PARENT && below.size() < MOST_NAMES) {
            below.push(names[at]);
            at = parents[at];
        }
        String path = parents[at] == NO_PARENT ? names[at] : "...";
        for (String name : below) {
            path = ObjectPath.child(path, name);
        }
        return path;
    }

    /** The path of what has this name in an object. */
    String path(String name, int parent) {
        return parent == NO_PARENT ? name : ObjectPath.child(path(parent), name);
    }
}
