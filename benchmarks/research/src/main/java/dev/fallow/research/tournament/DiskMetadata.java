package dev.fallow.research.tournament;

import dev.fallow.format.FieldSizes;
import dev.fallow.format.space.SectionList;
import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.Section;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;

/**
 * Counts a policy's writes of on-disk free-space metadata during one trace. One write is up to {@value #PAGE} bytes in
 * one page. Writes are not deferred to later operations, except where the authors do so. Reads are not counted, because
 * in all papers the metadata is in memory. Directories with the addresses of blocks and files are not counted either,
 * because all policies need them.
 */
abstract class DiskMetadata {
    /** The result if the authors describe no such structure. */
    static final long UNKNOWN = -1;

    /** The page size of Burns and Hineman's bitmaps, in bytes. */
    static final int PAGE = 8192;

    DiskMetadata() {}

    /** Begins a trace, before its first request. */
    void begin(TournamentEntry entry) {}

    /** Records that a block was allocated. */
    void allocated(List<Section> pieces) {}

    /** Records that a block was released. */
    void released(List<Section> pieces) {}

    /** The number of writes during the whole trace, or {@link #UNKNOWN}. */
    abstract long writes(TournamentEntry entry);

    /**
     * For policies whose authors describe no structure for free space that could be on disk. HDF5's linked list existed
     * only while the file was open (Choi et al., section 2). Seltzer and Stonebraker describe one for restricted buddy
     * ({@link RegionLists}) and for fixed blocks ({@link #chain}), none for binary buddy and extents. MatBall builds
     * clean extents and matrices in memory when a file system is mounted (No and Park, III.A).
     */
    static DiskMetadata unknown() {
        return new DiskMetadata() {
            @Override
            long writes(TournamentEntry entry) {
                return UNKNOWN;
            }
        };
    }

    /**
     * HDF5's managers are in memory while the file is open, and written on close, each as a header and a list of its
     * sections. Here there is one manager.
     */
    static DiskMetadata sectionsAtClose() {
        return new DiskMetadata() {
            @Override
            long writes(TournamentEntry entry) {
                FreeSpace space = (FreeSpace) entry.policy();
                TreeSet<Long> sizes = new TreeSet<>();
                space.forEach((address, size) -> sizes.add(size));
                long bytes = SectionList.usedSize(FieldSizes.EIGHT, sizes.size(), space.sectionCount());
                return space.sectionCount() == 0 ? 0 : 1 + (bytes + PAGE - 1) / PAGE;
            }
        };
    }

    /**
     * A bitmap on disk: each operation writes the pages in which a bit changes. Any policy could keep one.
     *
     * @param unit the number of bytes per bit
     */
    static DiskMetadata bitmap(long unit) {
        return new DiskMetadata() {
            private static final int BITS = 8 * PAGE;
            private long writes;

            @Override
            void allocated(List<Section> pieces) {
                writes += pieces.stream()
                        .flatMapToLong(piece ->
                                LongStream.rangeClosed(piece.address() / unit / BITS, (piece.end() / unit - 1) / BITS))
                        .distinct()
                        .count();
            }

            @Override
            void released(List<Section> pieces) {
                allocated(pieces);
            }

            @Override
            long writes(TournamentEntry entry) {
                return writes;
            }
        };
    }

    /**
     * A free list through the free blocks, as in the first UNIX file system (Seltzer and Stonebraker, section 1): each
     * operation writes the head, and each released block gets a link.
     */
    static DiskMetadata chain() {
        return new DiskMetadata() {
            private long writes;

            @Override
            void allocated(List<Section> pieces) {
                writes++;
            }

            @Override
            void released(List<Section> pieces) {
                writes += 1 + pieces.size();
            }

            @Override
            long writes(TournamentEntry entry) {
                return writes;
            }
        };
    }

    /**
     * Quick fit's headers under method I, one before each block; the content of blocks is not counted. The tail pointer
     * is checkpointed.
     */
    static DiskMetadata headers() {
        return new DiskMetadata() {
            @Override
            long writes(TournamentEntry entry) {
                return ((QuickFitEntry) entry).counts().headerWrites();
            }
        };
    }
}
