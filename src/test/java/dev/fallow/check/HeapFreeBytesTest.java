package dev.fallow.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Group;
import dev.fallow.Link;
import dev.fallow.MaintenanceOptions;
import dev.fallow.ObjectExistsException;
import dev.fallow.ShrinkOptions;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.report.CheckReport;
import dev.fallow.report.Finding;
import dev.fallow.report.FindingCode;
import dev.fallow.report.RepairReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Fractal heaps whose headers state a wrong number of free bytes: rust-hdf5 stores 0 and no free-space manager. The check finds
 * them, an edit of the heap corrects the number, and a repair does only this.
 */
class HeapFreeBytesTest {
    /** Offsets in the header of a heap. */
    private static final int FREE_BYTES = 30;

    private static final int MANAGER = 38;
    private static final long UNDEFINED = -1;
    private static final long ANY_NUMBER = 1_000_003;

    @TempDir
    private Path folder;

    /** Names of links: few are in one direct block, many in blocks below an indirect one. */
    static Stream<Arguments> heaps() {
        return Stream.of(
                Arguments.of(12, 0, UNDEFINED),
                Arguments.of(12, ANY_NUMBER, UNDEFINED),
                Arguments.of(12, ANY_NUMBER, 0),
                Arguments.of(300, 0, UNDEFINED),
                Arguments.of(300, ANY_NUMBER, UNDEFINED),
                Arguments.of(300, ANY_NUMBER, 0));
    }

    /**
     * A file with such a heap.
     *
     * @param manager the address of the free-space manager of the heap; 0 for that which it has
     */
    private Path file(int links, long freeBytes, long manager) throws IOException {
        ContainerFile made =
                ContainerFile.createInMemory(CreateOptions.defaults().withPersistFreeSpace(false));
        Group group = made.root().createGroup("group");
        for (int i = 0; i < links; i++) {
            group.createSoftLink("the link number " + i, "/group");
        }
        made.close();
        Damage damage = new Damage(made.toByteArray());
        long heap = damage.first("FRHP");
        damage.put(heap + FREE_BYTES, Long.BYTES, freeBytes);
        if (manager != 0) {
            damage.put(heap + MANAGER, Long.BYTES, manager);
        }
        return Files.write(folder.resolve("file.h5"), damage.bytes());
    }

    private static List<FindingCode> errors(CheckReport report) {
        return report.findings().stream()
                .map(Finding::code)
                .filter(code -> code != FindingCode.SPACE_UNTRACKED)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("heaps")
    void theCheckFindsIt(int links, long freeBytes, long manager) throws IOException {
        CheckReport report = ContainerFile.check(file(links, freeBytes, manager));
        assertThat(errors(report)).containsExactly(FindingCode.FHEAP_FREE);
        assertThat(report.isSound()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("heaps")
    void whatChangesNothingCorrectsNothing(int links, long freeBytes, long manager) throws IOException {
        Path path = file(links, freeBytes, manager);
        byte[] before = Files.readAllBytes(path);
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThat(file.space().findings()).isEmpty();
            assertThatThrownBy(() -> file.group("/group").createGroup("the link number 1"))
                    .isInstanceOf(ObjectExistsException.class);
        }
        assertThat(Files.readAllBytes(path)).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("heaps")
    void anEditOfTheHeapCorrectsIt(int links, long freeBytes, long manager) throws IOException {
        Path path = file(links, freeBytes, manager);
        try (ContainerFile file = ContainerFile.open(path)) {
            file.group("/group").createSoftLink("another", "/group");
        }
        assertThat(errors(ContainerFile.check(path))).isEmpty();
        try (ContainerFile file = ContainerFile.open(path)) {
            file.group("/group").delete("the link number 3");
            file.flush();
            file.group("/group").delete("another");
        }
        assertThat(errors(ContainerFile.check(path))).isEmpty();
        assertThat(names(path)).hasSize(links - 1);
    }

    /** The number is known when the file has been walked, and the heap changes much later. */
    @ParameterizedTest
    @MethodSource("heaps")
    void aLaterEditCorrectsIt(int links, long freeBytes, long manager) throws IOException {
        Path path = file(links, freeBytes, manager);
        try (ContainerFile file = ContainerFile.open(path)) {
            for (int i = 0; i < 20; i++) {
                file.root().createDataset("data" + i, new int[5_000]);
                file.flush();
            }
            file.shrink(ShrinkOptions.defaults());
            file.group("/group").delete("the link number 0");
        }
        assertThat(errors(ContainerFile.check(path))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("heaps")
    void aRepairCorrectsOnlyIt(int links, long freeBytes, long manager) throws IOException {
        Path path = file(links, freeBytes, manager);
        byte[] before = Files.readAllBytes(path);
        RepairReport planned =
                ContainerFile.repair(path, MaintenanceOptions.defaults().withDryRun(true));
        assertThat(planned.repairs())
                .filteredOn(RepairReport.Repair::done)
                .extracting(each -> each.finding().code())
                .containsExactly(FindingCode.FHEAP_FREE);
        assertThat(Files.readAllBytes(path)).isEqualTo(before);

        RepairReport done =
                ContainerFile.repair(path, MaintenanceOptions.defaults().withDryRun(false));
        assertThat(done.after().isSound()).isTrue();
        byte[] after = Files.readAllBytes(path);
        int heap = new Damage(before).first("FRHP");
        List<Integer> changed = IntStream.range(0, before.length)
                .filter(at -> before[at] != after[at])
                .boxed()
                .toList();
        assertThat(after).hasSameSizeAs(before);
        assertThat(changed).isNotEmpty().allMatch(at -> at >= heap && at < heap + 146 || at < 48);
        assertThat(ContainerFile.repair(path, MaintenanceOptions.defaults().withDryRun(false))
                        .repairs())
                .noneMatch(RepairReport.Repair::done);
    }

    /** libhdf5 does not care about the number, and keeps the heap usable in turn with us. */
    @ParameterizedTest
    @MethodSource("heaps")
    @NeedsReference
    void libhdf5GoesOn(int links, long freeBytes, long manager) throws IOException {
        Path path = file(links, freeBytes, manager);
        ContainerFile.repair(path, MaintenanceOptions.defaults().withDryRun(false));
        for (int round = 0; round < 4; round++) {
            try (ReferenceFile file = ReferenceFile.open(path, true)) {
                file.delete("/group/the link number " + round);
                file.createSoftLink("/group", "/group/of libhdf5 " + round);
                file.createSoftLink("/group", "/group/more of libhdf5 " + round);
            }
            assertThat(errors(ContainerFile.check(path))).isEmpty();
            try (ContainerFile file = ContainerFile.open(path)) {
                file.group("/group").delete("of libhdf5 " + round);
                file.group("/group").createSoftLink("ours " + round, "/group");
            }
            assertThat(errors(ContainerFile.check(path))).isEmpty();
        }
        String[] expected = Stream.of(
                        IntStream.range(4, links).mapToObj(i -> "the link number " + i),
                        IntStream.range(0, 4).mapToObj(i -> "more of libhdf5 " + i),
                        IntStream.range(0, 4).mapToObj(i -> "ours " + i))
                .flatMap(each -> each)
                .toArray(String[]::new);
        assertThat(names(path)).containsExactlyInAnyOrder(expected);
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(Arrays.stream(expected)).allMatch(name -> file.exists("/group/" + name));
        }
    }

    private static List<String> names(Path path) {
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            return file.group("/group").links().stream().map(Link::name).toList();
        }
    }
}
