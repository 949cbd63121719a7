package dev.fallow.research.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.Section;
import dev.fallow.research.policy.buddy.BinaryBuddy;
import dev.fallow.research.policy.buddy.BlockSizes;
import dev.fallow.research.policy.buddy.RestrictedBuddy;
import dev.fallow.research.policy.extent.ExtentAllocation;
import dev.fallow.research.policy.extent.Fit;
import dev.fallow.research.policy.fixed.FixedBlocks;
import dev.fallow.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the guarantees of all policies with a naive model: no overlap, every byte accounted for, the whole disk free
 * at the end.
 */
class PolicyConformanceTest {
    private static final long UNIT = 1024;
    /** Neither a power of two nor a multiple of the large blocks: 4 MiB, 300 KiB and half a unit. */
    private static final long CAPACITY = 4096 * UNIT + 300 * UNIT + UNIT / 2;

    private static final int SEEDS = 4;
    private static final int STEPS = 1_500;

    private static final Map<String, Supplier<AllocationPolicy>> POLICIES = new TreeMap<>();

    static {
        POLICIES.put("binary buddy", () -> new BinaryBuddy(CAPACITY, UNIT));
        for (Fit fit : Fit.values()) {
            POLICIES.put(fit + " fit", () -> new ExtentAllocation(CAPACITY, UNIT, fit));
        }
        POLICIES.put("fixed 1K", () -> new FixedBlocks(CAPACITY, UNIT));
        POLICIES.put("fixed 16K", () -> new FixedBlocks(CAPACITY, 16 * UNIT));
        POLICIES.put("fixed 2K, list out of order", () -> new FixedBlocks(CAPACITY, 2 * UNIT, new Random(3)));
        for (int grow = 1; grow <= 2; grow++) {
            for (long region : new long[] {0, 512 * UNIT, 1024 * UNIT}) {
                int factor = grow;
                POLICIES.put(
                        "restricted buddy, grow factor " + grow + ", regions of " + region,
                        () -> new RestrictedBuddy(
                                CAPACITY, BlockSizes.of(UNIT, 8 * UNIT, 64 * UNIT, 512 * UNIT), factor, region));
                POLICIES.put(
                        "restricted buddy, sizes that are no powers of two, " + grow + ", " + region,
                        () -> new RestrictedBuddy(
                                CAPACITY, BlockSizes.of(UNIT, 6 * UNIT, 30 * UNIT), factor, region / 512 * 510));
            }
        }
    }

    static Stream<String> policies() {
        return POLICIES.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void randomSessions(String name) {
        for (long seed : Seeds.range(0, SEEDS)) {
            new Session(name, seed).run();
        }
    }

    @ParameterizedTest
    @MethodSource("policies")
    void theSameCallsGiveTheSameAddresses(String name) {
        assertEquals(new Session(name, 77).run(), new Session(name, 77).run());
    }

    @ParameterizedTest
    @MethodSource("policies")
    void theWholeDiskIsHandedOutAndComesBack(String name) {
        AllocationPolicy policy = POLICIES.get(name).get();
        List<Section> before = pieces(policy);
        long bytes = policy.freeBytes();
        assertEquals(CAPACITY / policy.unit() * policy.unit(), bytes);
        PolicyModel model = new PolicyModel(policy);
        List<AllocatedFile> files = new ArrayList<>();
        while (policy.freeBytes() > 0) { // one extent per file, of the smallest size
            AllocatedFile file = policy.create(policy.unit());
            assertTrue(file.request(1), name + ": refused with " + policy.freeBytes() + " bytes free");
            model.taken(file, 0, name);
            files.add(file);
        }
        model.check(name);
        AllocatedFile late = policy.create(policy.unit());
        assertFalse(late.request(1));
        assertEquals(0, late.extentCount());
        for (int i = 0; i < files.size(); i++) { // in an order that merges from both sides
            files.get((int) (i * 7919L % files.size())).delete();
        }
        assertEquals(bytes, policy.freeBytes());
        assertEquals(before, pieces(policy), name);
    }

    @ParameterizedTest
    @MethodSource("policies")
    void badNumbersAreRefusedAndChangeNothing(String name) {
        AllocationPolicy policy = POLICIES.get(name).get();
        for (long wrong : new long[] {0, -1, Long.MIN_VALUE, CAPACITY + 1, Long.MAX_VALUE}) {
            assertThrows(IllegalArgumentException.class, () -> policy.create(wrong), name + ", " + wrong);
        }
        AllocatedFile file = policy.create(policy.unit());
        assertTrue(file.grow(5 * policy.unit()));
        List<Section> before = pieces(policy);
        for (long wrong : new long[] {0, -1, Long.MIN_VALUE}) {
            assertThrows(IllegalArgumentException.class, () -> file.grow(wrong));
            assertThrows(IllegalArgumentException.class, () -> file.request(wrong));
        }
        assertThrows(IllegalArgumentException.class, () -> file.truncate(-1));
        for (long tooMuch : new long[] {CAPACITY, 1L << 62, Long.MAX_VALUE}) {
            assertFalse(file.grow(tooMuch), name + ", " + tooMuch);
        }
        for (long offset : new long[] {-1, file.allocatedBytes(), Long.MAX_VALUE}) {
            assertThrows(IndexOutOfBoundsException.class, () -> file.extentAt(offset));
        }
        assertThrows(IndexOutOfBoundsException.class, () -> file.extentAddress(file.extentCount()));
        assertThrows(IndexOutOfBoundsException.class, () -> file.extentSize(-1));
        assertEquals(before, pieces(policy));
        file.truncate(Long.MAX_VALUE);
        assertEquals(before, pieces(policy));
        file.delete();
        assertThrows(IllegalStateException.class, file::delete);
        assertThrows(IllegalStateException.class, () -> file.grow(1));
        assertThrows(IllegalStateException.class, () -> file.request(1));
        assertThrows(IllegalStateException.class, () -> file.truncate(0));
    }

    private static List<Section> pieces(AllocationPolicy policy) {
        List<Section> pieces = new ArrayList<>();
        policy.forEachFree((address, size) -> pieces.add(new Section(address, size)));
        return pieces;
    }

    /** Files are created, extended, truncated and deleted, on a disk that is repeatedly full. */
    private static final class Session {
        private final String name;
        private final long seed;
        private final AllocationPolicy policy;
        private final PolicyModel model;
        private final Random random;
        private final List<AllocatedFile> files = new ArrayList<>();
        private final List<Long> addresses = new ArrayList<>();

        Session(String name, long seed) {
            this.name = name;
            this.seed = seed;
            policy = POLICIES.get(name).get();
            model = new PolicyModel(policy);
            random = new Random(seed);
        }

        /** @return all allocated addresses */
        List<Long> run() {
            List<Section> before = pieces(policy);
            for (int step = 0; step < STEPS; step++) {
                String where = name + ", " + Seeds.name(seed) + ", step " + step;
                int choice = random.nextInt(10);
                if (files.isEmpty() || choice < 3) {
                    files.add(policy.create(1 + random.nextInt(40 * (int) UNIT)));
                }
                AllocatedFile file = files.get(random.nextInt(files.size()));
                if (choice < 7) {
                    grow(file, where);
                } else {
                    giveBack(file, choice == 9, where);
                }
                if (step % 16 == 0) {
                    model.check(where);
                }
            }
            String where = name + ", " + Seeds.name(seed) + ", at the end";
            while (!files.isEmpty()) {
                giveBack(files.get(random.nextInt(files.size())), true, where);
            }
            model.check(where);
            assertEquals(before, pieces(policy), where);
            return addresses;
        }

        private void grow(AllocatedFile file, String where) {
            int first = file.extentCount();
            long had = file.allocatedBytes();
            List<Section> before = random.nextInt(8) == 0 ? pieces(policy) : null;
            long bytes = 1 + random.nextInt(random.nextBoolean() ? 20_000 : 900_000);
            if (random.nextBoolean() ? file.grow(bytes) : file.request(bytes)) {
                assertTrue(file.extentCount() > first, where);
                model.taken(file, first, where);
                for (int i = first; i < file.extentCount(); i++) {
                    addresses.add(file.extentAddress(i));
                    assertEquals(i, file.extentAt(file.extentOffset(i)), where);
                    assertEquals(i, file.extentAt(file.extentOffset(i) + file.extentSize(i) - 1), where);
                }
            } else {
                assertEquals(first, file.extentCount(), where);
                assertEquals(had, file.allocatedBytes(), where);
                if (before != null) {
                    assertEquals(before, pieces(policy), where + ": a refused request has changed the disk");
                }
            }
        }

        private void giveBack(AllocatedFile file, boolean all, String where) {
            long[] at = new long[file.extentCount()];
            long[] sizes = new long[file.extentCount()];
            for (int i = 0; i < at.length; i++) {
                at[i] = file.extentAddress(i);
                sizes[i] = file.extentSize(i);
            }
            if (all) {
                file.delete();
                files.remove(file);
            } else {
                long length = (long) (random.nextDouble() * file.allocatedBytes());
                file.truncate(length);
                assertTrue(file.allocatedBytes() >= length, where);
                int last = file.extentCount() - 1;
                assertTrue(last < 0 || file.extentOffset(last) < length, where + ": more is kept than is needed");
            }
            model.givenBack(at, sizes, file, where);
        }
    }
}
