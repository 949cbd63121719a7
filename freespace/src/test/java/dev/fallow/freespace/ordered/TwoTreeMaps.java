package dev.fallow.freespace.ordered;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.Section;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** A model with the same choices, based on two sorted collections, for worlds that are too large for bits. */
final class TwoTreeMaps {
    final TreeMap<Long, Section> byAddress = new TreeMap<>();
    final TreeSet<Section> bySize =
            new TreeSet<>(Comparator.comparingLong(Section::size).thenComparingLong(Section::address));

    long allocate(long size, long alignment) {
        for (Section section : bySize.tailSet(new Section(0, size))) {
            long start = (section.address() + alignment - 1) / alignment * alignment;
            if (section.end() - start >= size) {
                remove(section);
                add(section.address(), start);
                add(start + size, section.end());
                return start;
            }
        }
        return FreeSpace.NO_SPACE;
    }

    void free(long address, long size) {
        long start = address;
        long end = address + size;
        Map.Entry<Long, Section> lower = byAddress.lowerEntry(address);
        if (lower != null && lower.getValue().end() == address) {
            start = lower.getKey();
            remove(lower.getValue());
        }
        Section upper = byAddress.get(end);
        if (upper != null) {
            end = upper.end();
            remove(upper);
        }
        add(start, end);
    }

    private void add(long from, long to) {
        if (from < to) {
            Section section = new Section(from, to - from);
            byAddress.put(from, section);
            bySize.add(section);
        }
    }

    private void remove(Section section) {
        byAddress.remove(section.address());
        bySize.remove(section);
    }
}
