package dev.fallow.research.tournament;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.SectionVisitor;
import dev.fallow.freespace.trace.Trace;
import dev.fallow.freespace.trace.TraceReplay;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every policy serves every trace, allocates no byte twice, and accounts for every byte; a policy that violates this is
 * detected.
 */
class TournamentTest {
    private static final TraceSource.Amounts FEW = new TraceSource.Amounts(60, 150, 320, 300, 160, 300);

    /** The survey itself checks for overlaps and accounting errors, and throws. */
    @ParameterizedTest
    @EnumSource
    void everyPolicyServesEveryTrace(TraceSource source) throws IOException {
        Trace trace = source.record(FEW, 1);
        Requests requests = Requests.of(trace);
        assertEquals(
                new TraceReplay(trace, trace.options()).run().liveBytes(), requests.inUse(), "something is left out");
        Map<String, Figures> all = new HashMap<>();
        for (Contestant contestant : Contestants.all()) {
            Figures figures = contestant.figures(requests, contestant.volume(requests));
            String what = source + ", " + contestant + ": " + figures;
            assertAll(
                    () -> assertEquals(requests.inUse(), figures.asked(), what),
                    () -> assertTrue(figures.handedOut() >= figures.asked(), what),
                    () -> assertTrue(figures.extent() >= figures.handedOut(), what),
                    () -> assertTrue(figures.peakExtent() >= requests.mostInUse(), what),
                    () -> assertTrue(figures.peakExtent() >= figures.extent(), what),
                    () -> assertTrue(figures.piecesPerBlock() >= 1, what),
                    () -> assertTrue(figures.bitmapWrites() >= requests.count(), what),
                    () -> assertTrue(!contestant.hasVolume() || figures.volume() >= figures.peakExtent(), what),
                    () -> assertTrue(figures.mostFreePieces() > 0 || source == TraceSource.WEB_OBJECTS_KEPT, what),
                    () -> assertTrue(contestant.memory(requests, figures) > 0, what));
            all.put(contestant.name(), figures);
        }
        assertEquals(all.get("ordered"), all.get("size bins"), "both are exact best fit with lowest address");
        assertEquals(0, all.get("ordered").internalFragmentation());
        for (String narrow : new String[] {"ordered", "linked list", "bitmap 8 B"}) {
            assertTrue(all.get(narrow).peakExtent() <= all.get("fixed 16 KB").peakExtent(), narrow);
        }
    }

    @Test
    void aTraceIsTheSameEachTime() throws IOException {
        TraceSource.Amounts fewer = new TraceSource.Amounts(10, 20, 320, 20, 160, 20);
        for (TraceSource source : TraceSource.values()) {
            Requests first = Requests.of(source.record(fewer, 1));
            Requests second = Requests.of(source.record(fewer, 1));
            assertEquals(first.count(), second.count(), source.label());
            for (int i = 0; i < first.count(); i++) {
                assertEquals(first.size(i), second.size(i), source.label() + ", request " + i);
                assertEquals(first.block(i), second.block(i), source.label() + ", request " + i);
            }
            assertEquals(source, TraceSource.named(source.label()));
        }
        assertThrows(IllegalArgumentException.class, () -> TraceSource.named("nothing"));
        assertThrows(IllegalArgumentException.class, () -> Contestants.named("nothing"));
    }

    /** Allocates blocks consecutively; subclasses add an error to a block or to the accounting. */
    private static class OneBehindTheOther implements TournamentEntry {
        private final TreeMap<Integer, long[]> places = new TreeMap<>();
        private long end;

        long addressOf(int block) {
            return end;
        }

        long given(long size) {
            return size;
        }

        @Override
        public boolean allocate(int block, long size) {
            places.put(block, new long[] {addressOf(block), given(size)});
            end += size;
            return true;
        }

        @Override
        public void release(int block) {
            places.remove(block);
        }

        @Override
        public void forEachPiece(int block, SectionVisitor visitor) {
            visitor.visit(places.get(block)[0], places.get(block)[1]);
        }

        @Override
        public long reach() {
            return end;
        }

        @Override
        public long freeBytes() {
            return end - places.values().stream().mapToLong(place -> place[1]).sum();
        }

        @Override
        public long freePieces() {
            return 1;
        }

        @Override
        public Object policy() {
            return this;
        }
    }

    private static Figures survey(TournamentEntry entry) {
        return new Contestant("test", "", 1, Contestant.GROWS, (blocks, volume) -> entry, DiskMetadata::unknown)
                .figures(Requests.of(10, 20, 30, -2, 20), 0);
    }

    @Test
    void aPolicyThatCheatsIsFoundOut() {
        assertEquals(80, survey(new OneBehindTheOther()).extent());
        BiFunction<String, TournamentEntry, IllegalStateException> thrown =
                (what, entry) -> assertThrows(IllegalStateException.class, () -> survey(entry), what);
        IllegalStateException twice = thrown.apply("an overlap", new OneBehindTheOther() {
            @Override
            long addressOf(int block) {
                return block == 2 ? 9 : super.addressOf(block);
            }
        });
        assertTrue(twice.getMessage().contains("is in use"), twice::getMessage);
        IllegalStateException less = thrown.apply("too little", new OneBehindTheOther() {
            @Override
            long given(long size) {
                return size == 30 ? 29 : size;
            }
        });
        assertTrue(less.getMessage().contains("allocated 29"), less::getMessage);
        IllegalStateException account = thrown.apply("a wrong account", new OneBehindTheOther() {
            @Override
            public long freeBytes() {
                return super.freeBytes() + 1;
            }
        });
        assertTrue(account.getMessage().contains("free of"), account::getMessage);
        thrown.apply("a refusal", new OneBehindTheOther() {
            @Override
            public boolean allocate(int block, long size) {
                return size != 30 && super.allocate(block, size);
            }
        });
    }

    @Test
    void aVolumeThatNeverSufficesIsAnError() {
        Contestant never = new Contestant(
                "never",
                "",
                1,
                1,
                (blocks, volume) -> new OneBehindTheOther() {
                    @Override
                    public boolean allocate(int block, long size) {
                        return false;
                    }
                },
                DiskMetadata::unknown);
        assertThrows(IllegalStateException.class, () -> never.volume(Requests.of(10)));
    }
}
