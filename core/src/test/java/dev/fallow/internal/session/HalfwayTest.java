package dev.fallow.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.CorruptFileException;
import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import dev.fallow.Group;
import dev.fallow.IncompleteChangeException;
import dev.fallow.OpenOptions;
import dev.fallow.format.FormatException;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.handle.GroupHandle;
import dev.fallow.internal.open.ContainerOpener;
import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Changes that fail although they were checked: the resulting state in memory and in the file. */
class HalfwayTest {
    private static final int OPEN_FLAGS = 0x01 | 0x04 | 0x08;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void create() {
        file = folder.resolve("file.h5");
        create(FileFormat.LATEST);
    }

    private void create(FileFormat format) {
        try (ContainerFile container = ContainerFile.create(
                file, CreateOptions.defaults().withFormat(format).withOverwrite(true))) {
            container.root().createDataset("numbers", new int[] {1, 2, 3});
            container.root().createGroup("gone");
            container.delete("/gone");
        }
    }

    private Session edit() {
        return ContainerOpener.open(file, OpenOptions.defaults());
    }

    private static Session inMemory(byte[] content) {
        return ContainerOpener.openIn(new MemoryStorage(content), "memory", OpenOptions.defaults());
    }

    /** Allocates space, writes into it, and fails. */
    private static void failHalfway(Session session, Throwable failure) {
        session.change(() -> () -> {
            long address = session.space().allocate(AllocationType.OBJECT_HEADER, 100);
            session.store().cache().created(address, new byte[100], 0);
            session.store().storage().write(address, ByteBuffer.wrap(new byte[100]));
            sneak(failure);
        });
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable failure) throws E {
        throw (E) failure;
    }

    static Stream<Throwable> failures() {
        return Stream.of(
                new FormatException("structure", 100, "expected this, found that"),
                new CorruptFileException("two structures"),
                new IllegalStateException("state"),
                new IllegalArgumentException("argument"),
                new ArithmeticException("overflow"),
                new IndexOutOfBoundsException("index"),
                new AssertionError("assertion"),
                new OutOfMemoryError("heap"),
                new StackOverflowError("stack"),
                new IOException("no medium"));
    }

    private void assertUsableByOthers() throws IOException {
        assertThat(Path.of(file + ".fallow-journal")).doesNotExist();
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.info().flags() & OPEN_FLAGS).as("marks").isZero();
            assertThat(Files.size(file)).isEqualTo(container.info().fileBytes());
            SpaceReport report = container.space();
            assertThat(report.findings()).isEmpty();
            assertThat(report.untrackedBytes()).isZero();
            assertThat((int[]) container.dataset("/numbers").read()).containsExactly(1, 2, 3);
        }
    }

    @ParameterizedTest
    @MethodSource("failures")
    void whatOthersWouldLoseIsNotTakenBackAndTheFileIsAsTheLastCommitLeftIt(Throwable failure) throws IOException {
        Session session = edit();
        GroupHandle.root(session).createGroup("committed");
        session.flush();
        Group lost = GroupHandle.root(session).createGroup("lost");
        assertThatThrownBy(() -> failHalfway(session, failure))
                .isInstanceOf(IncompleteChangeException.class)
                .hasCause(failure)
                .hasMessageContainingAll("failed half-way", "at the last commit");
        assertThatThrownBy(() -> GroupHandle.root(session).createGroup("more"))
                .isInstanceOf(IncompleteChangeException.class)
                .hasMessageContaining("failed half-way");
        assertThatThrownBy(session::flush).isInstanceOf(IncompleteChangeException.class);
        assertThat(lost.names()).isEmpty();
        assertThatThrownBy(session::close)
                .isInstanceOf(IncompleteChangeException.class)
                .hasMessageContaining("at the last commit");
        assertUsableByOthers();
        try (ContainerFile container = ContainerFile.open(file)) {
            assertThat(container.root().names()).containsExactly("committed", "numbers");
        }
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aChangeThatIsAloneIsTakenBack(Throwable failure) throws IOException {
        Session session = edit();
        GroupHandle.root(session).createGroup("committed");
        session.flush();
        Group numbers = GroupHandle.root(session);
        long end = new SpaceOperations(session).allocatedBytes();
        assertThatThrownBy(() -> failHalfway(session, failure))
                .isInstanceOf(ContainerException.class)
                .isNotInstanceOf(IncompleteChangeException.class);
        assertThat(new SpaceOperations(session).allocatedBytes()).isEqualTo(end);
        assertThat(new SpaceOperations(session).spaceReport().findings()).isEmpty();
        assertThat(numbers.names()).containsExactly("committed", "numbers");
        numbers.createGroup("after");
        session.close();
        assertUsableByOthers();
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.root().names()).containsExactly("after", "committed", "numbers");
        }
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void inASessionWithoutACommitTheFileIsAsItWas(FileFormat format) throws IOException {
        create(format);
        byte[] before = Files.readAllBytes(file);
        Session session = edit();
        GroupHandle.root(session).createGroup("lost");
        assertThatThrownBy(() -> failHalfway(session, new FormatException("structure", 1, "no")))
                .isInstanceOf(IncompleteChangeException.class);
        assertThatThrownBy(session::close).isInstanceOf(IncompleteChangeException.class);
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void aContainerInMemoryIsAsTheLastCommitLeftIt() throws IOException {
        byte[] before = Files.readAllBytes(file);
        Session session = inMemory(before.clone());
        GroupHandle.root(session).createGroup("lost");
        assertThatThrownBy(() -> failHalfway(session, new FormatException("structure", 1, "no")))
                .isInstanceOf(IncompleteChangeException.class);
        assertThatThrownBy(session::close).isInstanceOf(IncompleteChangeException.class);
        assertThat(session.toByteArray()).isEqualTo(before);
    }

    @Test
    void whatATakenBackChangeHasDeletedIsStillThere() {
        Session session = edit();
        GroupHandle.root(session).createGroup("group");
        session.flush();
        Group group = GroupHandle.root(session).group("group");
        assertThatThrownBy(() -> session.change(() -> () -> {
                    session.deletions().deleted(group.address());
                    throw new FormatException("structure", 1, "no");
                }))
                .isInstanceOf(CorruptFileException.class);
        group.createGroup("inside");
        assertThat(GroupHandle.root(session).group("group").names()).containsExactly("inside");
        session.close();
    }

    /** Overlapping structures are detected when the blocks are collected, and none of them is written. */
    @Test
    void aCommitOfBlocksThatOverlapIsRefusedBeforeItIsBegun() throws IOException {
        byte[] before = Files.readAllBytes(file);
        Session session = edit();
        session.change(() -> () -> {
            long address = session.space().allocate(AllocationType.OBJECT_HEADER, 100);
            session.store().cache().created(address, new byte[100], 0);
            session.store().cache().created(address + 50, new byte[10], 0);
        });
        assertThatThrownBy(session::flush)
                .isInstanceOf(IncompleteChangeException.class)
                .hasMessageContainingAll(file.toString(), "two structures overlap");
        assertThatThrownBy(session::close).isInstanceOf(IncompleteChangeException.class);
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    /** Releases space that is already free, as an edit of overlapping structures does. */
    @Test
    void aHeaderInFreeSpaceIsFoundBeforeAnythingIsChanged() throws IOException {
        Session session = inMemory(Files.readAllBytes(file));
        Group group = GroupHandle.root(session).createGroup("group");
        session.change(() -> () -> session.space().release(AllocationType.OBJECT_HEADER, group.address(), 16));
        assertThatThrownBy(() -> group.createAttribute("a", new int[100]))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContainingAll("memory", "object header at address " + group.address(), "free space");
        assertThatThrownBy(() -> group.createGroup("inside")).isInstanceOf(CorruptFileException.class);
        GroupHandle.root(session).createGroup("other"); // nothing has failed half-way
    }
}
