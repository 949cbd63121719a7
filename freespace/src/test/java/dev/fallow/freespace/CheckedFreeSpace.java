package dev.fallow.freespace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * A backend that is compared with the model after every call: result, exception, and then the results of all queries
 * (I1, I3, I4). An expected exception is thrown to the caller after the comparison.
 */
public final class CheckedFreeSpace implements FreeSpace {
    private final FreeSpace backend;
    private final NaiveFreeSpace model;
    private final Placement placement;
    private final long mergeBoundary;
    private final Supplier<String> where;
    private final int stepsBetweenFullChecks;
    private long steps;
    private long probes;

    /**
     * @param mergeBoundary of backend and model
     * @param stepsBetweenFullChecks the number of calls after which all sections are compared; counters are compared
     *     after each call
     * @param where the start of every message: seed and step
     */
    public CheckedFreeSpace(
            FreeSpace backend,
            NaiveFreeSpace model,
            Placement placement,
            long mergeBoundary,
            int stepsBetweenFullChecks,
            Supplier<String> where) {
        this.backend = backend;
        this.model = model;
        this.placement = placement;
        this.mergeBoundary = mergeBoundary;
        this.stepsBetweenFullChecks = stepsBetweenFullChecks;
        this.where = where;
    }

    @Override
    public long allocate(long size) {
        return checkedAllocate(size, 1, () -> backend.allocate(size));
    }

    @Override
    public long allocate(long size, long alignment) {
        return checkedAllocate(size, alignment, () -> backend.allocate(size, alignment));
    }

    private long checkedAllocate(long size, long alignment, LongSupplier call) {
        Supplier<String> what = () -> where.get() + ": allocate(" + size + ", " + alignment + ")";
        if (placement == Placement.BEST_FIT_LOWEST_ADDRESS) {
            Outcome expected = Outcome.of(() -> model.allocate(size, alignment));
            Outcome actual = Outcome.of(call);
            expected.assertSame(actual, what);
            afterStep(what);
            return actual.valueOrThrow();
        }
        Section best = null;
        if (size > 0 && alignment > 0) {
            best = model.bestFit(size, alignment);
        }
        Outcome actual = Outcome.of(call);
        if (actual.thrown != null) {
            Outcome.of(() -> model.allocate(size, alignment)).assertSame(actual, what);
        } else if (actual.value == NO_SPACE) {
            assertNull(best, () -> what.get() + ": refused");
        } else {
            long at = actual.value;
            Section from = model.covering(at, size);
            assertNotNull(from, () -> what.get() + ": not in one free section: " + at);
            assertEquals(0, at % alignment, () -> what.get() + ": not aligned: " + at);
            if (placement == Placement.BEST_FIT) {
                assertNotNull(best, what);
                assertEquals(best.size(), from.size(), () -> what.get() + ": size of the section chosen");
                assertEquals(model.firstAligned(from, size, alignment), at, what);
            }
            assertTrue(model.take(at, size), what);
        }
        afterStep(what);
        return actual.valueOrThrow();
    }

    @Override
    public void free(long address, long size) {
        Supplier<String> what = () -> where.get() + ": free(" + address + ", " + size + ")";
        List<Section> before = List.of();
        Outcome expected = Outcome.of(() -> {
            model.free(address, size);
            return 0;
        });
        if (expected.thrown instanceof IllegalStateException) {
            before = model.sections();
        }
        Outcome actual = Outcome.of(() -> {
            backend.free(address, size);
            return 0;
        });
        expected.assertSame(actual, what);
        if (actual.thrown instanceof IllegalStateException collision) {
            assertNamesBoth(collision.getMessage(), new Section(address, size), before, what);
        }
        afterStep(what);
        actual.valueOrThrow();
    }

    /** The message must name the freed run and one of the sections that it overlaps. */
    private static void assertNamesBoth(String message, Section freed, List<Section> free, Supplier<String> what) {
        assertTrue(names(message, freed), () -> what.get() + ": what was freed is not named in: " + message);
        List<Section> colliding = new ArrayList<>(free);
        colliding.removeIf(section -> section.address() >= freed.end() || section.end() <= freed.address());
        assertTrue(
                colliding.stream().anyMatch(section -> names(message, section)),
                () -> what.get() + ": none of " + colliding + " is named in: " + message);
    }

    private static boolean names(String message, Section section) {
        return message != null && hasNumber(message, section.address()) && hasNumber(message, section.size());
    }

    private static boolean hasNumber(String message, long number) {
        return Pattern.compile("(?<!\\d)" + number + "(?!\\d)").matcher(message).find();
    }

    @Override
    public boolean take(long address, long size) {
        Supplier<String> what = () -> where.get() + ": take(" + address + ", " + size + ")";
        Outcome expected = Outcome.of(() -> asLong(() -> model.take(address, size)));
        Outcome actual = Outcome.of(() -> asLong(() -> backend.take(address, size)));
        expected.assertSame(actual, what);
        afterStep(what);
        return actual.valueOrThrow() == 1;
    }

    private static long asLong(BooleanSupplier call) {
        return call.getAsBoolean() ? 1 : 0;
    }

    @Override
    public long sizeAt(long address) {
        long size = backend.sizeAt(address);
        assertEquals(model.sizeAt(address), size, () -> where.get() + ": sizeAt(" + address + ")");
        return size;
    }

    @Override
    public long sizeEndingAt(long end) {
        long size = backend.sizeEndingAt(end);
        assertEquals(model.sizeEndingAt(end), size, () -> where.get() + ": sizeEndingAt(" + end + ")");
        return size;
    }

    @Override
    public Section overlapping(long address, long size) {
        Section found = backend.overlapping(address, size);
        assertEquals(
                model.overlapping(address, size),
                found,
                () -> where.get() + ": overlapping(" + address + ", " + size + ")");
        return found;
    }

    @Override
    public long lastAddress() {
        long address = backend.lastAddress();
        assertEquals(model.lastAddress(), address, () -> where.get() + ": lastAddress()");
        assertEquals(model.lastSize(), backend.lastSize(), () -> where.get() + ": lastSize()");
        return address;
    }

    @Override
    public long freeBytes() {
        long bytes = backend.freeBytes();
        assertEquals(model.freeBytes(), bytes, () -> where.get() + ": freeBytes()");
        return bytes;
    }

    @Override
    public long sectionCount() {
        long count = backend.sectionCount();
        assertEquals(model.sectionCount(), count, () -> where.get() + ": sectionCount()");
        return count;
    }

    @Override
    public void forEach(SectionVisitor visitor) {
        backend.forEach(visitor);
    }

    @Override
    public void clear() {
        backend.clear();
        model.clear();
        afterStep(() -> where.get() + ": clear()");
    }

    @Override
    public long probes() {
        return backend.probes();
    }

    private void afterStep(Supplier<String> what) {
        steps++;
        long probesNow = backend.probes();
        assertTrue(probesNow >= probes, () -> what.get() + ": probes went back to " + probesNow);
        probes = probesNow;
        assertEquals(model.freeBytes(), backend.freeBytes(), () -> what.get() + ": freeBytes");
        assertEquals(model.lastAddress(), backend.lastAddress(), () -> what.get() + ": lastAddress");
        assertEquals(model.lastSize(), backend.lastSize(), () -> what.get() + ": lastSize");
        if (steps % stepsBetweenFullChecks == 0) {
            compareSections(what);
        }
    }

    /** Compares section by section, and checks I1 and I3 on the backend's own answer. */
    public void compareSections(Supplier<String> what) {
        Walk walk = new Walk(what);
        backend.forEach(walk);
        Expect expect = new Expect(walk, what);
        model.forEach(expect);
        assertEquals(expect.next, walk.count, () -> what.get() + ": sections visited");
        assertEquals(expect.next, backend.sectionCount(), () -> what.get() + ": sectionCount");
        assertEquals(walk.bytes, backend.freeBytes(), () -> what.get() + ": I2: freeBytes against the recount");
    }

    /** Collects the backend's sections, and checks that they are disjoint, in order, and merged. */
    private final class Walk implements SectionVisitor {
        final Supplier<String> what;
        long[] addresses = new long[16];
        long[] sizes = new long[16];
        int count;
        long bytes;
        long previousEnd = -1;

        Walk(Supplier<String> what) {
            this.what = what;
        }

        @Override
        public void visit(long address, long size) {
            if (size <= 0 || address < previousEnd) {
                fail(what.get() + ": I1: address=" + address + ", size=" + size + " behind one to " + previousEnd);
            }
            if (address == previousEnd && (mergeBoundary == 0 || address % mergeBoundary != 0)) {
                fail(what.get() + ": I3: not merged at " + address);
            }
            if (count == sizes.length) {
                addresses = Arrays.copyOf(addresses, 2 * count);
                sizes = Arrays.copyOf(sizes, 2 * count);
            }
            addresses[count] = address;
            sizes[count++] = size;
            bytes += size;
            previousEnd = address + size;
        }
    }

    /** Visits the model's sections: each must be the next one of the backend, and be found from both of its ends. */
    private final class Expect implements SectionVisitor {
        final Walk walk;
        final Supplier<String> what;
        int next;

        Expect(Walk walk, Supplier<String> what) {
            this.walk = walk;
            this.what = what;
        }

        @Override
        public void visit(long address, long size) {
            if (next >= walk.count || walk.addresses[next] != address || walk.sizes[next] != size) {
                fail(what.get() + ": expected " + new Section(address, size) + " as number " + next + ", found "
                        + (next < walk.count ? new Section(walk.addresses[next], walk.sizes[next]) : "none"));
            }
            if (backend.sizeAt(address) != size || backend.sizeEndingAt(address + size) != size) {
                fail(what.get() + ": " + new Section(address, size) + ": sizeAt=" + backend.sizeAt(address)
                        + ", sizeEndingAt=" + backend.sizeEndingAt(address + size));
            }
            next++;
        }
    }

    /** The outcome of a call: a value, or one of the two exceptions in the contract. */
    private static final class Outcome {
        final long value;
        final RuntimeException thrown;

        private Outcome(long value, RuntimeException thrown) {
            this.value = value;
            this.thrown = thrown;
        }

        static Outcome of(LongSupplier call) {
            try {
                return new Outcome(call.getAsLong(), null);
            } catch (IllegalArgumentException | IllegalStateException expected) {
                return new Outcome(0, expected);
            }
        }

        void assertSame(Outcome actual, Supplier<String> what) {
            if (thrown == null && actual.thrown != null) {
                fail(what.get() + ": threw", actual.thrown);
            }
            if (thrown != null) {
                assertNotNull(actual.thrown, () -> what.get() + ": did not throw " + thrown);
                assertEquals(thrown.getClass(), actual.thrown.getClass(), what);
            }
            assertEquals(value, actual.value, what);
        }

        long valueOrThrow() {
            if (thrown != null) {
                throw thrown;
            }
            return value;
        }
    }
}
