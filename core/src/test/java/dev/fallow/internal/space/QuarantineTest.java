package dev.fallow.internal.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.OpenOptions;
import dev.fallow.SpaceSettings;
import dev.fallow.Verification;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.internal.handle.GroupHandle;
import dev.fallow.internal.open.ContainerOpener;
import dev.fallow.internal.session.Session;
import dev.fallow.report.FreeSection;
import dev.fallow.report.SpaceReport;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Files with free sections over live bytes: detected before anything is overwritten, reported, not used, and not stored
 * again.
 */
class QuarantineTest {
    private static final int HOLE = 1200;

    private static final int[] VALUE = numbers(7);

    private static int[] numbers(int factor) {
        int[] numbers = new int[HOLE / 4];
        Arrays.setAll(numbers, i -> i * factor);
        return numbers;
    }

    /** A file with a hole of raw data between two datasets. */
    private static byte[] fileWithAHole(FileSpaceStrategy strategy) {
        ContainerFile file =
                ContainerFile.createInMemory(CreateOptions.defaults().withStrategy(strategy));
        file.root().createGroup("deep").createDataset("kept", VALUE);
        file.root().createDataset("hole", VALUE);
        file.root().createDataset("last", VALUE);
        file.delete("hole");
        file.close();
        return file.toByteArray();
    }

    private static long addressOf(byte[] content, String path) {
        try (ContainerFile file =
                ContainerFile.openBytes(content, OpenOptions.defaults().withReadOnly(true))) {
            return file.dataset(path).storageAddress();
        }
    }

    private static SpaceReport report(byte[] content) {
        try (ContainerFile file =
                ContainerFile.openBytes(content, OpenOptions.defaults().withReadOnly(true))) {
            return file.space();
        }
    }

    private static int index(ForgedLists.Found manager, long size) {
        for (int i = 0; i < manager.sections().count(); i++) {
            if (manager.sections().size(i) == size) {
                return i;
            }
        }
        throw new AssertionError();
    }

    private static byte[] withHoleAt(FileSpaceStrategy strategy, long address) {
        byte[] content = fileWithAHole(strategy);
        ForgedLists.Found raw = ForgedLists.manager(content, HOLE);
        ForgedLists.move(content, raw, index(raw, HOLE), address);
        return content;
    }

    @Test
    void theHoleIsUsedAsLongAsNothingIsWrong() {
        byte[] content = fileWithAHole(FileSpaceStrategy.FSM_AGGR);
        assertThat(report(content).quarantined()).isEmpty();
        try (ContainerFile file = ContainerFile.openBytes(content, OpenOptions.defaults())) {
            long length = file.allocatedBytes();
            file.root().createDataset("new", VALUE);
            assertThat(file.allocatedBytes()).isLessThan(length + HOLE);
        }
    }

    /** The dataset is not accessed in the session, so only a walk can detect that its bytes are in use. */
    @ParameterizedTest
    @EnumSource(
            value = FileSpaceStrategy.class,
            names = {"FSM_AGGR", "PAGE"})
    void aSectionOverElementsIsNotUsed(FileSpaceStrategy strategy) {
        long kept = addressOf(fileWithAHole(strategy), "/deep/kept");
        byte[] content = withHoleAt(strategy, kept);
        assertThat(report(content).quarantined())
                .containsExactly(new FreeSection(FreeSection.Type.RAW_DATA, kept, HOLE));
        assertThat(report(content).findings())
                .anySatisfy(finding -> assertThat(finding)
                        .contains("" + kept)
                        .contains("elements of /deep/kept")
                        .contains("is not used"));

        ContainerFile file = ContainerFile.openBytes(content, OpenOptions.defaults());
        for (int i = 0; i < 3; i++) {
            file.root().createDataset("new" + i, numbers(i));
        }
        assertThat(file.space().quarantined()).hasSize(1);
        file.close();
        byte[] after = file.toByteArray();
        assertThat(report(after).findings()).isEmpty();
        assertThat(report(after).quarantined()).isEmpty();
        try (ContainerFile again = ContainerFile.openBytes(after, OpenOptions.defaults())) {
            assertThat(again.dataset("/deep/kept").read()).isEqualTo(VALUE);
            assertThat(again.dataset("/last").read()).isEqualTo(VALUE);
            for (int i = 0; i < 3; i++) {
                assertThat(again.dataset("new" + i).read()).isEqualTo(numbers(i));
            }
        }
    }

    @Test
    void asOneByteOfIt() {
        long kept = addressOf(fileWithAHole(FileSpaceStrategy.FSM_AGGR), "/deep/kept");
        byte[] content = withHoleAt(FileSpaceStrategy.FSM_AGGR, kept + HOLE - 1);
        try (ContainerFile file = ContainerFile.openBytes(content, OpenOptions.defaults())) {
            file.root().createDataset("new", numbers(3));
            assertThat(file.dataset("/deep/kept").read()).isEqualTo(VALUE);
            assertThat(file.space().quarantined()).hasSize(1);
        }
    }

    @Test
    void sectionsPastTheEndOrOverTheSuperblockAreSeenWithoutAWalk() {
        byte[] pristine = fileWithAHole(FileSpaceStrategy.FSM_AGGR);
        for (long address :
                new long[] {pristine.length - HOLE + 1, pristine.length, Long.MAX_VALUE - HOLE, 0, 47, 60}) {
            byte[] content = withHoleAt(FileSpaceStrategy.FSM_AGGR, address);
            OpenOptions options = OpenOptions.defaults().withVerification(Verification.NEVER);
            try (ContainerFile file = ContainerFile.openBytes(content, options)) {
                file.root().createDataset("new", VALUE);
                SpaceReport report = file.space();
                assertThat(report.quarantined())
                        .as("" + address)
                        .contains(new FreeSection(FreeSection.Type.RAW_DATA, address, HOLE));
                assertThat(report.fileBytes())
                        .isEqualTo(report.liveBytes() + report.freeBytes() + report.untrackedBytes());
                assertThat(file.dataset("/deep/kept").read()).isEqualTo(VALUE);
            }
        }
    }

    @Test
    void ofSectionsThatOverlapNoneIsUsed() {
        byte[] pristine = fileWithAHole(FileSpaceStrategy.FSM_AGGR);
        List<FreeSection> sections = report(pristine).sections();
        FreeSection metadata = sections.stream()
                .filter(one -> one.type() == FreeSection.Type.METADATA)
                .findFirst()
                .orElseThrow();
        byte[] content = withHoleAt(FileSpaceStrategy.FSM_AGGR, metadata.address() - HOLE + 1);
        SpaceReport report = report(content);
        assertThat(report.quarantined()).contains(metadata);
        assertThat(report.sections()).as("the file has no others").isEmpty();
    }

    /** A file with unreadable section lists is edited without them; their space is reported as untracked. */
    @Test
    void aBrokenManagerIsDoneWithout() {
        byte[] content = fileWithAHole(FileSpaceStrategy.FSM_AGGR);
        ForgedLists.Found raw = ForgedLists.manager(content, HOLE);
        ForgedLists.spoil(content, raw.headerAt(), FreeSpaceHeader.length(FieldSizes.EIGHT));
        SpaceReport before = report(content);
        assertThat(before.findings())
                .singleElement()
                .asString()
                .contains("slot 3")
                .contains("" + raw.headerAt())
                .contains("checksum");
        assertThat(before.untrackedBytes()).isGreaterThanOrEqualTo(HOLE);
        ContainerFile file = ContainerFile.openBytes(content, OpenOptions.defaults());
        file.root().createDataset("new", VALUE);
        file.close();
        SpaceReport after = report(file.toByteArray());
        assertThat(after.findings()).isEmpty();
        assertThat(after.untrackedBytes()).isGreaterThanOrEqualTo(HOLE);
    }

    /** Two slots that refer to the same manager: it is used once. */
    @Test
    void aManagerInTwoSlots() {
        byte[] content = fileWithAHole(FileSpaceStrategy.FSM_AGGR);
        ForgedLists.Found raw = ForgedLists.manager(content, HOLE);
        int extension = ForgedLists.find(content, "OHDR", 0);
        int slot5 = extension + 7 + 4 + 29 + 4 * 8; // prefix, message header, fixed part of the message, four slots
        System.arraycopy(content, slot5 - 2 * 8, content, slot5, 8);
        int length = 7 + 4 + 125 + 4;
        ForgedLists.spoil(content, extension, length);
        content[extension + length - 4]--; // the checksum was increased by one
        SpaceReport report = report(content);
        assertThat(report.findings())
                .singleElement()
                .asString()
                .contains("" + raw.headerAt())
                .contains("3 and 5");
        assertThat(report.sections()).anyMatch(one -> one.size() == HOLE);
    }

    @Test
    void noWalkWhereEveryWriterIsTrusted() {
        assertThat(readsBeforeAChange(fileWithAHole(FileSpaceStrategy.FSM_AGGR), Verification.NEVER))
                .isLessThan(readsBeforeAChange(
                        fileWithAHole(FileSpaceStrategy.FSM_AGGR), Verification.BEFORE_FIRST_CHANGE));
    }

    private static long readsBeforeAChange(byte[] content, Verification verification) {
        CountingStorage storage = new CountingStorage(content);
        Session session = ContainerOpener.openIn(
                storage, "counted", OpenOptions.defaults().withVerification(verification));
        GroupHandle.root(session).createGroup("new");
        long reads = storage.reads();
        session.close();
        return reads;
    }

    @Test
    void aPagedFileThatDoesNotEndWithAPageIsFilledUp() {
        ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults()
                .withSpace(SpaceSettings.defaults()
                        .withStrategy(FileSpaceStrategy.PAGE)
                        .withPageSize(512))
                .withPersistFreeSpace(false));
        file.root().createDataset("d", VALUE);
        file.close();
        byte[] whole = file.toByteArray();
        byte[] content = Arrays.copyOf(whole, whole.length - 3);
        content[28] = (byte) content.length; // the end of file in the superblock, and its checksum
        content[29] = (byte) (content.length >>> 8);
        ForgedLists.spoil(content, 0, 48);
        content[44]--;
        assertThat(report(content).freeBytes())
                .as("nothing is added to a file that is only read")
                .isZero();
        ContainerFile opened = ContainerFile.openBytes(content, OpenOptions.defaults());
        opened.root().createGroup("g");
        opened.close();
        assertThat(opened.toByteArray().length % 512).isZero();
        assertThat(report(opened.toByteArray()).findings()).isEmpty();
    }
}
