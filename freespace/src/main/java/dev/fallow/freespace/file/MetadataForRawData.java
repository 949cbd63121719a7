package dev.fallow.freespace.file;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.Section;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns free metadata space, except for what the last commit refers to, into free space for raw data. Of a paged file nothing is
 * turned. O(sections of the metadata).
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
        metadata = options.strategy() == FileSpaceStrategy.PAGE || slot == rawDataSlot ? null : map.manager(slot);
        rawData = map.manager(rawDataSlot);
    }

    /** Turns all that is at an address or behind it. */
    void from(long first) {
        List<Section> sections = new ArrayList<>();
        if (metadata != null) {
            metadata.forEach((address, size) -> {
                if (address >= first && quarantine == null) {
                    sections.add(new Section(address, size));
                } else if (address >= first) {
                    sections.addAll(quarantine.notReleased(address, size));
                }
            });
        }
        sections.forEach(rules::giveToRawData);
    }

    /** Turns the sections with free raw data on both sides. */
    void between() {
        List<Section> sections = new ArrayList<>();
        if (metadata != null && rawData != null && rawData.sectionCount() > 1) {
            metadata.forEach((address, size) -> {
                boolean separates = rawData.sizeAt(address + size) > 0 && rawData.sizeEndingAt(address) > 0;
                if (separates && (quarantine == null || quarantine.hasReleasedNoneOf(address, size))) {
                    sections.add(new Section(address, size));
                }
            });
        }
        sections.forEach(rules::giveToRawData);
    }
}
