package dev.fallow.benchmarks.tournament;

import dev.fallow.format.FieldSizes;
import dev.fallow.format.space.SectionList;
import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.Section;
import java.util.List;
import java.util.TreeSet;

/**
 * How often a policy writes, for one trace, what its authors keep of the free space on disk. One write is up to {@value
 * #PAGE} bytes in one page, and nothing is put off from one operation to the next unless the authors say so; what is read
 * is in memory since the start, as in all of the papers. The addresses of blocks and files are not counted: they are for a
 * directory, which all would need.
 */
abstract class DiskMetadata {
    /** In place of a number: the authors do not say that anything is kept on disk. */
    static final long UNKNOWN = -1;

    /** The page of Burns and Hineman's bitmaps, bytes. */
    static final int PAGE = 8192;

    private DiskMetadata() {}

    /** A block was handed out. */
    void allocated(List<Section> pieces) {}

    /** A block was released. */
    void released(List<Section> pieces) {}

    /** The writes of the whole trace, or {@link #UNKNOWN}. */
    abstract long writes(Entry entry);

    /**
     * Nothing that is known. HDF5's linked list lived as long as the file was open (Choi et al., section 2). Seltzer and
     * Stonebraker count no access to what describes free space, and but for fixed blocks say nothing of where it is; and
     * MatBall organises clean extents and matrices in memory when a file system is mounted (No and Park, III.A).
     */
    static DiskMetadata unknown() {
        return new DiskMetadata() {
            @Override
            long writes(Entry entry) {
                return UNKNOWN;
            }
        };
    }

    /**
     * HDF5's managers: in memory while the file is open, and written when it is closed, each as a header and a list of all
     * its sections. There is one manager here.
     */
    static DiskMetadata sectionsAtClose() {
        return new DiskMetadata() {
            @Override
            long writes(Entry entry) {
                FreeSpace space = (FreeSpace) entry.policy();
                TreeSet<Long> sizes = new TreeSet<>();
                space.forEach((address, size) -> sizes.add(size));
                long bytes = SectionList.usedSize(FieldSizes.EIGHT, sizes.size(), space.sectionCount());
                return space.sectionCount() == 0 ? 0 : 1 + (bytes + PAGE - 1) / PAGE;
            }
        };
    }

    /**
     * A bitmap on disk: each page in which a bit changes, once an operation.
     *
     * @param unit bytes that a bit stands for
     */
    static DiskMetadata bitmap(long unit) {
        return new DiskMetadata() {
            private static final int BITS = 8 * PAGE;
            private long writes;

            @Override
            void allocated(List<Section> pieces) {
                for (Section piece : pieces) {
                    writes += (piece.end() / unit - 1) / BITS - piece.address() / unit / BITS + 1;
                }
            }

            @Override
            void released(List<Section> pieces) {
                allocated(pieces);
            }

            @Override
            long writes(Entry entry) {
                return writes;
            }
        };
    }

    /**
     * A free list through the free blocks, as the first UNIX file system had it (Seltzer and Stonebraker, section 1): the head
     * changes once an operation, and each released block gets a link.
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
            long writes(Entry entry) {
                return writes;
            }
        };
    }

    /** Quick fit's headers, by method I: in front of each block, whose content is not counted. The tail pointer is checkpointed. */
    static DiskMetadata headers() {
        return new DiskMetadata() {
            @Override
            long writes(Entry entry) {
                return ((QuickFitEntry) entry).counts().headerWrites();
            }
        };
    }
}
