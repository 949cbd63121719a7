package dev.fallow.container.session;

import dev.fallow.oracle.snapshot.ObjectSnapshot;
import java.util.List;
import java.util.SortedMap;

/**
 * A whole file by value. Objects with several names are described at the first of them, in the order of a walk that
 * takes names in their order and goes down at once.
 *
 * @param objects by path
 * @param linkCounts of every object, by path: hard links, and users of a committed datatype
 * @param linkOrder of every group that tracks it, by path: names, oldest first
 * @param attributeOrder of every object that tracks it, by path: names, oldest first
 */
public record Picture(
        SortedMap<String, ObjectSnapshot> objects,
        SortedMap<String, Integer> linkCounts,
        SortedMap<String, List<String>> linkOrder,
        SortedMap<String, List<String>> attributeOrder) {}
