package dev.fallow.freespace.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.file.FileSpaceOptions.Strategy;
import dev.fallow.testing.Seeds;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Random sessions, 20 seeds of 10,000 calls, over strategies, aggregators, alignments and thresholds. */
class FileSpaceRandomTest {
    private static final int SEEDS = 20;
    private static final int STEPS = 10_000;

    private static final FileSpaceOptions PAGED = FileSpaceOptions.defaults().withStrategy(Strategy.PAGE);

    private static final List<FileSpaceOptions> PAGED_CONFIGURATIONS = List.of(
            PAGED,
            PAGED.withPages(512, 0),
            PAGED.withPages(1000, 0),
            PAGED.withPages(1024, 100),
            PAGED.withPages(4096, 4095),
            PAGED.withPages(512, 17).withThreshold(40),
            PAGED.withThreshold(5000),
            PAGED.withAlignment(64, 1));

    private static final List<FileSpaceOptions> CONFIGURATIONS = List.of(
            FileSpaceOptions.defaults(),
            FileSpaceOptions.defaults().withAggregators(0, 0),
            FileSpaceOptions.defaults().withAggregators(512, 0),
            FileSpaceOptions.defaults().withAggregators(0, 4096),
            FileSpaceOptions.defaults().withAlignment(64, 100),
            FileSpaceOptions.defaults().withAlignment(4096, 1).withAggregators(256, 256),
            FileSpaceOptions.defaults().withAlignment(24, 0).withAggregators(0, 1000),
            FileSpaceOptions.defaults().withThreshold(40),
            FileSpaceOptions.defaults().withStrategy(Strategy.AGGR),
            FileSpaceOptions.defaults().withStrategy(Strategy.NONE));

    @Test
    void everyByteIsAccountedForAfterEveryCall() {
        for (long seed : Seeds.range(1, SEEDS)) {
            FileSpaceOptions options = CONFIGURATIONS.get((int) (seed % CONFIGURATIONS.size()));
            FileSpaceModel model = new FileSpaceModel(options, seed, seed % 3 == 0 ? 500 : 6000);
            model.run(STEPS);
            finish(model, seed);
        }
    }

    @Test
    void everyByteOfAPagedFileIsAccountedForAfterEveryCall() {
        for (long seed : Seeds.range(1, SEEDS)) {
            FileSpaceOptions options = PAGED_CONFIGURATIONS.get((int) (seed % PAGED_CONFIGURATIONS.size()));
            FileSpaceModel model = new FileSpaceModel(options, seed, seed % 3 == 0 ? 500 : 20_000);
            model.run(STEPS / 2);
            finish(model, seed);
        }
    }

    /** Closes the space: releases the aggregators, lowers the end, makes more calls, then releases everything. */
    private static void finish(FileSpaceModel model, long seed) {
        FileSpace space = model.space();
        space.releaseAggregators();
        assertEquals(0, space.aggregatorBytes());
        model.check();
        model.run(200);
        assertEquals(0, space.aggregatorBytes(), Seeds.name(seed) + ": an aggregator was used while closing");
        space.shrink();
        model.check();
        model.releaseAll();
        space.shrink();
        model.check();
        if (space.lostBytes() == 0) {
            boolean paged = space.options().strategy() == Strategy.PAGE;
            assertEquals(
                    paged ? space.options().pageSize() : 48,
                    space.endOfAllocation(),
                    Seeds.name(seed) + ": all but the superblock was released");
        }
    }

    /** I5. */
    @Test
    void theSameCallsGiveTheSameAddresses() {
        for (FileSpaceOptions options : all()) {
            FileSpaceModel first = new FileSpaceModel(options, 5, 6000);
            FileSpaceModel second = new FileSpaceModel(options, 5, 6000);
            first.run(1000);
            second.run(1000);
            assertEquals(first.fingerprint(), second.fingerprint(), options::toString);
        }
    }

    private static List<FileSpaceOptions> all() {
        return Stream.concat(CONFIGURATIONS.stream(), PAGED_CONFIGURATIONS.stream())
                .toList();
    }

    /** Without tracking, bytes are lost; with tracking and no threshold, none. */
    @Test
    void onlyUntrackedBytesAreLost() {
        for (FileSpaceOptions options : all()) {
            FileSpaceModel model = new FileSpaceModel(options, 1, 3000);
            model.run(2000);
            boolean keepsAll =
                    options.strategy().tracks() && options.threshold() == 1 && options.pageEndThreshold() == 0;
            assertEquals(keepsAll, model.space().lostBytes() == 0, options::toString);
            int managers = !options.strategy().tracks() ? 0 : options.strategy() == Strategy.PAGE ? 3 : 2;
            assertTrue(model.space().slots().length <= managers, options::toString);
        }
    }
}
