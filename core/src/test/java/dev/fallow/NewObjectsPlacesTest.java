package dev.fallow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.filter.Filters;
import dev.fallow.type.FixedPoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is created and deleted between two commits takes no space; an address that the application knows does not change. */
class NewObjectsPlacesTest {
    private static final int COUNT = 400;
    /** A small part of what the objects take. */
    private static final long LITTLE = 200_000;

    private static final DatasetOptions RESERVED = DatasetOptions.defaults().withFillNever(true);

    private static byte[] closed(Consumer<ContainerFile> work) {
        ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());
        work.accept(file);
        file.close();
        return file.toByteArray();
    }

    /** Creates objects of which every second one is deleted, and others that fill the holes for a while. */
    private static void churn(Group parent, Consumer<String> creating) {
        for (int i = 0; i < COUNT; i++) {
            creating.accept("a" + i);
        }
        for (int i = 1; i < COUNT; i += 2) {
            parent.delete("a" + i);
        }
        for (int i = 0; i < COUNT; i++) {
            creating.accept("b" + i);
        }
        for (int i = 0; i < COUNT; i++) {
            parent.delete("b" + i);
        }
    }

    private static void churn(Group parent) {
        churn(parent, parent::createGroup);
    }

    private static void expectSound(ContainerFile file) {
        assertThat(file.check().isSound()).isTrue();
        assertThat(file.space().untracked()).isEmpty();
    }

    private static Set<String> left() {
        Set<String> names = new TreeSet<>();
        for (int i = 0; i < COUNT; i += 2) {
            names.add("a" + i);
        }
        return names;
    }

    @Test
    void deletedGroupsLeaveNoHoles() {
        byte[] churned = closed(file -> churn(file.root()));
        byte[] plain = closed(file -> left().forEach(file.root()::createGroup));
        assertThat(churned.length).isLessThan(plain.length + 512);
        try (ContainerFile file = ContainerFile.openBytes(churned, OpenOptions.defaults())) {
            expectSound(file);
            assertThat(new TreeSet<>(file.root().names())).isEqualTo(left());
            left().forEach(name -> assertThat(file.group(name).names()).isEmpty());
        }
    }

    /** What the last commit has stays where it is. */
    @Test
    void laterCommitsMoveNewObjectsOnly() {
        byte[] content = closed(file -> {
            churn(file.root());
            file.flush();
            long known = file.group("a10").address();
            Group second = file.root().createGroup("second");
            file.flush(); // from here on no address of a new object is known
            churn(second);
            assertThat(file.space().freeBytes()).isGreaterThan(4_000);
            file.flush();
            assertThat(file.space().freeBytes()).isLessThan(1_000);
            assertThat(file.group("a10").address()).isEqualTo(known);
            file.root().createGroup("known");
            file.flush();
            churn(file.root().createGroup("third"));
        });
        try (ContainerFile file = ContainerFile.openBytes(content, OpenOptions.defaults())) {
            expectSound(file);
            assertThat(new TreeSet<>(file.group("second").names())).isEqualTo(left());
            assertThat(new TreeSet<>(file.group("third").names())).isEqualTo(left());
        }
    }

    /** I5. */
    @Test
    void theSameOperationsGiveTheSameBytes() {
        Consumer<ContainerFile> work = file -> {
            churn(file.root());
            file.flush();
            Group group = file.root().createGroup("g");
            churn(group, name -> group.createDataset(name, name.length()));
            Group reserved = file.root().createGroup("r");
            churn(reserved, name -> reserved.createDataset(name, FixedPoint.INT32, new long[] {50}, RESERVED));
        };
        assertThat(closed(work)).isEqualTo(closed(work));
    }

    @Test
    void knownAddressesDoNotChange() {
        List<Long> addresses = new ArrayList<>();
        byte[] content = closed(file -> {
            Group root = file.root();
            churn(root);
            root.createAttribute("object", root.group("a100").reference());
            root.createDataset("numbers", new int[] {1, 2, 3});
            root.createAttribute(
                    "region", root.dataset("numbers").reference(Selection.block(new long[] {1}, new long[] {1})));
            addresses.add(root.group("a398").address());
            assertThat(file.space().freeBytes()).isGreaterThan(4_000);
            Set<StoredObject> kept = new HashSet<>(List.of(root.group("a200"), root.group("a300")));
            file.flush();
            assertThat(root.group("a398").address()).isEqualTo(addresses.get(0));
            assertThat(kept).contains(root.group("a200"), root.group("a300"));
            assertThat(file.get(root.attribute("object").read(Reference.class)).path())
                    .isEqualTo("/a100");
        });
        try (ContainerFile file = ContainerFile.openBytes(content, OpenOptions.defaults())) {
            expectSound(file);
            Group root = file.root();
            assertThat(root.group("a398").address()).isEqualTo(addresses.get(0));
            assertThat(file.get(root.attribute("object").read(Reference.class)).path())
                    .isEqualTo("/a100");
            assertThat(file.get(root.attribute("region").read(Reference.class)).path())
                    .isEqualTo("/numbers");
        }
    }

    @Test
    void handlesFollowTheirObjects() {
        byte[] content = closed(file -> {
            Group root = file.root();
            List<Group> handles = new ArrayList<>();
            churn(root, name -> handles.add(root.createGroup(name)));
            file.flush();
            for (int i = 0; i < COUNT; i += 2) {
                handles.get(i).createGroup("in" + i);
            }
            churn(root.createGroup("more"));
            file.flush();
            for (int i = 0; i < COUNT; i += 2) {
                handles.get(i).createGroup("too" + i);
            }
        });
        try (ContainerFile file = ContainerFile.openBytes(content, OpenOptions.defaults())) {
            expectSound(file);
            for (int i = 0; i < COUNT; i += 2) {
                assertThat(file.group("a" + i).names()).containsExactlyInAnyOrder("in" + i, "too" + i);
            }
        }
    }

    /** A listing has links in memory that are still to come. */
    @Test
    void aListingGoesOnAfterACommit() {
        closed(file -> {
            churn(file.root());
            List<Entry> entries = new ArrayList<>();
            for (Entry entry : file.root().walk(2)) {
                if (entries.size() == 3) {
                    file.flush();
                    file.root().group("a200").createGroup("inside");
                }
                entries.add(entry);
            }
            assertThat(entries)
                    .hasSizeGreaterThanOrEqualTo(COUNT / 2)
                    .allMatch(entry -> entry.kind() == ObjectKind.GROUP);
            for (Entry entry : entries) {
                assertThat(file.root().get(entry.path()).address()).isEqualTo(entry.address());
            }
            List<Link> links = new ArrayList<>();
            Group second = file.root().createGroup("second");
            churn(second);
            for (Link link : second.walkLinks()) {
                if (links.size() == 3) {
                    file.flush();
                }
                links.add(link);
            }
            assertThat(links).hasSize(COUNT / 2);
            for (Link link : links) {
                assertThat(second.group(link.name()).address()).isEqualTo(((Link.Hard) link).address());
            }
        });
    }

    /** Headers that were written and evicted before the commit are read and moved as those in memory are. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theContentIsTheSameWithAnyMemory(boolean persistent) {
        DatasetOptions compact = DatasetOptions.defaults().withLayout(StorageLayout.COMPACT);
        byte[][] content = new byte[2][];
        long[] written = new long[2];
        for (int i = 0; i < 2; i++) {
            ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults()
                    .withPersistFreeSpace(persistent)
                    .withCacheBytes(i == 0 ? 1L << 20 : 0)
                    .withUncommittedBytes(i == 0 ? 1L << 30 : LITTLE));
            Group parent = file.root().createGroup("parent");
            long commits = file.writeStatistics().commits();
            churn(parent, name -> {
                if (name.endsWith("2")) {
                    parent.createDataset(name, new int[] {name.length(), 2, 3}, compact);
                } else {
                    parent.createGroup(name)
                            .createAttribute("text", name.repeat(500).getBytes(UTF_8));
                }
            });
            assertThat(file.writeStatistics().commits()).as("early commits").isEqualTo(commits);
            long before = file.allocatedBytes();
            file.close();
            content[i] = file.toByteArray();
            written[i] = file.writeStatistics().bytes();
            assertThat(content[i].length).isLessThan((int) before * 2 / 3);
        }
        assertThat(written[1]).as("bytes written before the commit").isGreaterThan(written[0] + LITTLE);
        assertThat(content[1]).hasSameSizeAs(content[0]);
        assertThat(Arrays.mismatch(Containers.contentInUse(content[1]), Containers.contentInUse(content[0])))
                .isEqualTo(-1);
        try (ContainerFile file = ContainerFile.openBytes(content[1], OpenOptions.defaults())) {
            assertThat(file.check().isSound()).isTrue();
            assertThat(new TreeSet<>(file.group("parent").names())).isEqualTo(left());
            assertThat(file.group("parent/a64").attribute("text").read(byte[].class))
                    .isEqualTo("a64".repeat(500).getBytes(UTF_8));
        }
    }

    /** A flush inside an operation, whose addresses must stay, moves nothing. */
    @Test
    void aFlushInsideAnOperationMovesNothing() {
        ContainerFile[] open = {null};
        int[] flushed = {0};
        ContainerFile file =
                ContainerFile.createInMemory(CreateOptions.defaults().withProgress((done, total) -> {
                    if (open[0] != null) {
                        open[0].flush();
                        flushed[0]++;
                    }
                    return true;
                }));
        churn(file.root());
        open[0] = file;
        assertThat(file.space().findings()).isEmpty();
        open[0] = null;
        assertThat(flushed[0]).isPositive();
        assertThat(file.freeBytes()).isGreaterThan(4_000);
        file.close();
    }

    /** Objects with several links, committed datatypes and those with attributes in a heap are in the same group. */
    @Test
    void objectsOfAllKindsAreKept() {
        byte[] content = closed(file -> {
            Group root = file.root();
            Group few = root.createGroup("few");
            churn(root, name -> {
                switch (name.charAt(name.length() - 1)) {
                    case '0' -> root.commitDatatype(name, FixedPoint.INT32);
                    case '2' -> root.createDataset(name, name.hashCode());
                    case '4' -> {
                        Group group = root.createGroup(name);
                        for (int i = 0; i < 20; i++) {
                            group.createAttribute("attribute" + i, i);
                        }
                    }
                    case '6' ->
                        (name.length() < 4 && name.startsWith("a1") ? few : root)
                                .createHardLink(name + "-too", root.createGroup(name));
                    default -> root.createGroup(name);
                }
            });
            root.datatype("a0").createAttribute("unit", "m");
            root.group("a8").createAttribute("typed", root.datatype("a10"), new long[0], 3);
            root.createDataset(
                    "chunked", new int[1_000], DatasetOptions.defaults().withChunks(10));
        });
        try (ContainerFile file = ContainerFile.openBytes(content, OpenOptions.defaults())) {
            expectSound(file);
            for (int i = 0; i < COUNT; i += 10) {
                assertThat(file.root().datatype("a" + i).datatype()).isEqualTo(FixedPoint.INT32);
                assertThat(file.dataset("a" + (i + 2)).read(int.class)).isEqualTo(("a" + (i + 2)).hashCode());
                assertThat(file.group("a" + (i + 4)).attributeNames()).hasSize(20);
                String second = (i == 10 ? "few/a" : "a") + (i + 6) + "-too";
                assertThat((Object) file.group("a" + (i + 6))).isEqualTo(file.group(second));
                assertThat(file.group("a" + (i + 8)).linkCount()).isEqualTo(1);
            }
            assertThat(file.root().datatype("a0").attribute("unit").read(String.class))
                    .isEqualTo("m");
            assertThat(file.group("a8").attribute("typed").read(int.class)).isEqualTo(3);
        }
    }

    /** The link count of a header of version 1 is not in a message. */
    @Test
    void oldHeadersWithSeveralLinksAreKept() {
        ContainerFile created =
                ContainerFile.createInMemory(CreateOptions.defaults().withFormat(FileFormat.EARLIEST));
        Group group =
                created.root().createGroup("new", GroupOptions.defaults().withCreationOrder(CreationOrder.TRACKED));
        churn(group, name -> {
            Dataset dataset = group.createDataset(name, name.hashCode());
            if (name.endsWith("4")) {
                created.root().createHardLink(name, dataset);
            }
        });
        created.close();
        try (ContainerFile file = ContainerFile.openBytes(created.toByteArray(), OpenOptions.defaults())) {
            expectSound(file);
            for (String name : left()) {
                assertThat(file.dataset("new/" + name).read(int.class)).isEqualTo(name.hashCode());
                assertThat(file.root().exists(name)).isEqualTo(name.endsWith("4"));
            }
        }
    }

    private static final DatasetOptions DEFLATED =
            DatasetOptions.defaults().withChunks(4).withFilters(Filters.deflate(1));

    private static final Selection FIRST = Selection.block(new long[] {0}, new long[] {1});

    private static void churnChunks(Group root) {
        churn(root, name -> root.createDataset(name, new int[] {name.hashCode(), 2, 3, 4}, DEFLATED));
        for (String name : left()) { // a part of a chunk, which is kept
            assertThat(root.dataset(name).read(FIRST, int[].class)).containsExactly(name.hashCode());
        }
    }

    /** A decoded chunk is kept by the address of its dataset, which another one can have after the commit. */
    @Test
    void decodedChunksAreThoseOfTheirDataset() {
        Set<Long> before = new HashSet<>();
        closed(file -> {
            churnChunks(file.root());
            left().forEach(name -> before.add(file.dataset(name).address()));
        });
        closed(file -> {
            Group root = file.root();
            churnChunks(root);
            file.flush();
            Set<Long> after = new HashSet<>();
            for (String name : left()) {
                Dataset empty = root.createDataset("empty" + name, FixedPoint.INT32, new long[] {4}, DEFLATED);
                assertThat(empty.read(FIRST, int[].class)).containsExactly(0);
                after.add(empty.address());
                assertThat(root.dataset(name).read(FIRST, int[].class)).containsExactly(name.hashCode());
            }
            after.retainAll(before);
            assertThat(after).as("addresses of datasets that have moved").isNotEmpty();
            expectSound(file);
        });
    }

    /** Dense storage is rebuilt on closing, after its objects have moved. */
    @Test
    void sparseTablesOfMovedGroupsAreRebuilt() {
        byte[] content = closed(file -> {
            Group root = file.root();
            churn(root);
            Group inner = root.group("a398");
            churn(inner);
            file.flush();
            for (int i = 0; i < COUNT - 20; i += 2) {
                inner.delete("a" + i);
            }
            Group last = root.createGroup("last");
            churn(last);
            for (int i = 0; i < COUNT - 20; i += 2) {
                last.delete("a" + i);
            }
        });
        try (ContainerFile file = ContainerFile.openBytes(content, OpenOptions.defaults())) {
            expectSound(file);
            assertThat(file.group("a398").names()).hasSize(10);
            assertThat(file.group("last").names()).hasSize(10);
        }
    }

    @Test
    void deletedElementsThatWereNotWrittenTakeNoSpace() {
        byte[] churned = closed(file -> churn(
                file.root(), name -> file.root().createDataset(name, FixedPoint.INT32, new long[] {100}, RESERVED)));
        byte[] plain = closed(file ->
                left().forEach(name -> file.root().createDataset(name, FixedPoint.INT32, new long[] {100}, RESERVED)));
        assertThat(churned.length).isBetween(400 * COUNT / 2, plain.length + 512);
        try (ContainerFile file = ContainerFile.openBytes(churned, OpenOptions.defaults())) {
            expectSound(file);
            Set<Long> addresses = new HashSet<>();
            for (String name : left()) {
                assertThat(file.dataset(name).storageAddress()).isPositive();
                assertThat(addresses.add(file.dataset(name).storageAddress())).isTrue();
                assertThat(file.dataset(name).storedSize()).isEqualTo(400);
            }
        }
    }

    @Test
    void reservedElementsAreInTheFileAfterTheFirstWriteTheCommitOrTheQuestionWhereTheyAre() {
        byte[] content = closed(file -> {
            Group root = file.root();
            for (String name : List.of("written", "asked", "committed", "gone", "copied")) {
                root.createDataset(name, FixedPoint.INT32, new long[] {1_000}, RESERVED);
                assertThat(root.dataset(name).storedSize()).isEqualTo(4_000);
            }
            root.dataset("written").write(Selection.block(new long[] {5}, new long[] {2}), new int[] {8, 9});
            long asked = root.dataset("asked").storageAddress();
            assertThat(asked).isPositive();
            root.delete("gone");
            root.copy("copied", "copy");
            expectSound(file);
            file.flush();
            assertThat(root.dataset("asked").storageAddress()).isEqualTo(asked);
            assertThat(root.dataset("written").read(int[].class)).startsWith(0, 0, 0, 0, 0, 8, 9, 0);
            root.dataset("committed").write(new int[1_000]);
        });
        try (ContainerFile file = ContainerFile.openBytes(content, OpenOptions.defaults())) {
            expectSound(file);
            assertThat(file.root().names()).hasSize(5);
            for (String name : file.root().names()) {
                assertThat(file.dataset(name).storageAddress()).isPositive();
            }
        }
    }

    /** The file cannot become longer than addresses reach: what has no space yet counts. */
    @Test
    void whatIsToBePlacedCounts() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Group root = file.root();
            long[] half = {1L << 59};
            root.createDataset("half", FixedPoint.INT32, half, RESERVED);
            assertThat(org.assertj.core.api.Assertions.catchThrowable(
                            () -> root.createDataset("other", FixedPoint.INT32, half, RESERVED)))
                    .isInstanceOf(WrongTypeException.class);
            root.delete("half");
            root.createDataset("other", FixedPoint.INT32, half, RESERVED);
            root.delete("other");
            expectSound(file);
        }
    }
}
