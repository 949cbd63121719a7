package dev.fallow.container.session;

import dev.fallow.oracle.snapshot.ObjectSnapshot;
import java.util.List;
import java.util.SortedMap;

/**
 * The content of a whole file, compared by value. An object with several paths is described at the first of them, in
 * the order of a depth-first walk with sorted names.
 *
 * @param objects the objects, by path
 * @param linkCounts the reference count of every object, by path: hard links, and users of a committed datatype
 * @param linkOrder the link names in creation order of every group that tracks it, by path
 * @param attributeOrder the attribute names in creation order of every object that tracks it, by path
 */
public record Picture(
        SortedMap<String, ObjectSnapshot> objects,
        SortedMap<String, Integer> linkCounts,
        SortedMap<String, List<String>> linkOrder,
        SortedMap<String, List<String>> attributeOrder) {}
