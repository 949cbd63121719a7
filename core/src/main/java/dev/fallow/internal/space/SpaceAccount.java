package dev.fallow.internal.space;

import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.internal.extent.Extents;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.report.FreeSection;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Accounts for every byte of a file: live bytes by a walk, free bytes from the managers, and the rest. */
public final class SpaceAccount {
    /** The label of free sections in findings. */
    static final String FREE = "free space";

    private final ObjectStore store;
    private final SectionPersistence sections;
    private final AnySuperblock superblock;

    /** @param superblock of the file */
    public SpaceAccount(ObjectStore store, SectionPersistence sections, AnySuperblock superblock) {
        this.store = store;
        this.sections = sections;
        this.superblock = superblock;
    }

    /**
     * Walks the file and adds up the bytes. A section found to overlap bytes in use is quarantined.
     *
     * @param fileBytes the current length of the file
     * @param writable whether the container is being edited: its allocated space then determines its length
     */
    public SpaceReport report(long fileBytes, boolean writable) throws IOException {
        sections.load();
        Extents claims = new Extents();
        LiveWalk walk = new LiveWalk(store, sections, superblock, (address, size, label) -> {
            claims.add(address, size, label);
            sections.inUse(address, size, label);
        });
        List<String> walked = walk.walk();
        List<FreeSection> free = sections.sections();
        long freeBytes = 0;
        for (FreeSection section : free) {
            claims.add(section.address(), section.size(), FREE);
            freeBytes += section.size();
        }
        long end = store.space().endOfAllocation();
        long base = superblock.baseAddress();
        List<String> findings = new ArrayList<>(sections.findings());
        findings.addAll(walked);
        Totals totals = new Totals(findings);
        claims.sweep(end, totals);
        // the file of a container being changed does not have its final length yet
        long length = writable ? base + end : Math.max(fileBytes, base + end);
        if (length > base + end) {
            totals.unclaimed(end, length - base - end);
        }
        walk.unheldObjects().forEachRun(totals::unclaimed);
        totals.untracked.sort(Comparator.comparingLong(FreeSection::address));
        return new SpaceReport(
                length,
                length - freeBytes - totals.untrackedBytes,
                freeBytes,
                totals.untrackedBytes,
                free,
                totals.untracked,
                sections.quarantined(),
                findings);
    }

    private static final class Totals implements Extents.Sweep {
        private final List<String> findings;
        private final List<FreeSection> untracked = new ArrayList<>();
        private long untrackedBytes;

        Totals(List<String> findings) {
            this.findings = findings;
        }

        @Override
        public void claimed(long address, long size, Object label) {
            // bytes that are neither free nor untracked are live
        }

        @Override
        public void unclaimed(long address, long size) {
            untracked.add(new FreeSection(FreeSection.Type.UNTRACKED, address, size));
            untrackedBytes += size;
        }

        @Override
        public void overlap(long address, long size, Object first, Object second) {
            findings.add("%d bytes at address %d belong to two: %s, and %s".formatted(size, address, first, second));
        }
    }
}
