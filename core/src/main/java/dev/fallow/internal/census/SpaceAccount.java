package dev.fallow.internal.census;

import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.space.SectionPersistence;
import dev.fallow.report.FreeSection;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Accounts for every byte of a file: live bytes by a walk, free bytes from the managers, and the rest. Memory is that of the walk,
 * and 8 to 16 bytes for each gap between blocks.
 */
public final class SpaceAccount {
    /** The label of free sections in findings. */
    static final String FREE = "free space";

    private final ObjectStore store;
    private final SectionPersistence sections;
    private final AnySuperblock superblock;
    private final UsedBytes used = new UsedBytes();

    /** @param superblock of the file */
    public SpaceAccount(ObjectStore store, SectionPersistence sections, AnySuperblock superblock) {
        this.store = store;
        this.sections = sections;
        this.superblock = superblock;
    }

    /** Adds a block that a walk has found. A section that overlaps it is quarantined. */
    public void add(long address, long size, Object label) {
        used.add(address, size);
        sections.inUse(address, size, label);
    }

    /** Walks the file and adds up the bytes; as {@link #report(LiveWalk, long, boolean)}. */
    public SpaceReport report(long fileBytes, boolean writable) throws IOException {
        sections.load();
        LiveWalk walk = new LiveWalk(store, sections, superblock, this::add);
        walk.walk();
        return report(walk, fileBytes, writable);
    }

    /**
     * Adds up the bytes.
     *
     * @param walk that has added all blocks; the sections had been loaded before
     * @param fileBytes the current length of the file
     * @param writable whether the container is being edited: its allocated space then determines its length
     */
    public SpaceReport report(LiveWalk walk, long fileBytes, boolean writable) throws IOException {
        List<FreeSection> free = sections.sections();
        long freeBytes = 0;
        for (FreeSection section : free) {
            used.add(section.address(), section.size());
            freeBytes += section.size();
        }
        List<String> findings = new ArrayList<>(sections.findings());
        findings.addAll(walk.findings());
        if (!used.overlaps().isEmpty()) {
            OverlapOwners owners = new OverlapOwners(used.overlaps());
            owners.walk(store, sections, superblock);
            free.forEach(section -> owners.add(section.address(), section.size(), FREE));
            findings.addAll(owners.findings());
        }
        long end = store.space().endOfAllocation();
        long base = superblock.baseAddress();
        Untracked untracked = new Untracked();
        used.forEachGap(end, untracked::add);
        // the file of a container being changed does not have its final length yet
        long length = writable ? base + end : Math.max(fileBytes, base + end);
        if (length > base + end) {
            untracked.add(end, length - base - end);
        }
        walk.unheldObjects().forEachRun(untracked::add);
        untracked.runs.sort(Comparator.comparingLong(FreeSection::address));
        return new SpaceReport(
                length,
                length - freeBytes - untracked.bytes,
                freeBytes,
                untracked.bytes,
                free,
                untracked.runs,
                sections.quarantined(),
                findings);
    }

    private static final class Untracked {
        private final List<FreeSection> runs = new ArrayList<>();
        private long bytes;

        void add(long address, long size) {
            runs.add(new FreeSection(FreeSection.Type.UNTRACKED, address, size));
            bytes += size;
        }
    }
}
