package dev.fallow.research.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.research.policy.buddy.BinaryBuddy;
import dev.fallow.research.policy.buddy.BlockSizes;
import dev.fallow.research.policy.buddy.RestrictedBuddy;
import dev.fallow.research.policy.extent.ExtentAllocation;
import dev.fallow.research.policy.extent.Fit;
import dev.fallow.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToLongBiFunction;
import org.junit.jupiter.api.Test;

/** Compares each extent chosen by a policy, and each refusal, with the model. */
class PolicyChoicesTest {
    private static final long UNIT = 1024;
    private static final long CAPACITY = 3000 * UNIT;

    /** @param expected the address of the file's next extent according to the model; -1 if refused; -2 if any */
    private static void session(
            AllocationPolicy policy, long usualSeed, ToLongBiFunction<PolicyModel, AllocatedFile> expected) {
        long seed = Seeds.one(usualSeed);
        PolicyModel model = new PolicyModel(policy);
        Random random = new Random(seed);
        List<AllocatedFile> files = new ArrayList<>();
        int refused = 0;
        for (int step = 0; step < 4_000; step++) {
            String where = Seeds.name(seed) + ", step " + step;
            if (files.size() < 60) {
                files.add(policy.create(UNIT * 24));
            }
            AllocatedFile file = files.get(random.nextInt(files.size()));
            if (random.nextInt(100) < (policy.freeBytes() > CAPACITY / 5 ? 90 : 65)) {
                long address = expected.applyAsLong(model, file);
                int first = file.extentCount();
                boolean done = file.request(1);
                assertEquals(address != -1, done, where);
                refused += done ? 0 : 1;
                if (done) {
                    assertTrue(address == -2 || address == file.extentAddress(first), where);
                    model.taken(file, first, where);
                }
            } else {
                int kept = file.extentCount() * random.nextInt(4) / 4;
                long[] at = new long[file.extentCount()];
                long[] sizes = new long[file.extentCount()];
                for (int i = 0; i < at.length; i++) {
                    at[i] = file.extentAddress(i);
                    sizes[i] = file.extentSize(i);
                }
                file.truncate(file.extentOffset(kept));
                model.givenBack(at, sizes, file, where);
            }
        }
        assertTrue(refused > 20, "the disk has to be full at times: " + refused + " refusals");
    }

    @Test
    void firstFitTakesTheLowestRun() {
        session(new ExtentAllocation(CAPACITY, UNIT, Fit.FIRST), 1, (model, file) -> model.lowest(0, 24 * UNIT, UNIT));
    }

    @Test
    void bestFitTakesTheShortestRun() {
        session(new ExtentAllocation(CAPACITY, UNIT, Fit.BEST), 2, (model, file) -> model.shortest(24 * UNIT));
    }

    /** Merging misses no block: a request is refused only if no aligned run of the disk is long enough. */
    @Test
    void binaryBuddyRefusesOnlyWhatThereIsNoBlockFor() {
        session(new BinaryBuddy(CAPACITY, UNIT), 3, (model, file) -> {
            long size = Math.max(UNIT, file.allocatedBytes());
            return model.lowest(0, size, size) < 0 ? -1 : -2;
        });
    }

    /** The same; and the next sequential block of the file's region is taken if it is free. */
    @Test
    void restrictedBuddyTakesTheSequentialBlockWhereThatIsFree() {
        BlockSizes sizes = BlockSizes.of(UNIT, 8 * UNIT, 64 * UNIT);
        for (long region : new long[] {0, 256 * UNIT}) {
            session(new RestrictedBuddy(CAPACITY, sizes, 1, region), 4, (model, file) -> {
                long size = nextSize(file);
                if (model.lowest(0, size, size) < 0) {
                    return -1;
                }
                int last = file.extentCount() - 1;
                if (last < 0) {
                    return -2;
                }
                long end = file.extentAddress(last) + file.extentSize(last);
                long next = (end + size - 1) / size * size;
                long regionSize = region == 0 ? CAPACITY : region;
                long regionEnd = Math.min(CAPACITY, (file.extentAddress(last) / regionSize + 1) * regionSize);
                return end < regionEnd && next + size <= regionEnd && model.lowest(next, size, size) == next
                        ? next
                        : -2;
            });
        }
    }

    /** The next size with grow factor 1, computed from the extents. */
    private static long nextSize(AllocatedFile file) {
        long[] sizes = {UNIT, 8 * UNIT, 64 * UNIT};
        for (int level = 0; level < 2; level++) {
            long bytes = 0;
            for (int i = 0; i < file.extentCount(); i++) {
                bytes += file.extentSize(i) == sizes[level] ? sizes[level] : 0;
            }
            if (bytes < sizes[level + 1]) {
                return sizes[level];
            }
        }
        return sizes[2];
    }
}
