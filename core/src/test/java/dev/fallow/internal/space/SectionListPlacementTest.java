package dev.fallow.internal.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.Group;
import dev.fallow.OpenOptions;
import dev.fallow.SpaceSettings;
import dev.fallow.format.Checksum;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.format.space.SectionList;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.open.ContainerOpener;
import dev.fallow.internal.session.Session;
import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.report.SpaceReport;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The assumptions of libhdf5 about section lists, checked in every one of many sessions; see {@link ListPlacement}. */
class SectionListPlacementTest {
    private static final int SESSIONS = 40;
    private static final int OBJECTS = 30;
    private static final int RAW_DATA_SLOT = AllocationType.RAW_DATA.number();
    private static final int EXTENSION_ADDRESS = 20;

    @ParameterizedTest
    @CsvSource({"FSM_AGGR, 4096", "PAGE, 512", "PAGE, 4096", "PAGE, 65536"})
    void listsFillTheirBlocksAndThoseThatServeListsAreAtTheEnd(FileSpaceStrategy strategy, long pageSize)
            throws IOException {
        for (long seed : Seeds.range(1, 5)) {
            Random random = new Random(seed);
            byte[] content = created(strategy, pageSize);
            for (int session = 0; session < SESSIONS; session++) {
                content = edited(content, random, session);
                requireLists(content, Seeds.name(seed) + ", session " + session);
            }
        }
    }

    /**
     * A message according to which the lists at the end start before live objects: the objects are reported and kept.
     */
    @Test
    void whatIsLiveAmongTheListsIsKept() throws IOException {
        byte[] content = fileWithAHole(1);
        for (int length = 2; rawDataHeader(content) > addressOf(content, "/g" + (OBJECTS - 1) + "/d"); length++) {
            content = fileWithAHole(length);
        }
        sayListsBeginAt(content, rawDataHeader(content));
        try (ContainerFile file =
                ContainerFile.openBytes(content, OpenOptions.defaults().withReadOnly(true))) {
            assertThat(file.space().findings()).anyMatch(finding -> finding.contains("but section lists"));
        }
        ContainerFile edited = ContainerFile.openBytes(content, OpenOptions.defaults());
        for (int i = 0; i < OBJECTS; i++) {
            edited.root().createGroup("new" + i).createDataset("d", new byte[200]);
        }
        edited.close();
        try (ContainerFile file = ContainerFile.openBytes(
                edited.toByteArray(), OpenOptions.defaults().withReadOnly(true))) {
            for (int i = 0; i < OBJECTS; i++) {
                assertThat(file.dataset("/g" + i + "/d").read()).isEqualTo(new byte[] {(byte) i});
            }
            assertThat(file.space().findings()).isEmpty();
        }
    }

    /** @param length of an attribute, and so of the metadata section in which a manager's header may be placed */
    private static byte[] fileWithAHole(int length) {
        ContainerFile file = ContainerFile.openBytes(created(FileSpaceStrategy.PAGE, 512), OpenOptions.defaults());
        file.root().createGroup("hole").createAttribute("a", new byte[length]);
        file.root().createDataset("hole of raw data", new byte[100]);
        for (int i = 0; i < OBJECTS; i++) {
            file.root().createGroup("g" + i).createDataset("d", new byte[] {(byte) i});
        }
        file.delete("hole");
        file.delete("hole of raw data");
        file.close();
        return file.toByteArray();
    }

    private static long addressOf(byte[] content, String path) {
        try (ContainerFile file =
                ContainerFile.openBytes(content, OpenOptions.defaults().withReadOnly(true))) {
            return file.dataset(path).storageAddress();
        }
    }

    private static long rawDataHeader(byte[] content) throws IOException {
        Session session = open(content);
        long address = StoredManagers.read(session.store(), info(session, content)).managers().stream()
                .filter(manager -> manager.slot() == RAW_DATA_SLOT)
                .findFirst()
                .orElseThrow()
                .headerBlock()
                .address();
        session.close();
        return address;
    }

    private static Session open(byte[] content) {
        return ContainerOpener.openIn(
                new MemoryStorage(content), "in memory", OpenOptions.defaults().withReadOnly(true));
    }

    private static int extension(byte[] content) {
        return (int) fields(content).getLong(EXTENSION_ADDRESS);
    }

    private static FileSpaceInfo info(Session session, byte[] content) throws IOException {
        return new FileSpaceMessage(session.store(), extension(content)).info();
    }

    private static ByteBuffer fields(byte[] content) {
        return ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Changes the file space info message, and recomputes the checksum of the superblock extension. */
    private static void sayListsBeginAt(byte[] content, long address) throws IOException {
        Session session = open(content);
        long said = info(session, content).endOfAllocation();
        session.close();
        int from = extension(content);
        int checksum = from;
        while (fields(content).getInt(checksum) != Checksum.of(content, from, checksum - from)) {
            checksum++;
        }
        int field = from;
        while (fields(content).getLong(field) != said) {
            field++;
        }
        fields(content).putLong(field, address);
        fields(content).putInt(checksum, Checksum.of(content, from, checksum - from));
    }

    private static byte[] created(FileSpaceStrategy strategy, long pageSize) {
        ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults()
                .withSpace(SpaceSettings.defaults().withStrategy(strategy).withPageSize(pageSize)));
        file.close();
        return file.toByteArray();
    }

    private static byte[] edited(byte[] content, Random random, int session) {
        ContainerFile file = ContainerFile.openBytes(content, OpenOptions.defaults());
        Group made = file.root().createGroup("g" + session);
        for (int i = random.nextInt(12); i > 0; i--) {
            made.createDataset("d" + i, new byte[1 + random.nextInt(random.nextInt(4) == 0 ? 70_000 : 300)]);
            made.createGroup("g" + i).createAttribute("a", new byte[random.nextInt(60)]);
            if (random.nextInt(9) == 0) {
                file.flush();
            }
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            List<String> names = file.root().names();
            Group some = file.group(names.get(random.nextInt(names.size())));
            List<String> inside = some.names();
            if (inside.isEmpty() || random.nextInt(3) == 0) {
                file.delete(some.path());
                file.root().createGroup("again" + session + " " + i);
            } else {
                some.delete(inside.get(random.nextInt(inside.size())));
            }
        }
        file.close();
        return file.toByteArray();
    }

    private static void requireLists(byte[] content, String where) throws IOException {
        try (ContainerFile file =
                ContainerFile.openBytes(content, OpenOptions.defaults().withReadOnly(true))) {
            SpaceReport report = file.space();
            assertThat(report.findings()).as(where).isEmpty();
            assertThat(report.untrackedBytes()).as(where + ": untracked bytes").isZero();
        }
        Session session = open(content);
        FileSpaceInfo info = info(session, content);
        long first = session.space().endOfAllocation();
        StoredManagers stored = StoredManagers.read(session.store(), info);
        assertThat(stored.findings()).as(where).isEmpty();
        for (StoredManagers.Manager manager : stored.managers()) {
            SectionList list = manager.sections();
            assertThat(manager.listBlock().length())
                    .as("%s: block of the list of slot %d", where, manager.slot())
                    .isEqualTo((int) SectionList.usedSize(FieldSizes.EIGHT, list.distinctSizes(), list.count()));
            if (manager.slot() == RAW_DATA_SLOT) {
                assertThat(manager.listBlock().address()).as(where).isLessThan(info.endOfAllocation());
            } else {
                assertThat(manager.listBlock().address()).as(where).isGreaterThan(info.endOfAllocation());
                first = Math.min(first, manager.headerBlock().address());
            }
        }
        assertThat(info.endOfAllocation())
                .as(where + ": where the lists at the end begin")
                .isEqualTo(first);
        session.close();
    }
}
