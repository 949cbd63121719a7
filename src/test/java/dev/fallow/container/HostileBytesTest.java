package dev.fallow.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerException;
import dev.fallow.Entry;
import dev.fallow.Group;
import dev.fallow.ObjectKind;
import dev.fallow.OpenOptions;
import dev.fallow.RawElements;
import dev.fallow.StoredObject;
import dev.fallow.internal.handle.GroupHandle;
import dev.fallow.internal.open.ContainerOpener;
import dev.fallow.internal.session.Session;
import dev.fallow.internal.session.SpaceOperations;
import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.internal.storage.Storage;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.report.SpaceReport;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Damaged files of libhdf5 with recomputed checksums: each is read as far as possible, or refused with an exception of
 * Fallow, and the number of bytes read is proportional to the size of the file.
 */
@NeedsReference
class HostileBytesTest {
    private static final int ROUNDS = Integer.getInteger("fallow.hostile", 150);
    /**
     * The maximal ratio of bytes read to the length of the file, over all operations of a test; for an intact file it
     * is below 5.
     */
    private static final int MOST_READS = 40;

    @TempDir
    private Path folder;

    /**
     * Whether links and attributes are stored in fractal heaps and version 2 B-trees, also with shared messages, or in
     * the structures of the earliest format.
     */
    enum Kind {
        DENSE(ReferenceOptions.persistent().trackCreationOrder(true)),
        SHARED_IN_LISTS(ReferenceOptions.persistent().shareMessages(100)),
        SHARED_IN_TREES(ReferenceOptions.persistent().shareMessages(0)),
        SYMBOL_TABLE(ReferenceOptions.defaults().bounds(FormatBound.EARLIEST, FormatBound.LATEST));

        final ReferenceOptions options;

        Kind(ReferenceOptions options) {
            this.options = options;
        }
    }

    private byte[] write(Kind kind) throws IOException {
        Path path = folder.resolve(kind + ".h5");
        try (ReferenceFile file = ReferenceFile.create(path, kind.options)) {
            file.createGroup("/many");
            file.createGroup("/many/deeper");
            for (int i = 0; i < 70; i++) {
                file.createSoftLink("/many/deeper", "/many/soft " + i);
                file.createHardLink("/many/deeper", "/many/hard " + "x".repeat(i) + i);
            }
            file.createSoftLink("deeper", "/many/" + "long ".repeat(1_000));
            file.commitType("/many/type", ReferenceType.int32());
            for (int i = 0; i < 30; i++) {
                file.attributes("/many/deeper").create("attribute " + i, ReferenceType.int32(), i);
                if (i % 3 == 0) {
                    file.delete("/many/soft " + i);
                }
            }
        }
        return Files.readAllBytes(path);
    }

    /** Counts the bytes read. */
    private static final class CountingStorage implements Storage {
        private final MemoryStorage inner;
        private long bytesRead;

        CountingStorage(byte[] content) {
            inner = new MemoryStorage(content);
        }

        @Override
        public long size() {
            return inner.size();
        }

        @Override
        public void read(long position, ByteBuffer target) throws IOException {
            bytesRead += target.remaining();
            inner.read(position, target);
        }

        @Override
        public void write(long position, ByteBuffer source) throws IOException {
            inner.write(position, source);
        }

        @Override
        public void resize(long newSize) throws IOException {
            inner.resize(newSize);
        }

        @Override
        public void force() {
            inner.force();
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void areReadOrRefused(Kind kind) throws IOException {
        byte[] whole = write(kind);
        Seals seals = new Seals(whole);
        if (kind != Kind.SYMBOL_TABLE) {
            assertThat(seals.count()).isGreaterThan(20);
        } else {
            assertThat(seals.count())
                    .as("structures of the oldest format have no checksums")
                    .isZero();
        }
        CountingStorage good = new CountingStorage(whole);
        assertThat(readAll(good)).isEmpty();
        assertThat(good.bytesRead).isLessThan(5L * whole.length);
        int refused = 0;
        for (long seed : Seeds.range(0, ROUNDS)) {
            byte[] damaged = whole.clone();
            damage(damaged, seals, new Random(seed));
            seals.renew(damaged);
            CountingStorage storage = new CountingStorage(damaged);
            String where = kind + ", " + Seeds.name(seed);
            try {
                refused += readAll(storage).isEmpty() ? 0 : 1;
            } catch (ContainerException expected) {
                refused++;
                assertThat(expected).as(where).hasMessageContaining("hostile");
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(where, e);
            }
            assertThat(storage.bytesRead).as(where).isLessThan((long) MOST_READS * whole.length);
        }
        if (Seeds.areAll()) {
            assertThat(refused).as("files in which damage was found").isGreaterThan(ROUNDS / 10);
        }
    }

    /** Changes bytes, numbers or addresses, more often inside structures with a checksum than elsewhere. */
    static void damage(byte[] bytes, Seals seals, Random random) {
        ByteBuffer fields = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = random.nextInt(bytes.length - 8);
            if (seals.count() > 0 && random.nextInt(4) > 0) {
                int seal = random.nextInt(seals.count());
                at = seals.start(seal) + random.nextInt(Math.min(200, seals.end(seal) - seals.start(seal)));
                at = Math.min(at, bytes.length - 8);
            }
            switch (random.nextInt(6)) {
                case 0 -> bytes[at] = (byte) random.nextInt();
                case 1 -> bytes[at] += (byte) (random.nextBoolean() ? 1 : -1);
                case 2 -> fields.putLong(at, random.nextInt(bytes.length));
                case 3 -> fields.putLong(at, seals.count() == 0 ? 0 : seals.start(random.nextInt(seals.count())));
                case 4 -> fields.putShort(at, (short) (random.nextBoolean() ? -1 : random.nextInt(40)));
                default -> System.arraycopy(bytes, random.nextInt(bytes.length - 8), bytes, at, 8);
            }
        }
    }

    /**
     * Lists all objects, looks up every name, reads all attributes and analyses the space.
     *
     * @return the inconsistencies that were reported without an exception
     */
    private static List<String> readAll(Storage storage) {
        Session session = ContainerOpener.openIn(
                storage, "hostile", OpenOptions.defaults().withReadOnly(true));
        try {
            Group root = GroupHandle.root(session);
            Set<Long> met = new HashSet<>();
            for (Entry entry : root.listRecursively()) {
                try {
                    boolean readable = entry.kind() == ObjectKind.GROUP || entry.kind() == ObjectKind.DATASET;
                    if (root.exists(entry.path()) && readable && met.add(entry.address())) {
                        readAttributes(root.get(entry.path()));
                    }
                } catch (ContainerException expected) {
                    assertThat(expected).hasMessageContaining("hostile");
                }
            }
            SpaceReport report = new SpaceOperations(session).spaceReport();
            assertThat(report.liveBytes() + report.freeBytes() + report.untrackedBytes())
                    .isEqualTo(report.fileBytes());
            return report.findings();
        } finally {
            session.close();
        }
    }

    private static void readAttributes(StoredObject object) {
        for (String name : object.attributeNames()) {
            object.attribute(name).read(RawElements.class).bytes();
        }
    }
}
