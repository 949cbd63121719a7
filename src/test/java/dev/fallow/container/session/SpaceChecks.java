package dev.fallow.container.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.ShrinkOptions;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.report.FreeSection;
import dev.fallow.report.ShrinkReport;
import dev.fallow.report.SpaceItem;
import dev.fallow.report.SpaceObject;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Assertions about the space of every consistent file. */
public final class SpaceChecks {
    /** The part of the bytes in use that may be free in a shrunk file. */
    private static final int PART_LEFT = 100;
    /** The bytes that do not matter in a small file: free ones, and those of the lists of free space. */
    private static final long LITTLE = 1024;
    /**
     * The most bytes of a free section in the lists. They are at the end of the file, whereas libhdf5 from 1.12 on stores them in
     * free space: if little can be moved, the file becomes longer by them.
     */
    private static final long LIST_ENTRY = 16;
    /** For so few free bytes a file may be left as it is, if it is not paged. */
    private static final long MOST_IGNORED = 4096;

    private static final int SMALLEST_COLLECTION = 4096;
    /** The signature GCOL. */
    private static final int COLLECTION = 0x4C4F4347;

    private SpaceChecks() {}

    /**
     * Asserts that every byte of a closed file is accounted for exactly once, and that libhdf5 reports the same number
     * of free bytes.
     *
     * @return the space report
     */
    public static SpaceReport check(Path path, String where) {
        SpaceReport report;
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            report = file.space();
        }
        assertThat(report.findings()).as(where + ": findings").isEmpty();
        assertThat(report.fileBytes()).as(where + ": length of the file").isEqualTo(size(path));
        assertThat(report.liveBytes() + report.freeBytes() + report.untrackedBytes())
                .as(where + ": live, free and untracked bytes")
                .isEqualTo(report.fileBytes());
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.space().freeBytes())
                    .as(where + ": H5Fget_freespace")
                    .isEqualTo(report.freeBytes());
        }
        return report;
    }

    /**
     * Shrinks a file as far as possible. Asserts that the report tells what is in the way if free space is left, and that
     * shrinking it again does not make it longer.
     *
     * @param paged whether the strategy of the file is paged
     * @param tracking whether it tracks free space
     * @return the untracked bytes that are left: some only if so little is free that the file was not written, or if its lists made it
     *     longer
     */
    static long shrink(ContainerFile file, boolean paged, boolean tracking) {
        long little = paged ? Math.max(LITTLE, file.info().space().pageSize()) : LITTLE; // the lists may need a page
        ShrinkOptions shortest = ShrinkOptions.defaults().withRatio(1);
        ShrinkReport report = file.shrink(shortest);
        assertThat(report.complete()).as("complete: " + report).isTrue();
        SpaceReport space = file.space();
        assertThat(space.findings()).as("findings, shrunk").isEmpty();
        assertThat(space.freeBytes() + space.untrackedBytes())
                .as("free or untracked bytes, shrunk")
                .isEqualTo(report.freeBytes());
        boolean written = report.passes() > 0 || report.lengthAfter() != report.lengthBefore();
        boolean takenBack = report.hindrances().toString().contains("is as it was");
        if (tracking && !takenBack && (written || report.freeBytes() > Math.max(little, MOST_IGNORED))) {
            assertThat(space.untrackedBytes()).as("untracked bytes, shrunk").isZero();
        }
        assertThat(report.lengthAfter())
                .as("length, shrunk")
                .isEqualTo(space.fileBytes())
                .isLessThanOrEqualTo(report.lengthBefore()
                        + little
                        + LIST_ENTRY * space.sections().size());
        if (report.hindrances().isEmpty()) {
            assertThat(space.fileBytes())
                    .as("nothing in the way, but free space: " + report)
                    .isLessThanOrEqualTo(space.liveBytes() + Math.max(LITTLE, space.liveBytes() / PART_LEFT));
        }
        ShrinkReport again = file.shrink(shortest);
        assertThat(again.lengthAfter())
                .as("length when shrunk again")
                .isLessThanOrEqualTo(report.lengthAfter() + little);
        return file.space().untrackedBytes();
    }

    /**
     * Returns the bytes of the blocks of objects, and of the datatypes that were found as theirs, by the addresses of those that
     * exist.
     */
    static Map<Long, Long> held(Path path, Set<Long> addresses) {
        if (addresses.isEmpty()) {
            return Map.of();
        }
        Map<Long, Long> held = new HashMap<>();
        Map<Integer, Long> numbers = new HashMap<>();
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            file.spaceBreakdown(item -> {
                if (item instanceof SpaceItem.Block block) {
                    long holder = numbers.getOrDefault(block.holder(), -1L);
                    held.computeIfPresent(holder, (address, bytes) -> bytes + block.size());
                } else if (item instanceof SpaceObject object) {
                    boolean itsDatatype = object.name().isEmpty() && numbers.containsKey(object.parent());
                    if (itsDatatype || addresses.contains(object.address())) {
                        numbers.put(object.number(), object.address());
                        held.put(object.address(), 0L);
                    }
                }
            });
        }
        return held;
    }

    /** Returns the length of a file in bytes. */
    public static long size(Path path) {
        try {
            return Files.size(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the number of bytes in global heap collections without references. libhdf5 leaves deleted and overwritten
     * objects in their collection, so that the collection remains after Fallow deletes the last object in use: only a
     * walk of the whole file, as in reclaiming, can determine that no other object is in use.
     */
    static long abandonedCollections(Path path, SpaceReport report) throws IOException {
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
        long bytes = 0;
        for (FreeSection run : report.untracked()) {
            long at = run.address();
            while (at <= run.address() + run.size() - SMALLEST_COLLECTION) {
                if (file.getInt((int) at) == COLLECTION) {
                    bytes += file.getLong((int) at + 8);
                    at += file.getLong((int) at + 8);
                } else {
                    at++;
                }
            }
        }
        return bytes;
    }
}
