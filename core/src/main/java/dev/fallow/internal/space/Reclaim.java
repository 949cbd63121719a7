package dev.fallow.internal.space;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceStrategy;
import dev.fallow.internal.extent.Extents;
import dev.fallow.internal.globalheap.UnheldObjects;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.report.FreeSection;
import dev.fallow.report.FreeSection.Type;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

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

    private final FileSpace space;
    private final List<FreeSection> runs = new ArrayList<>();
    private final UnheldObjects heapObjects;

    private Reclaim(FileSpace space, UnheldObjects heapObjects) {
        this.space = space;
        this.heapObjects = heapObjects;
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
        FileSpace space = sections.space();
        if (!space.options().strategy().tracks()) {
            throw new UnsupportedFeatureException("%s: untracked space cannot be reclaimed: strategy %s tracks none"
                    .formatted(store.fileName(), space.options().strategy()));
        }
        sections.load();
        Extents claims = new Extents();
        LiveWalk walk = new LiveWalk(store, sections, superblock, (address, size, label) -> {
            claims.add(address, size, label);
            sections.inUse(address, size, label);
        });
        List<String> hindrances = new ArrayList<>(walk.walk());
        hindrances.addAll(walk.unknownMessages());
        for (FreeSection section : sections.sections()) {
            claims.add(section.address(), section.size(), section);
        }
        Reclaim reclaim = new Reclaim(space, walk.unheldObjects());
        Holes holes = reclaim.new Holes(hindrances);
        claims.sweep(store.space().endOfAllocation(), holes);
        if (!holes.paged()) {
            reclaim.share(holes);
        }
        if (!hindrances.isEmpty()) {
            throw new UnsupportedFeatureException(
                    "%s: untracked space cannot be reclaimed, because some live structures are not understood: %s%s"
                            .formatted(
                                    store.fileName(),
                                    hindrances.get(0),
                                    hindrances.size() == 1 ? "" : " (and " + (hindrances.size() - 1) + " more)"));
        }
        return reclaim;
    }

    /** Reassigns runs of an unpaged file from metadata to raw data. */
    private void share(Holes holes) {
        long all = holes.freeBytes + runs.stream().mapToLong(FreeSection::size).sum();
        double wanted = holes.liveBytes == 0 ? 0 : (double) all * holes.rawBytes / holes.liveBytes - holes.freeRawBytes;
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

    /** Collects the unclaimed runs. */
    private final class Holes implements Extents.Sweep {
        private final List<String> hindrances;
        private final long page;
        private Type kind = Type.METADATA;
        private long liveBytes;
        private long rawBytes;
        private long freeBytes;
        private long freeRawBytes;
        /**
         * The start of a page that precedes the next block, whose kind determines that of the page; null if there is
         * none.
         */
        private FreeSection undecided;

        Holes(List<String> hindrances) {
            this.hindrances = hindrances;
            page = space.options().strategy() == FileSpaceStrategy.PAGE
                    ? space.options().pageSize()
                    : 0;
        }

        boolean paged() {
            return page > 0;
        }

        @Override
        public void claimed(long address, long size, Object label) {
            kind = kindOf(address, size, label);
            if (label instanceof FreeSection section) {
                freeBytes += size;
                freeRawBytes += section.type() == Type.RAW_DATA ? size : 0;
            } else {
                liveBytes += size;
                rawBytes += LiveLabel.isRawData(label) ? size : 0;
            }
            decide();
        }

        private Type kindOf(long address, long size, Object label) {
            if (label instanceof FreeSection section) {
                return section.type();
            } else if (paged() && (size >= page || address / page != (address + size - 1) / page)) {
                return Type.LARGE;
            }
            return LiveLabel.isRawData(label) ? Type.RAW_DATA : Type.METADATA;
        }

        private void decide() {
            if (undecided != null) {
                runs.add(new FreeSection(kind, undecided.address(), undecided.size()));
                undecided = null;
            }
        }

        @Override
        public void unclaimed(long address, long size) {
            if (!paged()) {
                runs.add(new FreeSection(Type.METADATA, address, size));
                return;
            }
            long end = address + size;
            long at = address;
            if (at % page != 0) {
                long stop = Math.min(end, at - at % page + page);
                runs.add(new FreeSection(kind, at, stop - at));
                at = stop;
            }
            long whole = end - end % page;
            if (whole > at) {
                runs.add(new FreeSection(Type.LARGE, at, whole - at));
                at = whole;
            }
            if (end > at) {
                undecided = new FreeSection(Type.METADATA, at, end - at);
            }
        }

        @Override
        public void overlap(long address, long size, Object first, Object second) {
            hindrances.add("%d bytes at address %d belong to two: %s, and %s"
                    .formatted(size, address, shown(first), shown(second)));
        }

        private static Object shown(Object label) {
            return label instanceof FreeSection ? SpaceAccount.FREE : label;
        }
    }
}
