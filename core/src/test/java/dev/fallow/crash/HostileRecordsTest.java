package dev.fallow.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.Containers;
import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import dev.fallow.FileInUseException;
import dev.fallow.OpenOptions;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.journal.CommitRecord;
import dev.fallow.format.journal.JournalBlock;
import dev.fallow.format.superblock.Superblock;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.internal.commit.JournalFindings;
import dev.fallow.internal.commit.JournalFindings.State;
import dev.fallow.internal.commit.Recovery;
import dev.fallow.internal.open.ContainerCreator;
import dev.fallow.internal.open.ContainerOpener;
import dev.fallow.internal.storage.Storage;
import dev.fallow.report.RecoveryReport.Outcome;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Journals with valid checksums that Fallow never writes. */
class HostileRecordsTest {
    private static final int SUPERBLOCK = 48;
    private static final int OLD_SUPERBLOCK = 96;
    private static final CommitRecord.Origin NOWHERE = new CommitRecord.Origin(0, 0, 0, 0);

    private byte[] closed;
    private byte[] marked;

    @BeforeEach
    void write() throws IOException {
        RecordedMedium medium = new RecordedMedium(Image.none());
        ContainerFile container = Containers.of(ContainerCreator.createIn(
                medium.container(), medium.journal(), "test", CreateOptions.defaults(), false));
        container.root().createDataset("zeros", new int[1_000]);
        container.flush();
        marked = medium.now().container();
        container.close();
        closed = medium.now().container();
    }

    /** A record that belongs to a container, with the bytes of its body. */
    private final class Forged {
        private final byte[] container;
        private long sequence = 2;
        private int blocks;
        private byte[] body = {};
        private long superblockPosition;
        private long endOfFile;
        private byte[] before;
        private byte[] after;

        Forged(byte[] container) {
            this.container = container;
            endOfFile = container.length;
            before = Arrays.copyOf(container, SUPERBLOCK);
            after = Arrays.copyOf(marked, SUPERBLOCK);
        }

        void block(long position, byte... bytes) {
            FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
            out.bytes(body);
            new JournalBlock(position, bytes.length).encode(out);
            body = out.bytes(bytes).toByteArray();
            blocks++;
        }

        RecordedMedium medium() {
            CRC32C checksum = new CRC32C();
            checksum.update(body);
            FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
            new CommitRecord(
                            true,
                            blocks,
                            sequence,
                            CommitRecord.FIRST_BODY,
                            body.length,
                            (int) checksum.getValue(),
                            superblockPosition,
                            endOfFile,
                            NOWHERE,
                            before,
                            after)
                    .encode(out);
            byte[] record = out.toByteArray();
            byte[] journal = new byte[CommitRecord.FIRST_BODY + body.length];
            System.arraycopy(record, 0, journal, (int) CommitRecord.slotOf(sequence), record.length);
            System.arraycopy(body, 0, journal, CommitRecord.FIRST_BODY, body.length);
            return new RecordedMedium(new Image(container, journal));
        }
    }

    private static ContainerFile open(RecordedMedium medium, OpenOptions options) {
        return Containers.of(ContainerOpener.openIn(medium.container(), medium.journal(), "test", options));
    }

    private static JournalFindings inspect(RecordedMedium medium) throws IOException {
        try (Storage journal = medium.journal().read()) {
            return new Recovery(medium.container(), journal, medium.journal()).inspect();
        }
    }

    /** Checks that the journal is never applied, and that a closed container can be read and edited nevertheless. */
    private static void assertNone(RecordedMedium medium) throws IOException {
        byte[] before = medium.now().container();
        assertThat(inspect(medium).state()).isEqualTo(State.UNREADABLE);
        try (Storage journal = medium.journal().own()) {
            Recovery recovery = new Recovery(medium.container(), journal, medium.journal());
            assertThat(recovery.foresee().outcome()).isEqualTo(Outcome.REFUSED);
            assertThat(recovery.recover().outcome()).isEqualTo(Outcome.REFUSED);
        }
        assertThat(medium.now().container()).isEqualTo(before);
        assertThat(medium.count()).isZero();
    }

    private static void assertEditable(RecordedMedium medium) {
        try (ContainerFile container = open(medium, OpenOptions.defaults())) {
            container.root().createGroup("first");
            container.flush();
            // after a crash now, the commit is recovered
            RecordedMedium killed = new RecordedMedium(medium.now());
            try (ContainerFile recovered = open(killed, OpenOptions.defaults())) {
                assertThat(recovered.root().names()).containsExactly("first", "zeros");
                recovered.root().createGroup("second");
            }
            container.root().createGroup("second");
        }
        RecordedMedium after = new RecordedMedium(new Image(medium.now().container(), null));
        try (ContainerFile container = open(after, OpenOptions.defaults().withReadOnly(true))) {
            assertThat(container.root().names()).containsExactly("first", "second", "zeros");
            assertThat(container.space().findings()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 1L << 62, (1L << 62) + 1, Long.MAX_VALUE - 1, Long.MAX_VALUE})
    void theNumbersOfCommitsDoNotRunOut(long sequence) throws IOException {
        Forged stale = new Forged(closed);
        stale.sequence = sequence;
        RecordedMedium beside = stale.medium();
        assertThat(inspect(beside).state()).isEqualTo(State.STALE);
        assertEditable(beside);
        Forged pending = new Forged(marked);
        pending.sequence = sequence;
        RecordedMedium interrupted = pending.medium();
        assertThat(inspect(interrupted).state()).isEqualTo(State.PENDING);
        assertEditable(interrupted);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, SUPERBLOCK - 1, SUPERBLOCK + 1, CommitRecord.MOST_SUPERBLOCK_BYTES})
    void imagesThatAreNoSuperblocks(int length) throws IOException {
        Forged forged = new Forged(closed);
        forged.before = new byte[length];
        forged.after = new byte[length];
        assertNone(forged.medium());
        assertEditable(forged.medium());
        forged.before = Arrays.copyOf(closed, length);
        forged.after = Arrays.copyOf(marked, length);
        assertNone(forged.medium());
        assertEditable(forged.medium());
    }

    @Test
    void imagesThatDoNotBelongTogether() throws IOException {
        Forged unmarked = new Forged(closed);
        unmarked.after = Arrays.copyOf(closed, SUPERBLOCK);
        assertNone(unmarked.medium());
        Forged elsewhere = new Forged(closed);
        elsewhere.superblockPosition = 1;
        assertNone(elsewhere.medium());
        Forged other = new Forged(closed);
        other.before[9] = 4; // addresses of 4 bytes, and a wrong checksum
        assertNone(other.medium());
        Forged longer = new Forged(closed);
        longer.endOfFile++;
        assertNone(longer.medium());
    }

    /** A commit extends the file to its final length before it writes its record. */
    @ParameterizedTest
    @ValueSource(longs = {1, 1L << 20, 1L << 40, 1L << 62})
    void noRecordMakesAContainerLonger(long more) throws IOException {
        Forged forged = new Forged(marked);
        Superblock superblock = Superblock.decode(FieldReader.of(forged.after, FieldSizes.EIGHT, "superblock", 0));
        forged.after = encoded(superblock.withEndOfAllocation(superblock.endOfAllocation() + more));
        forged.endOfFile += more;
        RecordedMedium medium = forged.medium();
        JournalFindings found = inspect(medium);
        assertThat(found.state()).isEqualTo(State.FOREIGN);
        assertThat(found.reason()).contains(forged.endOfFile + " bytes", "has " + marked.length);
        assertThatThrownBy(() -> open(medium, OpenOptions.defaults())).isInstanceOf(FileInUseException.class);
        assertThatThrownBy(() -> open(medium, OpenOptions.defaults().withReadOnly(true)))
                .isInstanceOf(FileInUseException.class);
        assertThat(medium.count()).isZero();
    }

    private static byte[] encoded(Superblock superblock) {
        FieldWriter out = new FieldWriter(superblock.sizes());
        superblock.encode(out);
        return out.toByteArray();
    }

    /** The only commit that changes the version of the superblock leaves the last bytes of the old one. */
    @Test
    void upgradesThatNoCommitMakes() throws IOException {
        RecordedMedium medium = new RecordedMedium(Image.none());
        CreateOptions options =
                CreateOptions.defaults().withFormat(FileFormat.EARLIEST).withPersistFreeSpace(false);
        byte[] old;
        try (ContainerFile container = Containers.of(
                ContainerCreator.createIn(medium.container(), medium.journal(), "test", options, false))) {
            container.root().createDataset("zeros", new int[1_000]);
            container.flush();
            old = medium.now().container();
        }
        long root = SuperblockV0.decode(FieldReader.of(old, FieldSizes.EIGHT, "superblock", 0))
                .rootAddress();
        Forged right = upgrade(old, 2, root);
        assertThat(inspect(right.medium()).state()).isEqualTo(State.PENDING);
        try (ContainerFile container = open(right.medium(), OpenOptions.defaults())) {
            assertThat(container.info().superblockVersion()).isEqualTo(2);
            assertThat(container.dataset("/zeros").read()).isEqualTo(new int[1_000]);
        }
        Forged otherEnd = upgrade(old, 2, root);
        otherEnd.after[SUPERBLOCK] ^= 1;
        assertNone(otherEnd.medium());
        Forged block = upgrade(old, 2, root);
        block.block(SUPERBLOCK, (byte) 1);
        assertNone(block.medium());
        assertNone(upgrade(old, 3, root).medium());
        assertNone(upgrade(old, 2, root + 8).medium());
        Forged fromNothing = upgrade(old, 2, root);
        fromNothing.before = new byte[OLD_SUPERBLOCK];
        assertNone(fromNothing.medium());
        Forged back = upgrade(old, 2, root);
        byte[] before = back.before;
        back.before = back.after;
        back.after = before;
        assertNone(back.medium());
    }

    private Forged upgrade(byte[] old, int version, long root) {
        Forged forged = new Forged(old);
        forged.before = Arrays.copyOf(old, OLD_SUPERBLOCK);
        forged.after = forged.before.clone();
        int flags = Superblock.OPEN_FOR_WRITE | Superblock.EDITED_BY_FALLOW;
        Superblock changed = new Superblock(version, FieldSizes.EIGHT, flags, 0, Addresses.UNDEFINED, old.length, root);
        System.arraycopy(encoded(changed), 0, forged.after, 0, SUPERBLOCK);
        return forged;
    }

    @Test
    void blocksThatNoCommitHas() throws IOException {
        Forged twice = new Forged(marked);
        twice.block(600, (byte) 1, (byte) 2);
        twice.block(601, (byte) 3);
        assertNone(twice.medium());
        Forged descending = new Forged(marked);
        descending.block(600, (byte) 1);
        descending.block(500, (byte) 1);
        assertNone(descending.medium());
        Forged inTheSuperblock = new Forged(marked);
        inTheSuperblock.block(SUPERBLOCK - 1, (byte) 1);
        assertNone(inTheSuperblock.medium());
        Forged outside = new Forged(marked);
        outside.block(marked.length, (byte) 1);
        assertNone(outside.medium());
        Forged right = new Forged(marked);
        right.block(SUPERBLOCK, marked[SUPERBLOCK]);
        right.block(SUPERBLOCK + 1, marked[SUPERBLOCK + 1]);
        right.block(marked.length - 1, marked[marked.length - 1]);
        assertThat(inspect(right.medium()).state()).isEqualTo(State.PENDING);
        RecordedMedium read = right.medium();
        try (ContainerFile container = open(read, OpenOptions.defaults().withReadOnly(true))) {
            assertThat(container.dataset("/zeros").read()).isEqualTo(new int[1_000]);
        }
        assertEditable(right.medium());
    }

    /** A superblock could be written into the zeros of the dataset; but the container has one and is closed. */
    @Test
    void aClosedContainerIsNotChangedByAJournalOfAnotherUserBlock() throws IOException {
        int at = 1_024;
        assertThat(Arrays.copyOfRange(closed, at, at + SUPERBLOCK)).containsOnly(0);
        Forged forged = new Forged(closed);
        Superblock superblock = Superblock.decode(FieldReader.of(forged.after, FieldSizes.EIGHT, "superblock", 0));
        forged.superblockPosition = at;
        forged.before = new byte[SUPERBLOCK];
        forged.after = encoded(superblock.foundAt(at).withEndOfAllocation(closed.length - at));
        RecordedMedium medium = forged.medium();
        assertThat(inspect(medium).state()).isEqualTo(State.FOREIGN);
        assertThatThrownBy(() -> open(medium, OpenOptions.defaults())).isInstanceOf(FileInUseException.class);
        try (ContainerFile container = open(medium, OpenOptions.defaults().withReadOnly(true))) {
            assertThat(container.dataset("/zeros").read()).isEqualTo(new int[1_000]);
        }
        assertThat(medium.count()).isZero();
    }
}
