package dev.fallow.research.tournament;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.Section;
import dev.fallow.research.policy.reallocation.MovableBlocks;
import dev.fallow.research.policy.reallocation.MoveLog;
import dev.fallow.research.policy.reallocation.ProvenBounds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The policies that move blocks, beside a naive model, which follows every move; and what is proven of them, after every request. */
class MovingPolicyTest {
    private static final TraceSource.Amounts FEW = new TraceSource.Amounts(60, 150, 320, 300, 160, 300);

    private static List<MovingPolicy> policies() {
        return Stream.of(
                        Stream.of(MovingPolicy.BEST_FIT),
                        MovingPolicy.all().stream(),
                        Stream.of(
                                MovingPolicy.promised(1.01), MovingPolicy.promised(3), MovingPolicy.costOblivious(0.5)))
                .flatMap(policies -> policies)
                .toList();
    }

    /** Where the blocks of a space are, found by following what it reports. */
    private static final class Model {
        private final MoveLog log = new MoveLog();
        private final Map<Integer, Section> places = new LinkedHashMap<>();
        private final MovableBlocks space;
        private final Requests requests;
        private long inUse;
        private long allocated;
        private long released;
        private long moved;
        private long moves;

        Model(MovingPolicy policy, Requests requests) {
            this.requests = requests;
            space = policy.create(requests.blocks(), log);
        }

        void run() {
            for (int i = 0; i < requests.count(); i++) {
                log.clear();
                int block = requests.block(i);
                long size = requests.size(i);
                if (size > 0) {
                    space.allocate(block, size);
                    allocated += size;
                    inUse += size;
                    follow(block);
                    places.put(block, new Section(space.address(block), size));
                } else {
                    Section last = places.remove(block);
                    released += last.size();
                    inUse -= last.size();
                    space.release(block);
                    follow(block);
                }
                check(i);
            }
        }

        private void follow(int requested) {
            log.forEach((block, from, to, size) -> {
                if (block != requested) {
                    assertEquals(new Section(from, size), places.put(block, new Section(to, size)), "block " + block);
                }
                assertTrue(from != to, "a move to where it was");
                moved += size;
                moves++;
            });
        }

        private void check(int request) {
            String what = "after request " + request;
            List<Section> byAddress = new ArrayList<>(places.values());
            byAddress.sort((a, b) -> Long.compare(a.address(), b.address()));
            long end = 0;
            for (Section place : byAddress) {
                assertTrue(place.address() >= end, () -> what + ": " + place + " overlaps what is before it");
                end = place.end();
            }
            places.forEach((block, place) -> {
                assertEquals(place.address(), space.address(block), what);
                assertEquals(place.size(), space.size(block), what);
            });
            assertEquals(end, space.end(), what);
            assertEquals(inUse, space.bytesInUse(), what);
            ProvenBounds bounds = space.bounds();
            assertTrue(end <= bounds.footprint() * inUse || inUse == 0, what + ": " + end + " for " + inUse);
            assertTrue(moved <= bounds.movedBytes(allocated, released), what + ": moved " + moved);
            assertTrue(moves <= bounds.blocksPerRequest() * (request + 1), what + ": moves " + moves);
        }
    }

    private static void check(Requests requests) {
        for (MovingPolicy policy : policies()) {
            Model model = new Model(policy, requests);
            model.run();
            assertEquals(policy == MovingPolicy.BEST_FIT, model.space.bounds().footprint() == Double.POSITIVE_INFINITY);
        }
    }

    @ParameterizedTest
    @EnumSource
    void hardSequences(RequestSequence sequence) {
        for (int amount : new int[] {150, 250}) {
            check(sequence.requests(amount, 3));
        }
        assertEquals(sequence, RequestSequence.named(sequence.label()));
    }

    @ParameterizedTest
    @EnumSource
    void traces(TraceSource source) throws IOException {
        check(Requests.of(source.record(FEW, 1)));
    }

    @Test
    void randomSequences() {
        for (int seed = 0; seed < 40; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            RequestSequence.Lines lines = new RequestSequence.Lines();
            int most = 1 << random.nextInt(1, 14);
            int kept = 1 + random.nextInt(60);
            for (int i = 0; i < 250; i++) {
                if (lines.count() > 0 && random.nextInt(2 * kept) < lines.count()) {
                    lines.release(random.nextInt(lines.count()));
                } else {
                    lines.allocate(1 + (long) (most * Math.pow(random.nextDouble(), 1 + seed % 5)));
                }
            }
            while (seed % 2 == 0 && lines.count() > 0) {
                lines.release(random.nextInt(lines.count()));
            }
            check(lines.requests());
        }
    }

    /** Every one of them moves something, or the inequalities would say nothing. */
    @Test
    void movesAreMade() {
        for (MovingPolicy policy : MovingPolicy.all()) {
            Model model = new Model(policy, RequestSequence.CHURN.requests(400, 1));
            model.run();
            assertTrue(model.moved > model.allocated / 10, policy + ": " + model.moved);
        }
    }

    /** As contestants they are checked by the survey, which follows the moves, too. */
    @Test
    void asContestants() {
        Requests requests = RequestSequence.CHURN.requests(400, 1);
        for (MovingPolicy policy : MovingPolicy.all()) {
            Model model = new Model(policy, requests);
            model.run();
            Figures figures = policy.contestant().figures(requests, 0);
            assertEquals(model.moved, figures.movedBytes(), policy.name());
            assertEquals(model.inUse, figures.handedOut(), policy.name());
            assertEquals(model.space.end(), figures.extent(), policy.name());
        }
        Figures still = MovingPolicy.BEST_FIT.contestant().figures(requests, 0);
        Figures ordered = Contestants.named("ordered").figures(requests, 0);
        assertEquals(ordered.peakExtent(), still.peakExtent());
        assertEquals(0, still.movedBytes());
    }

    /** The first request: three blocks; the hole of the first is filled by the last. */
    @Test
    void theLastBlockFillsTheHole() {
        Requests requests = Requests.of(100, 1000, 100, -1);
        Model model = new Model(MovingPolicy.promised(1.05), requests);
        model.run();
        assertEquals(Map.of(1, new Section(100, 1000), 2, new Section(0, 100)), model.places);
        assertEquals(100, model.moved);
    }

    /** The hole is shorter than the block behind it, which is moved to the end, and from there down. */
    @Test
    void aSlideIntoAShortHole() {
        Model model = new Model(MovingPolicy.promised(1.05), Requests.of(100, 300, 250, -1));
        model.run();
        assertEquals(Map.of(1, new Section(250, 300), 2, new Section(0, 250)), model.places);
        assertEquals(300 + 250 + 300, model.moved);
    }

    /** One block at the end is not room enough for the largest; with two, the others slide, each copied once. */
    @Test
    void roomForTheLargest() {
        Model model = new Model(MovingPolicy.promised(1.05), Requests.of(100, 150, 150, 200, 250, -1));
        model.run();
        Map<Integer, Section> expected = Map.of(
                3, new Section(0, 200), 4, new Section(200, 250), 1, new Section(450, 150), 2, new Section(600, 150));
        assertEquals(expected, model.places);
        assertEquals(2 * (150 + 150) + 200 + 250, model.moved);
    }

    /**
     * The blocks of 16 bytes are in the buffer of the class of 64 and the fifth block is in the one above, which have no room for the last.
     * In the buffers are blocks of the class of 16, so everything is rebuilt from there on: payload and buffer of 32 and 16 bytes, then of
     * 192 and 96.
     */
    @Test
    void aFlush() {
        Model model = new Model(MovingPolicy.costOblivious(0.5), Requests.of(64, 128, 16, 16, 64, 64));
        model.run();
        Map<Integer, Section> expected = Map.of(
                2, new Section(0, 16),
                3, new Section(16, 16),
                0, new Section(48, 64),
                4, new Section(112, 64),
                5, new Section(176, 64),
                1, new Section(336, 128));
        assertEquals(expected, model.places);
        assertEquals(16 + 16 + 64 + 64 + 128, model.moved);
    }

    /** A buffer takes blocks of its own class and those below: that of the class of 16 has 32 bytes of room, but not for a block of 32. */
    @Test
    void aBufferBelowIsNotUsed() {
        Model model = new Model(MovingPolicy.costOblivious(0.5), Requests.of(16, 16, 16, 16, 32));
        model.run();
        assertEquals(new Section(64 + 32, 32), model.places.get(4));
        assertEquals(new Section(48, 16), model.places.get(3));
    }

    /** Two holes: the second has more free space for each byte behind it, and the first is tolerated. */
    @Test
    void theDensestSlide() {
        Model model = new Model(MovingPolicy.promised(1.1), Requests.of(10, 1000, 200, 300, 400, -1, -3));
        model.run();
        Map<Integer, Section> expected =
                Map.of(1, new Section(10, 1000), 3, new Section(1010, 300), 4, new Section(1310, 400));
        assertEquals(expected, model.places);
    }

    @Test
    void parametersAreChecked() {
        assertThrows(
                IllegalArgumentException.class, () -> MovingPolicy.promised(1).create(1, new MoveLog()));
        assertThrows(
                IllegalArgumentException.class,
                () -> MovingPolicy.costOblivious(0).create(1, new MoveLog()));
        assertThrows(
                IllegalArgumentException.class,
                () -> MovingPolicy.costOblivious(1).create(1, new MoveLog()));
        assertThrows(IllegalArgumentException.class, () -> RequestSequence.named("nothing"));
    }
}
