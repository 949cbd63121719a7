package dev.fallow.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.oracle.type.ReferenceType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NeedsReference
class ReferenceSpaceTest {
    private static final int SIZE = 300;

    @TempDir
    Path folder;

    @Test
    void holesPersistAndAreUsedAgain() throws IOException {
        Path path = folder.resolve("holes.h5");
        ReferenceOptions options = ReferenceOptions.persistent().bounds(FormatBound.V18, FormatBound.LATEST);
        long[] places = new long[7];
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            for (int i = 0; i < places.length; i++) {
                places[i] = allocate(file, "/d" + i);
            }
        }
        try (ReferenceFile file = ReferenceFile.open(path, true, options)) {
            file.delete("/d1");
            file.delete("/d4");
        }
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            ReferenceSpace space = file.space();
            List<ReferenceSection> raw = space.sections(MemoryType.DRAW);
            assertThat(raw).contains(new ReferenceSection(places[1], SIZE), new ReferenceSection(places[4], SIZE));
            assertThat(space.freeBytes()).isEqualTo(sum(space.sections()));
            assertThat(sum(raw) + sum(space.sections(MemoryType.SUPER))).isEqualTo(space.freeBytes());
            assertThat(space.sections(MemoryType.GHEAP)).isEmpty();
            assertThat(space.isPersistent()).isTrue();
            assertThat(space.fileSize()).isEqualTo(Files.size(path));
            assertThat(space.endOfAllocation()).isEqualTo(Files.size(path));
        }
        try (ReferenceFile file = ReferenceFile.open(path, true, options)) {
            long before = sum(file.space().sections(MemoryType.DRAW));
            assertThat(allocate(file, "/again"))
                    .as("the lower hole of two that fit exactly")
                    .isEqualTo(places[1]);
            assertThat(allocate(file, "/again too")).isEqualTo(places[4]);
            assertThat(sum(file.space().sections(MemoryType.DRAW))).isEqualTo(before - 2 * SIZE);
        }
    }

    @Test
    void withoutPersistenceHolesAreForgotten() {
        Path path = folder.resolve("forgotten.h5");
        try (ReferenceFile file = ReferenceFile.create(path, ReferenceOptions.defaults())) {
            allocate(file, "/a");
            allocate(file, "/b");
            file.delete("/a");
            assertThat(file.space().freeBytes()).isGreaterThanOrEqualTo(SIZE);
        }
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            assertThat(file.space().freeBytes()).isZero();
            assertThat(file.space().sections()).isEmpty();
        }
    }

    @Test
    void theEndOfTheFileIsGivenBack() throws IOException {
        Path path = folder.resolve("end.h5");
        try (ReferenceFile file = ReferenceFile.create(path, ReferenceOptions.persistent())) {
            file.createGroup("/g");
        }
        long before = Files.size(path);
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            file.allocateDataset("/big", ReferenceType.int8(), 1 << 20);
            file.flush();
            assertThat(file.space().endOfAllocation()).isGreaterThan(1 << 20);
            file.delete("/big");
        }
        assertThat(Files.size(path)).isLessThan(before + 4096);
    }

    @ParameterizedTest
    @CsvSource({
        "FSM_AGGR, true, 1, 4096",
        "PAGE, true, 8, 1024",
        "PAGE, false, 1, 8192",
        "AGGR, false, 1, 4096",
        "NONE, false, 1, 4096"
    })
    void theFileTellsHowItWasMade(FileSpaceStrategy strategy, boolean persist, long threshold, long pageSize) {
        Path path = folder.resolve("made.h5");
        ReferenceOptions options = ReferenceOptions.defaults()
                .strategy(strategy)
                .persist(persist)
                .threshold(threshold)
                .pageSize(pageSize);
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            allocate(file, "/a");
            allocate(file, "/b");
            file.delete("/a");
        }
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            ReferenceSpace space = file.space();
            assertThat(space.strategy()).isEqualTo(strategy);
            assertThat(space.isPersistent()).isEqualTo(persist);
            assertThat(space.threshold()).isEqualTo(threshold);
            assertThat(space.pageSize()).isEqualTo(pageSize);
            assertThat(sum(space.sections())).isEqualTo(space.freeBytes());
            assertThat(space.freeBytes() > 0).isEqualTo(persist);
            if (strategy == FileSpaceStrategy.PAGE) {
                assertThat(space.endOfAllocation() % pageSize).isZero();
            }
        }
    }

    @Test
    void inAPagedFileLargeSectionsAreListedWithTheSuperblocks() {
        ReferenceOptions options = ReferenceOptions.persistent().strategy(FileSpaceStrategy.PAGE);
        try (ReferenceFile file = ReferenceFile.create(folder.resolve("paged.h5"), options)) {
            long small = allocate(file, "/small");
            allocate(file, "/in the same page");
            long large = file.allocateDataset("/large", ReferenceType.int8(), 10_000);
            file.allocateDataset("/behind", ReferenceType.int8(), 10_000);
            file.delete("/small");
            file.delete("/large");

            ReferenceSpace space = file.space();
            assertThat(space.sections(MemoryType.DRAW)).anyMatch(section -> section.address() == small);
            assertThat(space.sections(MemoryType.SUPER)).contains(new ReferenceSection(large, 3 * 4096));
            assertThat(sum(space.sections(MemoryType.DRAW)) + sum(space.sections(MemoryType.SUPER)))
                    .isEqualTo(sum(space.sections()))
                    .isEqualTo(space.freeBytes());
        }
    }

    @Test
    void alignmentAndBlocksDecideWhereDataLies() {
        ReferenceOptions options =
                ReferenceOptions.defaults().alignment(256, 512).blocks(64 << 10, 2048);
        try (ReferenceFile file = ReferenceFile.create(folder.resolve("aligned.h5"), options)) {
            long[] places = {allocate(file, "/a"), allocate(file, "/b"), allocate(file, "/c")};
            assertThat(places[0] % 512).isZero();
            assertThat(places[1] - places[0]).isEqualTo(512);
            assertThat(places[2] - places[1]).isEqualTo(512);
        }
    }

    @ParameterizedTest
    @CsvSource({"EARLIEST, 0", "V18, 2", "V110, 3", "LATEST, 3"})
    void theBoundDecidesTheSuperblock(FormatBound low, int version) {
        ReferenceOptions options = ReferenceOptions.defaults().bounds(low, FormatBound.LATEST);
        Path path = folder.resolve("superblock.h5");
        ReferenceFile.create(path, options.userBlock(512)).close();
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.space().superblockVersion()).isEqualTo(version);
        }
    }

    private static long allocate(ReferenceFile file, String path) {
        return file.allocateDataset(path, ReferenceType.int8(), SIZE);
    }

    private static long sum(List<ReferenceSection> sections) {
        return sections.stream().mapToLong(ReferenceSection::size).sum();
    }
}
