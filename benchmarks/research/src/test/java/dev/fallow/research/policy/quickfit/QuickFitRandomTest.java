package dev.fallow.research.policy.quickfit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Compares random sessions with a model that has plain lists and executes each step of section 2.4.1 by scanning them.
 */
class QuickFitRandomTest {
    @Test
    void theSameAddressesAsTheModel() {
        for (long seed : Seeds.range(0, 60)) {
            session(seed, 1500);
        }
    }

    private static void session(long seed, int operations) {
        SplittableRandom random = new SplittableRandom(seed);
        int grain = 1 << random.nextInt(5);
        int maxQuick = 3 + random.nextInt(10);
        long first = (maxQuick + 1L) * grain;
        QuickFitOptions options = new QuickFitOptions(
                grain,
                1 + random.nextInt(3),
                maxQuick,
                List.of(first, first * 2, first * 5),
                random.nextInt(4) * grain);
        long start = 64L * grain;
        long limit = start + (200L + random.nextInt(600)) * grain;
        CountingHeaders counting = new CountingHeaders();
        QuickFit space = new QuickFit(options, start, limit, counting);
        Model model = new Model(options, start, limit);
        TreeMap<Long, Long> live = new TreeMap<>();
        for (int step = 0; step < operations; step++) {
            String where = Seeds.name(seed) + ", step " + step;
            if (random.nextInt(100) < 55 || live.isEmpty()) {
                long request = 1 + random.nextLong(random.nextInt(10) == 0 ? 20L * first : 2L * first);
                long address = space.allocate(request);
                assertEquals(model.allocate(request), address, where + ": " + request);
                if (address != QuickFit.NO_SPACE) {
                    assertEquals(model.allocatedSize, space.allocatedSize(), where);
                    assertTrue(space.allocatedSize() >= request, where);
                    live.put(address, space.allocatedSize());
                }
            } else {
                long address = live.ceilingKey(live.firstKey() + random.nextLong(live.lastKey() - live.firstKey() + 1));
                long size = live.remove(address);
                space.deallocate(address, size);
                model.lists.get(model.list(size)).add(0, new long[] {address, size});
            }
            if (step % 50 == 0) {
                check(space, model, live, where);
            }
        }
        assertEquals(counting.writes, space.counts().headerWrites(), Seeds.name(seed));
    }

    /**
     * I1 and I2: live blocks, free blocks and the tail cover the space, each byte once; the lists are those of the
     * model.
     */
    private static void check(QuickFit space, Model model, TreeMap<Long, Long> live, String where) {
        TreeMap<Long, Long> all = new TreeMap<>(live);
        List<long[]> free = new ArrayList<>();
        space.forEachFree((address, size, tag, list) -> {
            assertEquals(model.list(size), list, where);
            assertEquals(null, all.put(address, size), where);
            free.add(new long[] {address, size});
        });
        List<long[]> expected = model.lists.stream().flatMap(List::stream).toList();
        assertEquals(expected.size(), free.size(), where);
        for (int i = 0; i < free.size(); i++) {
            assertEquals(expected.get(i)[0], free.get(i)[0], where);
            assertEquals(expected.get(i)[1], free.get(i)[1], where);
        }
        long end = space.start();
        for (var block : all.entrySet()) {
            assertEquals(end, block.getKey(), where);
            end += block.getValue();
        }
        assertEquals(end, space.tail(), where);
        assertEquals(expected.stream().mapToLong(block -> block[1]).sum(), space.freeBytes(), where);
        assertEquals(free.size(), space.freeBlocks(), where);
        assertFalse(space.isFree(space.tail()), where);
    }

    /** Counts one disk access per header. */
    private static final class CountingHeaders implements BlockHeaders {
        private long writes;

        @Override
        public void take(long address, long size, long tag, int list) {
            writes++;
        }

        @Override
        public long split(long address, long size, long tag, int list, long rest) {
            writes += 2;
            return 0;
        }

        @Override
        public void takeFromTail(long address, long size) {
            writes++;
        }

        @Override
        public long free(long address, long size, int list) {
            writes++;
            return 0;
        }

        @Override
        public long merge(long address, long size, long tag, int pieces) {
            writes++;
            return 0;
        }

        @Override
        public void cutTail(long address) {
            writes++;
        }
    }

    /** A literal implementation of section 2.4.1. */
    private static final class Model {
        private final QuickFitOptions options;
        private final List<List<long[]>> lists = new ArrayList<>();
        private final List<Long> lows = new ArrayList<>();
        private final long start;
        private final long limit;
        private long tail;
        private long allocatedSize;

        Model(QuickFitOptions options, long start, long limit) {
            this.options = options;
            this.start = start;
            this.tail = start;
            this.limit = limit;
            for (int n = options.minQuick(); n <= options.maxQuick(); n++) {
                lows.add((long) n * options.grain());
            }
            lows.addAll(options.miscLows());
            lows.forEach(low -> lists.add(new ArrayList<>()));
        }

        int list(long size) {
            int list = 0;
            while (list + 1 < lows.size() && lows.get(list + 1) <= size) {
                list++;
            }
            return list;
        }

        long allocate(long request) {
            long g = options.grain();
            long s = Math.max(options.smallestBlock(), (request + g - 1) / g * g);
            if (s > limit - start) {
                return -1;
            }
            long address = s <= lows.get(lows.size() - 1) ? small(s) : huge(s);
            if (address < 0 && coalesce()) {
                address = s <= lows.get(lows.size() - 1) ? small(s) : huge(s);
            }
            return address;
        }

        private long small(long s) {
            if (s <= (long) options.maxQuick() * options.grain()
                    && !lists.get(list(s)).isEmpty()) {
                return whole(list(s), 0);
            }
            if (limit - tail >= s) {
                return tail(s);
            }
            for (int list = 0; list < lists.size(); list++) {
                if (lows.get(list) >= s && !lists.get(list).isEmpty()) {
                    return part(list, 0, s);
                }
            }
            return -1;
        }

        private long huge(long s) {
            int last = lists.size() - 1;
            List<long[]> blocks = lists.get(last);
            int smallest = -1;
            for (int i = 0; i < blocks.size(); i++) {
                long t = blocks.get(i)[1];
                if (s <= t && t <= s + options.wastage()) {
                    return whole(last, i);
                }
                if (t > s && (smallest < 0 || t < blocks.get(smallest)[1])) {
                    smallest = i;
                }
            }
            if (smallest >= 0) {
                return part(last, smallest, s);
            }
            return limit - tail >= s ? tail(s) : -1;
        }

        private long tail(long s) {
            allocatedSize = s;
            tail += s;
            return tail - s;
        }

        private long whole(int list, int i) {
            allocatedSize = lists.get(list).get(i)[1];
            return lists.get(list).remove(i)[0];
        }

        private long part(int list, int i, long s) {
            long t = lists.get(list).get(i)[1];
            if (t - s <= options.wastage() || t - s < options.smallestBlock()) {
                return whole(list, i);
            }
            long address = whole(list, i);
            allocatedSize = s;
            lists.get(list(t - s)).add(0, new long[] {address + s, t - s});
            return address;
        }

        private boolean coalesce() {
            TreeMap<Long, Long> free = new TreeMap<>();
            lists.forEach(list -> list.forEach(block -> free.put(block[0], block[1])));
            boolean any = false;
            while (!free.isEmpty()) {
                long address = free.firstKey();
                long end = address;
                int pieces = 0;
                while (free.containsKey(end)) {
                    end += free.remove(end);
                    pieces++;
                }
                if (pieces > 1 || end == tail) {
                    any = true;
                    long from = address;
                    long to = end;
                    lists.forEach(list -> list.removeIf(block -> block[0] >= from && block[0] < to));
                    if (end == tail) {
                        tail = address;
                    } else {
                        lists.get(list(end - address)).add(0, new long[] {address, end - address});
                    }
                }
            }
            return any;
        }
    }
}
