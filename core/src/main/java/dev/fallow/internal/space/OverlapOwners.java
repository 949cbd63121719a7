package dev.fallow.internal.space;

import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.freespace.Section;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Names the owners of bytes that are used twice: only a damaged file is walked again for that, so that no walk has to keep them. */
final class OverlapOwners {
    private final List<Section> overlaps;
    private final List<List<String>> owners = new ArrayList<>();

    OverlapOwners(List<Section> overlaps) {
        this.overlaps = overlaps;
        overlaps.forEach(overlap -> owners.add(new ArrayList<>()));
    }

    /** Walks the file again. */
    void walk(ObjectStore store, SectionPersistence sections, AnySuperblock superblock) throws IOException {
        new LiveWalk(store, sections, superblock, this::add).walk();
    }

    /** One more owner of bytes. */
    void add(long address, long size, Object label) {
        for (int i = 0; i < overlaps.size(); i++) {
            Section overlap = overlaps.get(i);
            if (address < overlap.end() && overlap.address() < address + size) {
                owners.get(i).add(label.toString());
            }
        }
    }

    /** A finding for each. */
    List<String> findings() {
        List<String> named = new ArrayList<>();
        for (int i = 0; i < overlaps.size(); i++) {
            Section overlap = overlaps.get(i);
            named.add(
                    WalkFindings.overlapping(overlap.address(), overlap.size(), String.join(", and ", owners.get(i))));
        }
        return named;
    }
}
