package dev.fallow.internal.census;

import dev.fallow.ObjectKind;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectKinds;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.path.PathNode;
import dev.fallow.internal.space.SectionPersistence;
import dev.fallow.report.FreeSection;
import dev.fallow.report.SpaceBreakdown;
import dev.fallow.report.SpaceObject;
import dev.fallow.report.SpaceUse;
import dev.fallow.report.SpaceVisitor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Accounts for every byte of a file by what it is used for, in one walk; {@link SpaceAccount} only divides them into live,
 * free and untracked ones. Memory is that of the walk, and 8 to 16 bytes for each gap between blocks. A byte that two structures claim counts for the first.
 */
public final class ByteAccount implements WalkDetails {
    private final ObjectStore store;
    private final SectionPersistence sections;
    private final AnySuperblock superblock;
    private final SpaceVisitor visitor;
    private final UsedBytes used = new UsedBytes();
    private final long[] bytes = new long[SpaceUse.values().length];
    private final long[] counts = new long[bytes.length];
    private long objects;
    private int holder = SpaceVisitor.NOBODY;

    /**
     * @param superblock of the file
     * @param visitor receives what is found
     */
    public ByteAccount(ObjectStore store, SectionPersistence sections, AnySuperblock superblock, SpaceVisitor visitor) {
        this.store = store;
        this.sections = sections;
        this.superblock = superblock;
        this.visitor = visitor;
    }

    /**
     * Walks the file, once, and adds up the bytes. A section found to overlap bytes in use is quarantined.
     *
     * @param fileBytes the current length of the file
     * @param writable whether the container is being edited: its allocated space then determines its length
     */
    public SpaceBreakdown report(long fileBytes, boolean writable) throws IOException {
        sections.load();
        LiveWalk walk = new LiveWalk(store, sections, superblock, this::claim, this);
        List<String> walked = walk.walk();
        walk.unheldObjects().forEachRun((address, size) -> part(address, size, SpaceUse.HEAP_LIVE, SpaceUse.HEAP_DEAD));
        List<String> findings = new ArrayList<>(sections.findings());
        findings.addAll(walked);
        used.overlaps()
                .forEach(overlap ->
                        findings.add(WalkFindings.overlapping(overlap.address(), overlap.size(), "one is counted")));
        long base = superblock.baseAddress();
        add(SpaceUse.USER_BLOCK, base, base > 0 ? 1 : 0);
        long end = store.space().endOfAllocation();
        // the file of a container being changed does not have its final length yet
        long length = writable ? base + end : Math.max(fileBytes, base + end);
        addUnused(length - base);
        List<SpaceBreakdown.Amount> amounts = new ArrayList<>();
        for (SpaceUse use : SpaceUse.values()) {
            amounts.add(new SpaceBreakdown.Amount(use, bytes[use.ordinal()], counts[use.ordinal()]));
        }
        return new SpaceBreakdown(
                length,
                base + end,
                objects,
                amounts,
                sections.figures(),
                sections.quarantined().size(),
                findings);
    }

    private void addUnused(long end) throws IOException {
        List<FreeSection> tracked = sections.sections();
        int[] next = {0};
        tracked.forEach(section -> used.add(section.address(), section.size()));
        used.forEachGap(end, (address, size) -> {
            while (next[0] < tracked.size() && tracked.get(next[0]).address() < address) {
                addUnused(tracked.get(next[0]++));
            }
            addUnused(new FreeSection(FreeSection.Type.UNTRACKED, address, size));
        });
        tracked.subList(next[0], tracked.size()).forEach(this::addUnused);
    }

    private void addUnused(FreeSection run) {
        add(SpaceUse.of(run.type()), run.size(), 1);
        visitor.unused(run);
    }

    private void add(SpaceUse use, long size, long count) {
        bytes[use.ordinal()] += size;
        counts[use.ordinal()] += count;
    }

    private void claim(long address, long size, Object label) {
        sections.inUse(address, size, label);
        SpaceUse use = useOf(label);
        used.add(address, size, (from, added) -> {
            add(use, added, 1);
            visitor.block(from, added, use, holder);
        });
    }

    private static SpaceUse useOf(Object label) {
        if (label instanceof LiveLabel known) {
            return known.use();
        }
        if (SectionPersistence.isOwn(label)) {
            return SpaceUse.MANAGERS;
        }
        return LiveWalk.isSuperblock(label) ? SpaceUse.SUPERBLOCK : SpaceUse.SHARED_MESSAGES;
    }

    @Override
    public void object(int number, int parent, PathNode path, long address, ObjectHeader header) {
        objects++;
        holder = number;
        ObjectKind kind = header == null ? ObjectKind.UNKNOWN : ObjectKinds.of(header);
        visitor.object(
                new SpaceObject(number, parent, path.name(), kind, address, header == null ? 0 : header.linkCount()));
    }

    @Override
    public void again(int number) {
        holder = number;
    }

    @Override
    public void noObject() {
        holder = SpaceVisitor.NOBODY;
    }

    @Override
    public void link(int to) {
        visitor.link(holder, to);
    }

    @Override
    public void elements(long size) {
        visitor.elements(holder, size);
    }

    /** Where structures overlap, a part may have more bytes than are left of what it is a part of. */
    @Override
    public void part(long address, long size, SpaceUse was, SpaceUse use) {
        long moved = Math.min(size, bytes[was.ordinal()]);
        if (moved > 0) {
            add(was, -moved, 0);
            add(use, moved, 1);
            visitor.part(address, moved, was, use);
        }
    }

    @Override
    public void heapObject(long collection, long size) {
        visitor.heapObject(collection, size, holder);
    }
}
