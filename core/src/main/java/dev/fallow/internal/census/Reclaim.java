package dev.fallow.internal.census;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceOptions.Strategy;
import dev.fallow.internal.globalheap.UnheldObjects;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.space.SectionPersistence;
import dev.fallow.report.FreeSection;
import dev.fallow.report.FreeSection.Type;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Reclaims the bytes of a file that are neither live nor tracked: those lost by sessions without persistence, those
 * that libhdf5 loses on closing a file whose metadata it did not change, those leaked by deletions with another
 * library. They are the complement of a walk over everything live, so the walk must be complete: if it met a structure
 * that is not understood, nothing is reclaimed.
 *
 * <p>The former use of a run is unknown. In an unpaged file, where metadata and raw data may be anywhere, the longest
 * runs are assigned to raw data, until its share of the free bytes equals its share of the live bytes; the others are
 * assigned to metadata, whose blocks are shorter. In a paged file a run is split at page boundaries: a partial page is
 * assigned to the kind of that page, because libhdf5's page buffer must never find both kinds in one page; whole pages,
 * and the tail after a large block, are assigned to the large manager.
 */
public final class Reclaim {
    private static final int LARGE_SLOT = FileSpace.SLOTS / 2 + 1;

    private final ObjectStore store;
    private final SectionPersistence sections;
    private final AnySuperblock superblock;
    private final FileSpace space;
    /** The size of a page; 0 in an unpaged file. */
    private final long page;

    private final UsedBytes all = new UsedBytes();
    /** By kind; only in a paged file, where a page has one kind. */
    private final Map<Type, UsedBytes> kinds = new EnumMap<>(Type.class);

    /** In address order; the type is that of the manager. */
    private final List<FreeSection> runs = new ArrayList<>();

    private UnheldObjects heapObjects;
    private long liveBytes;
    private long rawBytes;
    private long freeBytes;
    private long freeRawBytes;

    /** Nothing is found before a walk has {@linkplain #add added} all blocks. */
    public Reclaim(ObjectStore store, SectionPersistence sections, AnySuperblock superblock) {
        this.store = store;
        this.sections = sections;
        this.superblock = superblock;
        space = sections.space();
        page = space.options().strategy() == Strategy.PAGE ? space.options().pageSize() : 0;
    }

    /**
     * Finds the runs, without changing anything. The container must have no uncommitted changes, so that the last
     * commit does not use the runs either.
     *
     * @throws UnsupportedFeatureException if the file has a structure that is not understood, or a strategy that tracks
     * no free space
     */
    public static Reclaim plan(ObjectStore store, SectionPersistence sections, AnySuperblock superblock)
            throws IOException {
        Reclaim reclaim = new Reclaim(store, sections, superblock);
        sections.load();
        LiveWalk walk = new LiveWalk(store, sections, superblock, (address, size, label) -> {
            reclaim.add(address, size, label);
            sections.inUse(address, size, label);
        });
        walk.walk();
        return reclaim.find(walk);
    }

    /**
     * The reclaimed runs in address order. The type is that of the manager, or {@link Type#GLOBAL_HEAP} for runs
     * inside a collection.
     */
    public List<FreeSection> found() throws IOException {
        List<FreeSection> found = new ArrayList<>(runs);
        heapObjects.forEachRun((address, size) -> found.add(new FreeSection(Type.GLOBAL_HEAP, address, size)));
        found.sort(Comparator.comparingLong(FreeSection::address));
        return List.copyOf(found);
    }

    /** Unreferenced global heap objects, to be deleted after {@link #carryOut}. */
    public UnheldObjects heapObjects() {
        return heapObjects;
    }

    /** Adds the runs to the managers. If the end of the file is then free, the file is shortened. */
    public void carryOut() {
        for (FreeSection run : runs) {
            if (run.type() == Type.LARGE && run.size() < space.options().pageSize()) {
                space.load(LARGE_SLOT, run.address(), run.size());
            } else {
                space.reclaim(
                        run.type() == Type.RAW_DATA ? AllocationType.RAW_DATA : AllocationType.LOCAL_HEAP,
                        run.address(),
                        run.size());
            }
        }
    }

    // ---- finding -----------------------------------------------------------------------------------------------

    /** Whether the strategy tracks what would be found. */
    public boolean isOfUse() {
        return space.options().strategy().tracks();
    }

    /** Adds a block that the walk has found. */
    public void add(long address, long size, Object label) {
        boolean raw = LiveLabel.isRawData(label);
        all.add(address, size, (from, added) -> {
            liveBytes += added;
            rawBytes += raw ? added : 0;
        });
        boolean large = page > 0 && (size >= page || size > 0 && address / page != (address + size - 1) / page);
        addKind(large ? Type.LARGE : raw ? Type.RAW_DATA : Type.METADATA, address, size);
    }

    private void addFree(FreeSection section) {
        all.add(section.address(), section.size());
        freeBytes += section.size();
        freeRawBytes += section.type() == Type.RAW_DATA ? section.size() : 0;
        addKind(section.type(), section.address(), section.size());
    }

    private void addKind(Type kind, long address, long size) {
        if (page > 0) {
            kinds.computeIfAbsent(kind, each -> new UsedBytes()).add(address, size);
        }
    }

    /**
     * Finds what is neither live nor tracked.
     *
     * @param walk that has added all blocks; the sections had been loaded before
     * @throws UnsupportedFeatureException if the file has a structure that is not understood, or a strategy that tracks
     *     no free space
     */
    public Reclaim find(LiveWalk walk) throws IOException {
        if (!isOfUse()) {
            throw new UnsupportedFeatureException("%s: untracked space cannot be reclaimed: strategy %s tracks none"
                    .formatted(store.fileName(), sections.space().options().strategy()));
        }
        List<String> hindrances = walk.hindrances();
        List<FreeSection> free = sections.sections();
        free.forEach(this::addFree);
        hindrances.addAll(OverlapOwners.of(all, store, sections, superblock).findings(free));
        if (!hindrances.isEmpty()) {
            throw new UnsupportedFeatureException(
                    "%s: untracked space cannot be reclaimed, because some live structures are not understood: %s"
                            .formatted(store.fileName(), LiveWalk.summary(hindrances)));
        }
        all.forEachGap(store.space().endOfAllocation(), this::addRun);
        if (page == 0) {
            share();
        }
        heapObjects = walk.unheldObjects();
        return this;
    }

    private void addRun(long address, long size) {
        if (page == 0) {
            runs.add(new FreeSection(Type.METADATA, address, size));
            return;
        }
        long end = address + size;
        long at = address;
        if (at % page != 0) {
            long stop = Math.min(end, at - at % page + page);
            Type before = kindAt(address - 1);
            runs.add(new FreeSection(before == null ? Type.METADATA : before, at, stop - at));
            at = stop;
        }
        long whole = end - end % page;
        if (whole > at) {
            runs.add(new FreeSection(Type.LARGE, at, whole - at));
            at = whole;
        }
        Type next = kindAt(end);
        if (end > at && next != null) {
            runs.add(new FreeSection(next, at, end - at)); // the next block determines the kind of its page
        }
    }

    /** The kind of a byte; null if it is not taken. */
    private Type kindAt(long address) {
        for (Map.Entry<Type, UsedBytes> kind : kinds.entrySet()) {
            if (kind.getValue().uses(address)) {
                return kind.getKey();
            }
        }
        return null;
    }

    /** Reassigns runs of an unpaged file from metadata to raw data. */
    private void share() {
        long sum = freeBytes + runs.stream().mapToLong(FreeSection::size).sum();
        double wanted = liveBytes == 0 ? 0 : (double) sum * rawBytes / liveBytes - freeRawBytes;
        Integer[] longestFirst = new Integer[runs.size()];
        Arrays.setAll(longestFirst, i -> i);
        Arrays.sort(longestFirst, Comparator.comparingLong(i -> -runs.get(i).size()));
        long given = 0;
        for (int i : longestFirst) {
            FreeSection run = runs.get(i);
            if (given + run.size() / 2.0 <= wanted) {
                runs.set(i, new FreeSection(Type.RAW_DATA, run.address(), run.size()));
                given += run.size();
            }
        }
    }
}
