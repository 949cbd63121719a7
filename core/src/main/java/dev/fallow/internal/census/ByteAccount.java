package dev.fallow.internal.census;

import dev.fallow.ObjectKind;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.freespace.SectionVisitor;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.path.PathNode;
import dev.fallow.internal.space.SectionPersistence;
import dev.fallow.report.FreeSection;
import dev.fallow.report.SpaceBreakdown;
import dev.fallow.report.SpaceItem;
import dev.fallow.report.SpaceObject;
import dev.fallow.report.SpaceReport;
import dev.fallow.report.SpaceUse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Accounts for every byte of a file, in one walk: what is live, free and untracked, or what each byte is used for. Memory is that of
 * the walk, and 8 to 16 bytes for each gap between blocks.
 */
public final class ByteAccount implements CensusVisitor {
    private final ObjectStore store;
    private final SectionPersistence sections;
    private final AnySuperblock superblock;
    /** Null if only the sums of live, free and untracked bytes are wanted. */
    private final Consumer<SpaceItem> items;

    private final UsedBytes used = new UsedBytes();
    private final long[] bytes = new long[SpaceUse.values().length];
    private final long[] counts = new long[bytes.length];
    private long objects;
    private int holder = SpaceItem.NOBODY;

    /** An account of live, free and untracked bytes. */
    public ByteAccount(ObjectStore store, SectionPersistence sections, AnySuperblock superblock) {
        this(store, sections, superblock, null);
    }

    /** An account of uses, in which a byte that two structures claim counts for the first. */
    public ByteAccount(
            ObjectStore store, SectionPersistence sections, AnySuperblock superblock, Consumer<SpaceItem> items) {
        this.store = store;
        this.sections = sections;
        this.superblock = superblock;
        this.items = items;
    }

    // ---- live, free and untracked ------------------------------------------------------------------------------

    /** Walks the file and adds up the bytes; as {@link #report(LiveWalk, long, boolean)}. */
    public SpaceReport report(long fileBytes, boolean writable) throws IOException {
        return report(walk(), fileBytes, writable);
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
        free.forEach(section -> used.add(section.address(), section.size()));
        List<String> findings = findings(walk);
        findings.addAll(OverlapOwners.of(used, store, sections, superblock).findings(free));
        List<FreeSection> untracked = new ArrayList<>();
        SectionVisitor add =
                (address, size) -> untracked.add(new FreeSection(FreeSection.Type.UNTRACKED, address, size));
        long end = store.space().endOfAllocation();
        used.forEachGap(end, add);
        long length = length(fileBytes, writable);
        if (length > superblock.baseAddress() + end) {
            add.visit(end, length - superblock.baseAddress() - end);
        }
        walk.unheldObjects().forEachRun(add::visit);
        untracked.sort((left, right) -> Long.compare(left.address(), right.address()));
        long freeBytes = sum(free);
        long untrackedBytes = sum(untracked);
        return new SpaceReport(
                length,
                length - freeBytes - untrackedBytes,
                freeBytes,
                untrackedBytes,
                free,
                untracked,
                sections.quarantined(),
                findings);
    }

    private static long sum(List<FreeSection> runs) {
        long sum = 0;
        for (FreeSection run : runs) {
            sum += run.size();
        }
        return sum;
    }

    private LiveWalk walk() throws IOException {
        sections.load();
        LiveWalk walk = new LiveWalk(store, sections, superblock, this);
        walk.walk();
        return walk;
    }

    private List<String> findings(LiveWalk walk) {
        List<String> findings = new ArrayList<>(sections.findings());
        findings.addAll(walk.findings());
        return findings;
    }

    /** The length of the file; that of a container being changed is not final yet. */
    private long length(long fileBytes, boolean writable) {
        long end = superblock.baseAddress() + store.space().endOfAllocation();
        return writable ? end : Math.max(fileBytes, end);
    }

    // ---- uses --------------------------------------------------------------------------------------------------

    /** Walks the file and adds up the bytes by their use; parameters as of {@link #report(LiveWalk, long, boolean)}. */
    public SpaceBreakdown breakdown(long fileBytes, boolean writable) throws IOException {
        LiveWalk walk = walk();
        walk.unheldObjects().forEachRun((address, size) -> part(address, size, SpaceUse.HEAP_LIVE, SpaceUse.HEAP_DEAD));
        List<String> findings = findings(walk);
        used.overlaps()
                .forEach(overlap ->
                        findings.add(OverlapOwners.finding(overlap.address(), overlap.size(), "one is counted")));
        long base = superblock.baseAddress();
        add(SpaceUse.USER_BLOCK, base, base > 0 ? 1 : 0);
        long length = length(fileBytes, writable);
        addUnused(length - base);
        List<SpaceBreakdown.Amount> amounts = Arrays.stream(SpaceUse.values())
                .map(use -> new SpaceBreakdown.Amount(use, bytes[use.ordinal()], counts[use.ordinal()]))
                .toList();
        return new SpaceBreakdown(
                length,
                base + store.space().endOfAllocation(),
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
        items.accept(run);
    }

    private void add(SpaceUse use, long size, long count) {
        bytes[use.ordinal()] += size;
        counts[use.ordinal()] += count;
    }

    /** Adds a block. A free section that overlaps it is quarantined. */
    @Override
    public void block(long address, long size, Object label) {
        sections.inUse(address, size, label);
        if (items == null) {
            used.add(address, size);
            return;
        }
        SpaceUse use = useOf(label);
        used.add(address, size, (from, added) -> {
            add(use, added, 1);
            items.accept(new SpaceItem.Block(from, added, use, holder));
        });
    }

    private static SpaceUse useOf(Object label) {
        if (label instanceof LiveLabel known) {
            return known.use();
        } else if (SectionPersistence.isOwn(label)) {
            return SpaceUse.MANAGERS;
        }
        return LiveWalk.isSuperblock(label) ? SpaceUse.SUPERBLOCK : SpaceUse.SHARED_MESSAGES;
    }

    @Override
    public boolean wantsDetails() {
        return items != null;
    }

    @Override
    public void object(int number, int parent, PathNode path, long address, ObjectHeader header) {
        objects++;
        holder = number;
        ObjectKind kind = header == null ? ObjectKind.UNKNOWN : header.kind();
        long links = header == null ? 0 : header.linkCount();
        items.accept(new SpaceObject(number, parent, Optional.ofNullable(path.name()), kind, address, links));
    }

    @Override
    public void again(int number) {
        holder = number;
    }

    @Override
    public void noObject() {
        holder = SpaceItem.NOBODY;
    }

    @Override
    public void link(int to) {
        items.accept(new SpaceItem.Link(holder, to));
    }

    @Override
    public void elements(long size) {
        items.accept(new SpaceItem.Elements(holder, size));
    }

    /** If structures overlap, a part may have more bytes than its class has left. */
    @Override
    public void part(long address, long size, SpaceUse was, SpaceUse use) {
        long moved = Math.min(size, bytes[was.ordinal()]);
        if (moved > 0) {
            add(was, -moved, 0);
            add(use, moved, 1);
            items.accept(new SpaceItem.Part(address, moved, was, use));
        }
    }

    @Override
    public void heapObject(long collection, long size) {
        items.accept(new SpaceItem.HeapObject(collection, size, holder));
    }
}
