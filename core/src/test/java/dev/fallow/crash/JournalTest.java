package dev.fallow.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Containers;
import dev.fallow.CreateOptions;
import dev.fallow.Durability;
import dev.fallow.FileInUseException;
import dev.fallow.OpenOptions;
import dev.fallow.crash.RecordedMedium.File;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.journal.CommitRecord;
import dev.fallow.format.journal.CommitRecord.Origin;
import dev.fallow.internal.commit.JournalFindings;
import dev.fallow.internal.commit.JournalFindings.State;
import dev.fallow.internal.commit.Recovery;
import dev.fallow.internal.open.ContainerCreator;
import dev.fallow.internal.open.ContainerOpener;
import dev.fallow.internal.storage.Storage;
import dev.fallow.report.RecoveryReport;
import dev.fallow.report.RecoveryReport.Outcome;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which journals are applied: not stale ones, those of other containers, damaged ones, or forged ones. */
class JournalTest {
    /** After two commits; a third one has not reached either file. */
    private Image killed;
    /** The same container, closed. */
    private Image closed;

    @BeforeEach
    void write() throws IOException {
        RecordedMedium medium = new RecordedMedium(Image.none());
        ContainerFile container = create(medium, CreateOptions.defaults());
        container.root().createDataset("first", new int[] {1, 2, 3, 4});
        container.flush();
        container.root().createDataset("second", new int[] {5, 6, 7, 8});
        container.flush();
        killed = medium.now();
        container.root().createGroup("third");
        container.close();
        closed = new Image(medium.now().container(), null);
    }

    private static ContainerFile create(RecordedMedium medium, CreateOptions options) throws IOException {
        return Containers.of(ContainerCreator.createIn(medium.container(), medium.journal(), "test", options, false));
    }

    private static ContainerFile open(RecordedMedium medium, OpenOptions options) {
        return Containers.of(ContainerOpener.openIn(medium.container(), medium.journal(), "test", options));
    }

    private static JournalFindings inspect(RecordedMedium medium) throws IOException {
        try (Storage journal = medium.journal().read()) {
            return new Recovery(medium.container(), journal, medium.journal()).inspect();
        }
    }

    private static RecoveryReport recover(RecordedMedium medium) throws IOException {
        try (Storage journal = medium.journal().own()) {
            return new Recovery(medium.container(), journal, medium.journal()).recover();
        }
    }

    private static List<String> names(RecordedMedium medium, OpenOptions options) {
        try (ContainerFile container = open(medium, options)) {
            return container.root().names();
        }
    }

    /** An image with the newest record changed and a valid checksum. */
    private static Image withRecord(Image image, UnaryOperator<CommitRecord> change) {
        CommitRecord newest = null;
        for (int position : new int[] {0, CommitRecord.SLOT_BYTES}) {
            CommitRecord record = CommitRecord.decode(FieldReader.of(
                    Arrays.copyOfRange(image.journal(), position, position + CommitRecord.SLOT_BYTES),
                    FieldSizes.EIGHT,
                    "test",
                    position));
            newest = newest == null || record.sequence() > newest.sequence() ? record : newest;
        }
        CommitRecord changed = change.apply(newest);
        FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
        changed.encode(out);
        byte[] journal = image.journal().clone();
        System.arraycopy(out.toByteArray(), 0, journal, (int) changed.position(), changed.encodedLength());
        return new Image(image.container(), journal);
    }

    private static CommitRecord with(CommitRecord record, boolean forced, int blocks, long endOfFile, Origin origin) {
        return new CommitRecord(
                forced,
                blocks,
                record.sequence(),
                record.bodyPosition(),
                record.bodyLength(),
                record.bodyChecksum(),
                record.superblockPosition(),
                endOfFile,
                origin,
                record.before(),
                record.after());
    }

    @Test
    void theLastCommitIsApplied() throws IOException {
        RecordedMedium medium = new RecordedMedium(killed);
        JournalFindings found = inspect(medium);
        assertThat(found.state()).isEqualTo(State.PENDING);
        assertThat(found.record().origin().process())
                .isEqualTo(ProcessHandle.current().pid());
        assertThat(found.record().forced()).isTrue();
        assertThat(names(medium, OpenOptions.defaults().withReadOnly(true))).containsExactly("first", "second");
        assertThat(medium.count()).as("read-only").isZero();
        RecoveryReport report = recover(medium);
        assertThat(report.outcome()).isEqualTo(Outcome.RECOVERED);
        assertThat(report.commit()).isEqualTo(found.record().sequence());
        assertThat(report.blocks()).isPositive();
        assertThat(report.bytes()).isPositive();
        assertThat(names(medium, OpenOptions.defaults().withReadOnly(true))).containsExactly("first", "second");
    }

    @Test
    void aClosedContainerNeedsNoJournal() throws IOException {
        RecordedMedium medium = new RecordedMedium(new Image(closed.container(), killed.journal()));
        assertThat(inspect(medium).state()).isEqualTo(State.STALE);
        assertThat(names(medium, OpenOptions.defaults().withReadOnly(true)))
                .containsExactly("first", "second", "third");
        assertThat(names(medium, OpenOptions.defaults())).containsExactly("first", "second", "third");
        assertThat(medium.events()).contains(new RecordedMedium.Entry(false));
    }

    @Test
    void anotherContainerInItsPlaceIsNotTouched() throws IOException {
        RecordedMedium medium = new RecordedMedium(killed);
        medium.replaceContainer();
        assertNotApplied(medium, "another file of the same name");
    }

    @Test
    void aCopyOfBothIsRecovered() throws IOException {
        RecordedMedium medium = new RecordedMedium(killed);
        medium.replaceContainer();
        medium.replaceJournal();
        assertThat(inspect(medium).state()).isEqualTo(State.PENDING);
        assertThat(names(medium, OpenOptions.defaults())).containsExactly("first", "second");
    }

    @Test
    void anotherStateOfTheContainerIsNotTouched() throws IOException {
        RecordedMedium other = new RecordedMedium(Image.none());
        ContainerFile container = create(other, CreateOptions.defaults());
        container.root().createDataset("other", new int[700]);
        container.flush();
        RecordedMedium medium = new RecordedMedium(new Image(other.now().container(), killed.journal()));
        medium.replaceJournal();
        assertNotApplied(medium, "of the container's superblock is");
        container.close();
        RecordedMedium after = new RecordedMedium(new Image(other.now().container(), killed.journal()));
        after.replaceJournal();
        assertThat(inspect(after).state()).isEqualTo(State.FOREIGN);
        assertThat(names(after, OpenOptions.defaults().withReadOnly(true)))
                .as("closed: it does not matter to readers")
                .containsExactly("other");
    }

    /** h5clear removes the mark, after which the container counts as complete. */
    @Test
    void aContainerWhoseMarkWasTakenAwayIsNotTouched() throws IOException {
        byte[] container = killed.container().clone();
        container[11] = 0;
        FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
        byte[] sealed = out.bytes(Arrays.copyOf(container, 44)).checksumFrom(0).toByteArray();
        System.arraycopy(sealed, 0, container, 0, 48);
        RecordedMedium medium = new RecordedMedium(new Image(container, killed.journal()));
        assertThat(inspect(medium).state()).isEqualTo(State.STALE);
        assertThat(recover(medium).outcome()).isEqualTo(Outcome.REMOVED);
        assertThat(medium.now().container()).isEqualTo(container);
    }

    private static void assertNotApplied(RecordedMedium medium, String reason) throws IOException {
        byte[] before = medium.now().container();
        JournalFindings found = inspect(medium);
        assertThat(found.state()).isEqualTo(State.FOREIGN);
        assertThat(found.reason()).contains(reason);
        assertThat(recover(medium).outcome()).isEqualTo(Outcome.REFUSED);
        assertThatThrownBy(() -> open(medium, OpenOptions.defaults()))
                .isInstanceOf(FileInUseException.class)
                .hasMessageContainingAll("test", "journal in memory", reason, "ignoreWriteFlag")
                .hasFieldOrPropertyWithValue("reason", FileInUseException.Reason.JOURNAL);
        assertThatThrownBy(() -> open(medium, OpenOptions.defaults().withReadOnly(true)))
                .isInstanceOf(FileInUseException.class);
        assertThat(medium.now().container()).isEqualTo(before);
        assertThat(medium.count()).isZero();
        // with the option, the container is opened as it is, with a new journal
        try (ContainerFile container = open(medium, OpenOptions.defaults().withIgnoreWriteFlag(true))) {
            container.root().createGroup("insisted");
        }
        RecordedMedium after = new RecordedMedium(new Image(medium.now().container(), null));
        assertThat(names(after, OpenOptions.defaults().withReadOnly(true))).contains("insisted");
    }

    @Test
    void aPowerFailureIsNoticedWhereNothingWasForced() throws IOException {
        RecordedMedium medium = new RecordedMedium(Image.none());
        ContainerFile container = create(medium, CreateOptions.defaults().withDurability(Durability.AT_CLOSE));
        container.root().createGroup("group");
        container.flush();
        assertThat(medium.events().stream().filter(RecordedMedium.Force.class::isInstance))
                .isEmpty();
        Image image = medium.now();
        assertThat(inspect(new RecordedMedium(image)).state())
                .as("killed, and the machine still runs")
                .isEqualTo(State.PENDING);
        RecordedMedium restarted = new RecordedMedium(withRecord(image, record -> {
            Origin origin = record.origin();
            return with(
                    record,
                    record.forced(),
                    record.blocks(),
                    record.endOfFile(),
                    new Origin(origin.container(), origin.journal(), origin.boot() + 1, origin.process()));
        }));
        assertThat(inspect(restarted).state()).isEqualTo(State.DOUBTFUL);
        assertThatThrownBy(() -> open(restarted, OpenOptions.defaults()))
                .isInstanceOf(FileInUseException.class)
                .hasMessageContaining("the machine was rebooted");
        container.close();
        assertThat(medium.events().stream().filter(new RecordedMedium.Force(File.CONTAINER)::equals))
                .as("at close")
                .hasSize(2);
    }

    @Test
    void neverIsNever() throws IOException {
        RecordedMedium medium = new RecordedMedium(Image.none());
        try (ContainerFile container = create(medium, CreateOptions.defaults().withDurability(Durability.NEVER))) {
            container.root().createGroup("group");
            container.flush();
        }
        try (ContainerFile container = open(medium, OpenOptions.defaults().withDurability(Durability.NEVER))) {
            container.root().createGroup("other");
        }
        assertThat(medium.events())
                .noneMatch(
                        event -> event instanceof RecordedMedium.Force || event instanceof RecordedMedium.ForceEntry);
    }

    @Test
    void aJournalWithoutARecordIsNoExcuse() throws IOException {
        RecordedMedium medium = new RecordedMedium(new Image(killed.container(), new byte[20_000]));
        assertThat(inspect(medium).state()).isEqualTo(State.UNREADABLE);
        assertThat(recover(medium).outcome()).isEqualTo(Outcome.REFUSED);
        assertThatThrownBy(() -> open(medium, OpenOptions.defaults()))
                .isInstanceOf(FileInUseException.class)
                .hasMessageContaining("marked as open")
                .hasFieldOrPropertyWithValue("reason", FileInUseException.Reason.MARKED);
        RecordedMedium unmarked = new RecordedMedium(new Image(closed.container(), new byte[20_000]));
        assertThat(names(unmarked, OpenOptions.defaults())).containsExactly("first", "second", "third");
    }

    @Test
    void recordsThatLieAreNone() throws IOException {
        assertOlder(record -> with(record, true, record.blocks() + 1, record.endOfFile(), record.origin()));
        assertOlder(record -> with(record, true, record.blocks() - 1, record.endOfFile(), record.origin()));
        assertOlder(record -> with(record, true, record.blocks(), 50, record.origin()));
    }

    /** Checks that the record is not accepted, and that the previous commit, or nothing, is applied. */
    private void assertOlder(UnaryOperator<CommitRecord> change) throws IOException {
        long newest = inspect(new RecordedMedium(killed)).record().sequence();
        JournalFindings found = inspect(new RecordedMedium(withRecord(killed, change)));
        assertThat(found.record().sequence()).isEqualTo(newest - 1);
    }

    /** With any damage to the journal, the container opens with a commit, or is refused with a reason. */
    @Test
    void damagedJournals() {
        Random random = new Random(7);
        int opened = 0;
        for (int round = 0; round < 600; round++) {
            byte[] journal = killed.journal().clone();
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                int at = random.nextInt(3) == 0
                        ? random.nextInt(journal.length)
                        : random.nextInt(2) * CommitRecord.SLOT_BYTES + random.nextInt(200);
                journal[at] = (byte) random.nextInt(256);
            }
            if (random.nextInt(4) == 0) {
                journal = Arrays.copyOf(journal, random.nextInt(journal.length));
            }
            RecordedMedium medium = new RecordedMedium(new Image(killed.container(), journal));
            try (ContainerFile container = open(medium, OpenOptions.defaults())) {
                assertThat(container.root().names()).as("round " + round).contains("first");
                assertThat(container.space().findings()).as("round " + round).isEmpty();
                opened++;
            } catch (ContainerException e) {
                assertThat(e.getMessage()).as("round " + round).contains("test");
            }
        }
        assertThat(opened).isGreaterThan(100);
    }
}
