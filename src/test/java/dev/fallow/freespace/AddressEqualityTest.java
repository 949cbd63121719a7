package dev.fallow.freespace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceOptions;
import dev.fallow.freespace.file.FileSpaceOptions.Strategy;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceException;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.ReferenceSection;
import dev.fallow.testing.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the file-space layer with libhdf5: for the same sequence of requests it returns the same addresses, for
 * metadata and for raw data, and has the same end of allocation, free bytes and free sections.
 *
 * <p>The requests are those of datasets without names (see {@link AnonymousDatasets}): the object header, then the
 * elements; some headers grow, in place if libhdf5 can extend them, otherwise by a continuation chunk; on deletion the
 * elements are released, then the continuation, then the header. Nothing else is allocated after the creation of the
 * file. The number of runs and their length can be set: {@code -Dfallow.equality.seeds=N -Dfallow.equality.steps=N}.
 */
@NeedsReference
class AddressEqualityTest {
    private static final int SEEDS = Integer.getInteger("fallow.equality.seeds", 10);
    private static final int STEPS = Integer.getInteger("fallow.equality.steps", 300);

    /** The size in bytes of an attribute that does not fit into the header. */
    private static final long ATTRIBUTE = 250;

    /** The same settings for libhdf5 and for the file-space layer. */
    private record Setup(ReferenceOptions reference, FileSpaceOptions ours, long userBlock) {
        static Setup of(Strategy strategy) {
            return new Setup(
                    ReferenceOptions.defaults().strategy(dev.fallow.oracle.FileSpaceStrategy.valueOf(strategy.name())),
                    FileSpaceOptions.defaults().withStrategy(strategy),
                    0);
        }

        Setup persistent() {
            return new Setup(reference.persist(true), ours, userBlock);
        }

        Setup threshold(long bytes) {
            return new Setup(reference.threshold(bytes), ours.withThreshold(bytes), userBlock);
        }

        Setup pages(long bytes) {
            return new Setup(reference.pageSize(bytes), ours.withPages(bytes, 0), userBlock);
        }

        Setup alignment(long multiple, long from) {
            return new Setup(reference.alignment(from, multiple), ours.withAlignment(multiple, from), userBlock);
        }

        Setup blocks(long metadata, long smallData) {
            return new Setup(
                    reference.blocks(metadata, smallData), ours.withAggregators(metadata, smallData), userBlock);
        }

        /**
         * Adds a user block. Addresses are relative to its end; its size must be a multiple of the alignment, or
         * libhdf5 refuses to create the file.
         */
        Setup userBlock(long bytes) {
            return new Setup(reference, ours, bytes);
        }

        @Override
        public String toString() {
            return reference.userBlock(userBlock).toString();
        }
    }

    static Stream<Setup> setups() {
        Setup aggregating = Setup.of(Strategy.FSM_AGGR);
        Setup paged = Setup.of(Strategy.PAGE);
        Setup untracked = Setup.of(Strategy.AGGR);
        Setup plain = Setup.of(Strategy.NONE);
        long apart = 1 << 20; // all metadata in one block, separate from raw data
        return Stream.of(
                aggregating,
                aggregating.persistent(),
                aggregating.blocks(apart, 2048),
                aggregating.blocks(apart, 512),
                aggregating.blocks(512, 8192),
                aggregating.threshold(100),
                aggregating.blocks(apart, 4096).threshold(600),
                aggregating.alignment(64, 1),
                aggregating.alignment(512, 100).blocks(apart, 2048),
                aggregating.alignment(4096, 1000).blocks(2048, 8192),
                aggregating.alignment(24, 300).threshold(50),
                aggregating.userBlock(512),
                aggregating.userBlock(1024).alignment(256, 100),
                paged,
                paged.persistent(),
                paged.pages(512),
                paged.pages(1000),
                paged.pages(8192),
                paged.pages(65536),
                paged.threshold(100),
                paged.threshold(5000),
                paged.alignment(64, 1),
                paged.pages(2048).userBlock(4096),
                untracked,
                untracked.blocks(apart, 512),
                untracked.alignment(512, 100),
                plain,
                plain.alignment(512, 100));
    }

    @TempDir
    Path folder;

    @Test
    void noFileHasAnAlignmentThatDoesNotDivideItsUserBlock() {
        ReferenceOptions options = ReferenceOptions.defaults();
        assertThrows(
                ReferenceException.class,
                () -> new AnonymousDatasets(folder.resolve("a.h5"), options.alignment(1, 4096), 512));
        assertThrows(
                ReferenceException.class,
                () -> new AnonymousDatasets(
                        folder.resolve("b.h5"), options.strategy(dev.fallow.oracle.FileSpaceStrategy.PAGE), 512));
    }

    @ParameterizedTest
    @MethodSource("setups")
    void everyAddressIsTheSame(Setup setup) {
        for (long seed : Seeds.range(1, SEEDS)) {
            try (AnonymousDatasets theirs =
                    new AnonymousDatasets(folder.resolve("seed" + seed + ".h5"), setup.reference, setup.userBlock)) {
                new Run(setup, seed, theirs).go();
            }
        }
    }

    /** A dataset: the addresses and sizes of its blocks, including the continuation chunk of its header, if any. */
    private static final class Live {
        final AnonymousDatasets.Made made;
        final long dataSize;
        long headerSize;
        long continuation;
        long continuationSize;

        Live(AnonymousDatasets.Made made, long dataSize, long headerSize) {
            this.made = made;
            this.dataSize = dataSize;
            this.headerSize = headerSize;
        }

        boolean hasAttribute(long newHeaderSize) {
            return headerSize > newHeaderSize || continuationSize > 0;
        }
    }

    /** A run with one file, including its creation. */
    private static final class Run {
        private final Setup setup;
        private final long seed;
        private final SplittableRandom random;
        private final AnonymousDatasets theirs;
        private final FileSpace ours;
        private final List<Live> datasets = new ArrayList<>();
        private long headerSize;
        private long growth; // the extension that libhdf5 tries for the attribute; 0 if not yet known
        private int step = -1;

        Run(Setup setup, long seed, AnonymousDatasets theirs) {
            this.setup = setup;
            this.seed = seed;
            this.theirs = theirs;
            random = new SplittableRandom(seed);
            ours = new FileSpace(setup.ours, 0);
        }

        void go() {
            makeFile();
            compare(true);
            for (step = 0; step < STEPS; step++) {
                // the file alternately grows and shrinks, to cover extension and truncation
                int deleting = step / 100 % 2 == 0 ? 35 : 60;
                int dice = random.nextInt(100);
                if (!datasets.isEmpty() && dice < deleting) {
                    delete(random.nextInt(datasets.size()));
                } else if (!datasets.isEmpty() && dice < deleting + 10) {
                    growHeader(datasets.get(random.nextInt(datasets.size())));
                } else {
                    create(anySize());
                }
                compare(step % 10 == 0);
            }
            while (!datasets.isEmpty()) {
                delete(random.nextInt(datasets.size()));
                compare(datasets.size() % 10 == 0);
                step++;
            }
        }

        /** Allocates what libhdf5 allocates when it creates a file: the superblock, its extension, the root group. */
        private void makeFile() {
            long[] superblock = theirs.superblockSizes();
            assertEquals(0, ours.allocate(AllocationType.SUPERBLOCK, superblock[0]), this::where);
            if (superblock[1] > 0) {
                ours.allocate(AllocationType.OBJECT_HEADER, superblock[1]);
            }
            long root = ours.allocate(AllocationType.OBJECT_HEADER, theirs.rootHeaderSize());
            assertEquals(theirs.rootHeader(), root, () -> where() + ": the root group's header");
        }

        private void create(long size) {
            AnonymousDatasets.Made made = theirs.create(size);
            if (headerSize == 0) {
                headerSize = theirs.headerSize(made);
            }
            long header = ours.allocate(AllocationType.OBJECT_HEADER, headerSize);
            long data = ours.allocate(AllocationType.RAW_DATA, size);
            assertEquals(made.header(), header, () -> where() + ": header of " + headerSize + " bytes");
            assertEquals(made.data(), data, () -> where() + ": data of " + size + " bytes");
            datasets.add(new Live(made, size, headerSize));
        }

        /** As in libhdf5, tries to extend the header's only chunk in place, and otherwise allocates a second one. */
        private void growHeader(Live dataset) {
            if (dataset.hasAttribute(headerSize)) {
                return;
            }
            theirs.addAttribute(dataset.made, ATTRIBUTE);
            long grown = theirs.headerSize(dataset.made) - headerSize;
            if (theirs.headerChunks(dataset.made) == 1) {
                growth = grown;
                assertTrue(
                        tryExtend(dataset),
                        () -> where() + ": the header at " + dataset.made.header() + " is to be " + grown
                                + " bytes longer, as libhdf5 did");
                dataset.headerSize += grown;
            } else {
                if (growth > 0) {
                    assertFalse(
                            tryExtend(dataset),
                            () -> where() + ": the header at " + dataset.made.header() + " is not to be " + growth
                                    + " bytes longer: libhdf5 refused");
                }
                dataset.continuation = ours.allocate(AllocationType.OBJECT_HEADER, grown);
                dataset.continuationSize = grown;
            }
        }

        private boolean tryExtend(Live dataset) {
            return ours.tryExtend(AllocationType.OBJECT_HEADER, dataset.made.header(), headerSize, growth);
        }

        private void delete(int index) {
            Live dataset = datasets.remove(index);
            theirs.delete(dataset.made);
            ours.release(AllocationType.RAW_DATA, dataset.made.data(), dataset.dataSize);
            if (dataset.continuationSize > 0) {
                ours.release(AllocationType.OBJECT_HEADER, dataset.continuation, dataset.continuationSize);
            }
            ours.release(AllocationType.OBJECT_HEADER, dataset.made.header(), dataset.headerSize);
        }

        /**
         * Compares the state of both. H5Fget_freespace counts the remaining bytes of the aggregators in addition to the
         * sections.
         */
        private void compare(boolean sections) {
            assertEquals(theirs.endOfAllocation(), ours.endOfAllocation(), () -> where() + ": end of allocation");
            assertEquals(theirs.freeBytes(), ours.freeBytes() + ours.aggregatorBytes(), () -> where() + ": free bytes");
            if (sections) {
                assertEquals(theirs.sections(), ourSections(), () -> where() + ": sections");
            }
        }

        private List<ReferenceSection> ourSections() {
            List<ReferenceSection> all = new ArrayList<>();
            for (int slot : ours.slots()) {
                ours.sections(slot).forEach((address, size) -> all.add(new ReferenceSection(address, size)));
            }
            all.sort(Comparator.comparingLong(ReferenceSection::address));
            return all;
        }

        /** Returns a random size: small, one of some frequent sizes, near the sizes of blocks and pages, or large. */
        private long anySize() {
            long page = setup.ours.pageSize();
            return switch (random.nextInt(6)) {
                case 0 -> 1 + random.nextInt(64);
                case 1 -> 8 * (1 + random.nextInt(40));
                case 2 -> 300;
                case 3 -> 1 + random.nextInt(3000);
                case 4 -> Math.max(1, (1 + random.nextInt(3)) * page - 2 + random.nextInt(4));
                default -> 1 + random.nextInt(20_000);
            };
        }

        private String where() {
            return Seeds.name(seed) + ", step " + step + ", " + setup;
        }
    }
}
