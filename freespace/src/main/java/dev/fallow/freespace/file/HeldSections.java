package dev.fallow.freespace.file;

import dev.fallow.freespace.Section;
import java.util.ArrayList;
import java.util.List;

/**
 * Free sections that are not allocated for a time, so that other space is allocated, by the same rules. They have to be given
 * back before the next commit.
 */
public final class HeldSections {
    private final SpaceMap map;
    private final List<Held> sections = new ArrayList<>();

    /** A section and the number of its manager. */
    private record Held(int slot, Section section) {}

    /** Takes the sections of managers from an address on. O(number of sections) */
    HeldSections(SpaceMap map, int[] slots, long from) {
        this.map = map;
        for (int slot : slots) {
            map.manager(slot).forEach((address, size) -> {
                if (address >= from) {
                    sections.add(new Held(slot, new Section(address, size)));
                }
            });
        }
        for (Held each : sections) {
            map.manager(each.slot).take(each.section.address(), each.section.size());
        }
    }

    /** Makes the sections free again. */
    public void giveBack() {
        for (Held each : sections) {
            map.manager(each.slot).free(each.section.address(), each.section.size());
        }
        sections.clear();
    }
}
