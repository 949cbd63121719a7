package dev.fallow.freespace.file;

import dev.fallow.freespace.Section;
import java.util.ArrayList;
import java.util.List;

/** Free sections that nobody can allocate for a time. */
public final class HeldSections {
    private final SpaceMap map;
    private final List<Held> sections = new ArrayList<>();

    /** A section and the number of its manager. */
    private record Held(int slot, Section section) {}

    HeldSections(SpaceMap map) {
        this.map = map;
    }

    /** Takes the sections of managers from an address on. O(number of sections) */
    void take(int[] slots, long from) {
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

    void giveBack() {
        for (Held each : sections) {
            map.manager(each.slot).free(each.section.address(), each.section.size());
        }
        sections.clear();
    }
}
