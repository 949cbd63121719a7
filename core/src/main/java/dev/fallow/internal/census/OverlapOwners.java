package dev.fallow.internal.census;

import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.freespace.Section;
import dev.fallow.internal.extent.Extents;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.space.SectionPersistence;
import dev.fallow.report.FreeSection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The owners of bytes that are used twice. No walk keeps owners: a damaged file is walked again for them. At most a million owners are
 * kept.
 */
public final class OverlapOwners {
    private static final int MOST = 1_000_000;

    private final List<Section> overlaps;
    private final Extents owners = new Extents();
    private int count;
    private long end;

    /** The owners of these runs. */
    public OverlapOwners(List<Section> overlaps) {
        this.overlaps = overlaps;
    }

    /** The live owners of the bytes that were used twice. The file is walked again if there are any. */
    public static OverlapOwners of(
            UsedBytes used, ObjectStore store, SectionPersistence sections, AnySuperblock superblock)
            throws IOException {
        OverlapOwners owners = new OverlapOwners(used.overlaps());
        if (!owners.overlaps.isEmpty()) {
            new LiveWalk(store, sections, superblock, owners::add).walk();
        }
        return owners;
    }

    /** Adds a structure. It is kept if it contains some of these bytes. */
    public void add(long address, long size, Object label) {
        for (Section overlap : overlaps) {
            if (address < overlap.end() && overlap.address() < address + size && count < MOST) {
                owners.add(address, size, label);
                count++;
                end = Math.max(end, address + size);
                return;
            }
        }
    }

    /** Visits the overlaps in address order, with two owners of each. */
    public void forEach(Extents.Sweep action) {
        owners.sweep(end, action);
    }

    /** A finding for each overlap. Free sections are owners, like structures. */
    List<String> findings(List<FreeSection> free) {
        free.forEach(section -> add(section.address(), section.size(), "free space"));
        List<String> named = new ArrayList<>();
        forEach((address, size, first, second) -> named.add(finding(address, size, first + ", and " + second)));
        return named;
    }

    /** The finding for bytes used by two structures. */
    public static String finding(long address, long size, String owners) {
        return "%d bytes at address %d belong to two: %s".formatted(size, address, owners);
    }
}
