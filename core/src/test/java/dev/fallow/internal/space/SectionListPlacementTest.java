package dev.fallow.internal.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Group;
import dev.fallow.OpenOptions;
import dev.fallow.SpaceReport;
import dev.fallow.SpaceSettings;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.format.space.SectionList;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpaceStrategy;
import dev.fallow.internal.Session;
import dev.fallow.internal.SessionOpener;
import dev.fallow.internal.storage.MemoryStorage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What libhdf5 takes for granted about the section lists of a file, in every session of many; see {@link ListPlacement}. */
class SectionListPlacementTest {
    private static final int SESSIONS = 40;
    private static final int RAW_DATA_SLOT = AllocationType.RAW_DATA.number();
    private static final int EXTENSION_ADDRESS = 20;

    @ParameterizedTest
    @CsvSource({"FSM_AGGR, 4096", "PAGE, 512", "PAGE, 4096", "PAGE, 65536"})
    void listsFillTheirBlocksAndThoseThatServeListsAreAtTheEnd(FileSpaceStrategy strategy, long pageSize)
            throws IOException {
        for (long seed = 1; seed <= 5; seed++) {
            Random random = new Random(seed);
            byte[] content = created(strategy, pageSize);
            for (int session = 0; session < SESSIONS; session++) {
                content = edited(content, random, session);
                requireLists(content, "seed %d, session %d".formatted(seed, session));
            }
        }
    }

    private static byte[] created(FileSpaceStrategy strategy, long pageSize) {
        ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults()
                .withSpace(SpaceSettings.defaults().withStrategy(strategy).withPageSize(pageSize)));
        file.close();
        return file.toByteArray();
    }

    private static byte[] edited(byte[] content, Random random, int session) {
        ContainerFile file = ContainerFile.openBytes(content, OpenOptions.edit());
        Group made = file.root().createGroup("g" + session);
        for (int i = random.nextInt(12); i > 0; i--) {
            made.createDataset("d" + i, new byte[1 + random.nextInt(random.nextInt(4) == 0 ? 70_000 : 300)]);
            made.createGroup("g" + i).createAttribute("a", "x".repeat(random.nextInt(60)));
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
        try (ContainerFile file = ContainerFile.openBytes(content, OpenOptions.reading())) {
            SpaceReport report = file.space();
            assertThat(report.findings()).as(where).isEmpty();
            assertThat(report.untrackedBytes()).as(where + ": untracked bytes").isZero();
        }
        Session session = SessionOpener.openIn(new MemoryStorage(content), "in memory", OpenOptions.reading());
        long extension = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).getLong(EXTENSION_ADDRESS);
        FileSpaceInfo info = new FileSpaceMessage(session.store(), extension).info();
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
