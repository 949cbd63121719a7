package dev.fallow.freespace.file;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.file.FileSpaceOptions.Strategy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Turns free metadata space, except for what the last commit refers to, into free space for raw data. Of a paged file nothing is
 * turned.
 */
final class MetadataForRawData {
    private final Rules rules;
    private final Quarantine quarantine;
    private final FreeSpace metadata;
    private final FreeSpace rawData;

    /** @param quarantine null if nothing is protected */
    MetadataForRawData(FileSpaceOptions options, SpaceMap map, Rules rules, Quarantine quarantine) {
        this.rules = rules;
        this.quarantine = quarantine;
        int slot = rules.slotOf(AllocationType.SUPERBLOCK, 1);
        int rawDataSlot = rules.slotOf(AllocationType.RAW_DATA, 1);
        metadata = options.strategy() == Strategy.PAGE || slot == rawDataSlot ? null : map.manager(slot);
        rawData = map.manager(rawDataSlot);
    }

    /**
     * Turns all that is at an address or behind it; once the quarantine has been emptied for the next commit, also what the last
     * one refers to. O(sections of the metadata).
     */
    void from(long first) {
        List<Section> sections = new ArrayList<>();
        boolean all = quarantine == null || quarantine.isOver();
        if (metadata != null) {
            metadata.forEach((address, size) -> {
                if (address >= first && all) {
                    sections.add(new Section(address, size));
                } else if (address >= first) {
                    sections.addAll(quarantine.notReleased(address, size));
                }
            });
        }
        sections.forEach(rules::giveToRawData);
    }

    /**
     * Turns the sections with free raw data on both sides. O((m + n) log n) for m sections of the metadata and n of the raw data, with
     * any backend, and 16 bytes for each of the raw data.
     */
    void between() {
        if (metadata == null || metadata.sectionCount() == 0 || rawData == null || rawData.sectionCount() < 2) {
            return;
        }
        long[] starts = new long[Math.toIntExact(rawData.sectionCount())];
        long[] ends = new long[starts.length];
        int[] next = {0};
        rawData.forEach((address, size) -> {
            starts[next[0]] = address;
            ends[next[0]++] = address + size;
        });
        Arrays.sort(starts);
        Arrays.sort(ends);
        List<Section> sections = new ArrayList<>();
        metadata.forEach((address, size) -> {
            boolean separates =
                    Arrays.binarySearch(ends, address) >= 0 && Arrays.binarySearch(starts, address + size) >= 0;
            if (separates && (quarantine == null || quarantine.hasReleasedNoneOf(address, size))) {
                sections.add(new Section(address, size));
            }
        });
        sections.forEach(rules::giveToRawData);
    }
}
