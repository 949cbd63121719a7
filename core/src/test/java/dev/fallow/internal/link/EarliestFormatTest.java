package dev.fallow.internal.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.CreationOrder;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.Group;
import dev.fallow.GroupOptions;
import dev.fallow.OpenOptions;
import dev.fallow.StorageLayout;
import dev.fallow.StoredObject;
import dev.fallow.Types;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.message.ModificationTime;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.format.objectheader.ObjectHeaderPrefix;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceOptions;
import dev.fallow.internal.cache.MetadataCache;
import dev.fallow.internal.codec.AttributeMessage;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.storage.MemoryStorage;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The messages in a file of the earliest format, and the format of new objects. */
class EarliestFormatTest {
    private static final CreateOptions EARLIEST =
            CreateOptions.defaults().withFormat(FileFormat.EARLIEST).withPersistFreeSpace(false);

    private static ObjectStore store(byte[] file) {
        MemoryStorage storage = new MemoryStorage(file);
        FileSpace space = new FileSpace(FileSpaceOptions.defaults(), file.length);
        MetadataCache cache = new MetadataCache(storage, "test", 0, 1 << 20, space::endOfAllocation);
        return new ObjectStore("test", FieldSizes.EIGHT, cache, space, storage, 0, false, new BTreeK(32, 16, 4));
    }

    private static byte[] closed(ContainerFile container) {
        container.close();
        return container.toByteArray();
    }

    /** The type of each message, and the first byte of its body, which is usually the version. */
    private static List<String> messages(ObjectStore store, long address) throws IOException {
        List<String> messages = new ArrayList<>();
        for (LiveMessage message : store.header(address).messages(any -> true)) {
            messages.add(MessageType.titleOf(message.type()) + " " + (message.bytes()[0] & 0xFF));
        }
        return messages;
    }

    private static int headerVersion(byte[] file, long address) {
        return ObjectHeaderPrefix.versionOf(file, (int) address, address);
    }

    @Test
    void everyMessageIsOfItsEarliestVersion() throws IOException {
        ContainerFile container = ContainerFile.createInMemory(EARLIEST);
        Group root = container.root();
        Group group = root.createGroup("group");
        StoredObject contiguous = root.createDataset("contiguous", new double[] {1, 2, 3});
        StoredObject compact = root.createDataset(
                "compact", new int[][] {{1}, {2}}, DatasetOptions.defaults().withLayout(StorageLayout.COMPACT));
        contiguous.createAttribute("ascii", Types.string(4), new long[0], "text");
        contiguous.createAttribute("gr\u00f6\u00dfe", new short[] {1, 2});
        long[] addresses = {root.address(), group.address(), contiguous.address(), compact.address()};
        byte[] file = closed(container);

        ObjectStore store = store(file);
        for (long address : addresses) {
            assertThat(headerVersion(file, address)).isEqualTo(1);
        }
        for (int i = 0; i < 2; i++) {
            assertThat(store.header(addresses[i]).find(MessageType.SYMBOL_TABLE))
                    .isNotNull();
            assertThat(messages(store, addresses[i])).hasSize(1);
        }
        List<String> common = List.of("Dataspace 1", "Datatype 17", "Fill Value 2", "Data Layout 3");
        assertThat(messages(store, addresses[2])).containsAll(common);
        assertThat(messages(store, addresses[3])).containsSubsequence("Dataspace 1", "Datatype 16");
        List<Integer> versions = new ArrayList<>();
        for (LiveMessage message : store.header(addresses[2]).messages(MessageType.ATTRIBUTE)) {
            AttributeMessage attribute = AttributeMessage.decode(message.body(FieldSizes.EIGHT, "attribute"));
            versions.add(attribute.version());
            assertThat(attribute.dataspace(FieldSizes.EIGHT).version()).isEqualTo(1);
        }
        assertThat(versions).containsExactly(1, 3); // names that are not ASCII came later
        SuperblockV0 superblock = SuperblockV0.decode(FieldReader.of(file, FieldSizes.EIGHT, "superblock", 0));
        assertThat(superblock.version()).isZero();
        assertThat(superblock.endOfFile()).isEqualTo(file.length);
        assertThat(superblock.root().cacheType()).isEqualTo(SymbolTableEntry.GROUP);
    }

    @Test
    void theSuperblockRepeatsWhatKindOfGroupTheRootIs() {
        ContainerFile container = ContainerFile.createInMemory(EARLIEST);
        container.root().createExternalLink("outside", "other.h5", "/object");
        byte[] file = closed(container);
        SuperblockV0 superblock = SuperblockV0.decode(FieldReader.of(file, FieldSizes.EIGHT, "superblock", 0));
        assertThat(superblock.root().cacheType()).isEqualTo(SymbolTableEntry.NOTHING_CACHED);
        try (ContainerFile again =
                ContainerFile.openBytes(file, OpenOptions.defaults().withReadOnly(true))) {
            assertThat(again.root().names()).containsExactly("outside");
            assertThat(again.space().findings()).isEmpty();
        }
    }

    @Test
    void newObjectsFollowTheGenerationOfTheRootGroup() throws IOException {
        for (FileFormat format : FileFormat.values()) {
            byte[] file =
                    closed(ContainerFile.createInMemory(CreateOptions.defaults().withFormat(format)));
            ContainerFile container = ContainerFile.openBytes(file, OpenOptions.defaults());
            long[] addresses = {
                container.root().createGroup("group").address(),
                container.root().createDataset("dataset", 1).address()
            };
            byte[] edited = closed(container);
            for (long address : addresses) {
                assertThat(headerVersion(edited, address)).isEqualTo(format == FileFormat.EARLIEST ? 1 : 2);
            }
        }
    }

    @Test
    void whatHasNoPlaceInTheEarliestFormatIsOfALaterOne() throws IOException {
        ContainerFile container = ContainerFile.createInMemory(EARLIEST);
        GroupOptions tracked = GroupOptions.defaults().withCreationOrder(CreationOrder.TRACKED);
        GroupOptions attributes = GroupOptions.defaults()
                .withAttributes(GroupOptions.defaults().attributes().withCreationOrder(CreationOrder.TRACKED));
        long links = container.root().createGroup("links", tracked).address();
        long both = container.root().createGroup("attributes", attributes).address();
        byte[] file = closed(container);
        ObjectStore store = store(file);
        assertThat(headerVersion(file, links)).isEqualTo(1);
        assertThat(headerVersion(file, both)).isEqualTo(2);
        assertThat(store.header(links).find(MessageType.LINK_INFO)).isNotNull();
        assertThat(store.header(both).find(MessageType.LINK_INFO)).isNotNull();
    }

    @Test
    void timesAreStoredWhereThatIsAskedFor() throws IOException {
        long[] seconds = {1_000_000_000};
        for (FileFormat format : FileFormat.values()) {
            for (boolean times : new boolean[] {true, false}) {
                ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults()
                        .withFormat(format)
                        .withTimes(times)
                        .withClock(() -> Instant.ofEpochSecond(seconds[0])));
                StoredObject dataset = container.root().createDataset("dataset", 1);
                seconds[0] += 100;
                dataset.createAttribute("attribute", 1);
                long address = dataset.address();
                byte[] file = closed(container);
                assertThat(changeTime(file, address)).isEqualTo(times ? seconds[0] : -1);
                seconds[0] += 100;
                ContainerFile again = ContainerFile.openBytes(
                        file, OpenOptions.defaults().withClock(() -> Instant.ofEpochSecond(seconds[0])));
                again.dataset("/dataset").deleteAttribute("attribute");
                assertThat(changeTime(closed(again), address)).isEqualTo(times ? seconds[0] : -1);
            }
        }
    }

    private static long changeTime(byte[] file, long address) throws IOException {
        if (headerVersion(file, address) == 1) {
            LiveMessage message = store(file).header(address).find(MessageType.MODIFICATION_TIME);
            return message == null
                    ? -1
                    : ModificationTime.decode(message.body(FieldSizes.EIGHT, "time"))
                            .seconds();
        }
        ObjectHeaderPrefix prefix = ObjectHeaderPrefix.decode(
                FieldReader.of(file, (int) address, file.length, FieldSizes.EIGHT, "header", address));
        return prefix.times() == null ? -1 : prefix.times().change();
    }

    @Test
    void filesOfManyLinksTakeNoMoreSpaceThanTheyHave() {
        ContainerFile container =
                ContainerFile.createInMemory(CreateOptions.defaults().withFormat(FileFormat.EARLIEST));
        Group group = container.root().createGroup("group");
        long before = container.space().liveBytes();
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 500; i++) {
                group.createSoftLink("link" + i, "/nowhere");
            }
            for (int i = 499; i >= 0; i--) {
                group.delete("link" + (i * 7 + round) % 500);
            }
            assertThat(container.space().untrackedBytes()).isZero();
            assertThat(container.space().findings()).isEmpty();
            assertThat(container.space().liveBytes()).isLessThan(before + 200);
        }
    }
}
