package dev.fallow.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Durability;
import dev.fallow.Group;
import dev.fallow.Link;
import dev.fallow.MaintenanceOptions;
import dev.fallow.OpenOptions;
import dev.fallow.container.session.Differences;
import dev.fallow.oracle.FileSpaceStrategy;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.RegionReferences;
import dev.fallow.oracle.snapshot.ObjectSnapshot;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.oracle.type.StringPadding;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Elements that share objects of the global heap, in every way that libhdf5 creates: after any sequence of deletions
 * and overwrites, libhdf5 reads the remaining elements unchanged.
 */
@NeedsReference
class SharedHeapObjectsTest {
    private static final ReferenceType TEXT = new ReferenceType.VariableString(StringPadding.NULL_TERMINATED, false);

    @TempDir
    private Path folder;

    private int used;

    static Stream<ReferenceOptions> options() {
        return Stream.of(
                ReferenceOptions.persistent(),
                ReferenceOptions.defaults().bounds(FormatBound.EARLIEST, FormatBound.LATEST),
                ReferenceOptions.persistent().strategy(FileSpaceStrategy.PAGE));
    }

    private static SpaceReport space(Path path) {
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            return file.space();
        }
    }

    /** Allocates the released space, in the file and in the global heap. */
    private void useFreedSpace(ContainerFile file) {
        byte[] bytes = new byte[4096];
        Arrays.fill(bytes, (byte) 'Z');
        String[] strings = new String[30];
        Arrays.fill(strings, "Z".repeat(25));
        Group group = file.root().createGroup("new " + used++);
        group.createDataset("bytes", bytes);
        group.createDataset("more bytes", Arrays.copyOf(bytes, 500));
        group.createAttribute("strings", strings);
        for (int i = 0; i < 3; i++) {
            group.createGroup("g" + i).createAttribute("string", "Z".repeat(8 * i));
        }
    }

    private static void assertUnchanged(
            Path path, SortedMap<String, ObjectSnapshot> before, List<String> kept, String as) {
        SortedMap<String, ObjectSnapshot> after = new TreeMap<>(Snapshot.of(path));
        SortedMap<String, ObjectSnapshot> expected = new TreeMap<>(before);
        after.keySet().retainAll(kept);
        expected.keySet().retainAll(kept);
        assertThat(expected).hasSize(kept.size());
        Differences.none(as, after, expected);
    }

    /** Deletes the holders one by one, some after overwriting them, and checks the remaining ones each time. */
    private void takeAway(
            Path path, List<String> order, List<String> others, boolean overwriting, boolean walked, String as)
            throws IOException {
        SortedMap<String, ObjectSnapshot> before = Snapshot.of(path);
        List<String> kept = new ArrayList<>(order);
        kept.addAll(others);
        for (String holder : order) {
            kept.remove(holder);
            if (overwriting) {
                step(path, walked, file -> RegionHolders.overwrite(file, holder));
                assertUnchanged(path, before, kept, as + ", overwritten " + holder);
            }
            step(path, walked, file -> file.delete(holder.substring(1)));
            assertUnchanged(path, before, kept, as + ", deleted " + holder);
        }
        SpaceReport left = space(path);
        assertThat(left.findings().stream().filter(finding -> !finding.contains("not followed")))
                .as(as)
                .isEmpty();
    }

    private interface Edit {
        void make(ContainerFile file);
    }

    private void step(Path path, boolean walked, Edit edit) {
        OpenOptions unforced = OpenOptions.defaults().withDurability(Durability.NEVER);
        try (ContainerFile file = ContainerFile.open(path, unforced)) {
            if (walked) {
                file.space();
            }
            List<String> earlier = file.root().links().stream()
                    .map(Link::name)
                    .filter(name -> name.startsWith("new "))
                    .toList();
            edit.make(file);
            file.flush();
            useFreedSpace(file);
            earlier.forEach(file::delete);
        }
    }

    private static void assertReclaimable(Path path, String as) {
        try (ContainerFile file = ContainerFile.open(path)) {
            file.reclaimUntracked();
            SpaceReport report = file.space();
            assertThat(report.findings()).as(as).isEmpty();
            assertThat(report.untrackedBytes()).as(as).isZero();
        }
    }

    private static List<List<String>> permutations(List<String> of) {
        if (of.isEmpty()) {
            return List.of(List.of());
        }
        List<List<String>> all = new ArrayList<>();
        for (String first : of) {
            List<String> others = new ArrayList<>(of);
            others.remove(first);
            for (List<String> rest : permutations(others)) {
                List<String> one = new ArrayList<>(List.of(first));
                one.addAll(rest);
                all.add(one);
            }
        }
        return all;
    }

    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "true, true"})
    void fourHoldersInEveryOrder(boolean overwriting, boolean walked) throws IOException {
        Path original = folder.resolve("original.h5");
        List<String> holders;
        List<String> others;
        try (ReferenceFile file = ReferenceFile.create(original, ReferenceOptions.persistent())) {
            List<byte[]> references = RegionHolders.references(file);
            holders = RegionHolders.create(file, references);
            holders.removeIf(holder -> !List.of("/attribute", "/other attribute", "/contiguous", "/compounds")
                    .contains(holder));
            others = new ArrayList<>(RegionHolders.createStrings(file));
        }
        others.addAll(List.of("/compact", "/array"));
        for (List<String> order : permutations(holders)) {
            Path path = folder.resolve("file.h5");
            Files.deleteIfExists(path);
            Files.copy(original, path);
            takeAway(path, order, others, overwriting, walked, "order " + order);
        }
    }

    @ParameterizedTest
    @MethodSource("options")
    void everyHolderAndItsCopies(ReferenceOptions options) throws IOException {
        for (int seed = 0; seed < 4; seed++) {
            String as = options + ", seed " + seed;
            boolean walked = seed % 2 == 1;
            Path path = folder.resolve("file.h5");
            Files.deleteIfExists(path);
            List<String> holders;
            List<String> strings;
            try (ReferenceFile file = ReferenceFile.create(path, options)) {
                List<byte[]> references = RegionHolders.references(file);
                strings = RegionHolders.createStrings(file);
                holders = RegionHolders.create(file, references);
                holders.addAll(RegionHolders.copy(file, holders));
            }
            assertThat(space(path).findings()).as(as).isEmpty();
            SortedMap<String, ObjectSnapshot> before = Snapshot.of(path);
            Collections.shuffle(holders, new Random(seed));
            takeAway(path, holders, strings, seed / 2 == 1, walked, as);
            assertReclaimable(path, as);
            assertUnchanged(path, before, strings, as);
        }
    }

    /** Chunked elements are read: heap objects that they refer to are neither released nor reclaimed. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void holdersInChunks(boolean walked) throws IOException {
        Path path = folder.resolve("chunks.h5");
        List<String> holders;
        List<String> others;
        try (ReferenceFile file = ReferenceFile.create(path, ReferenceOptions.persistent())) {
            List<byte[]> references = RegionHolders.references(file);
            holders = RegionHolders.create(file, references);
            others = new ArrayList<>(RegionHolders.createChunked(file, references));
            others.addAll(RegionHolders.createStrings(file));
        }
        SortedMap<String, ObjectSnapshot> before = Snapshot.of(path);
        takeAway(path, holders, others, true, walked, "chunks");
        try (ContainerFile file = ContainerFile.open(path)) {
            file.reclaimUntracked();
            useFreedSpace(file);
        }
        assertUnchanged(path, before, others, "after reclaiming");
        assertThat(space(path).findings()).isEmpty();
    }

    /** With chunked strings in the file, reclaiming frees only what no string refers to, and so does deleting a dataset. */
    @Test
    void stringsInChunks() throws IOException {
        Path path = folder.resolve("strings.h5");
        String[] strings = {"one", "two", "three", "four"};
        try (ReferenceFile file = ReferenceFile.create(path, ReferenceOptions.persistent())) {
            file.createDataset("/contiguous", TEXT, new long[] {4}, strings);
            file.createChunkedDataset("/chunked", TEXT, new long[] {4}, new long[] {2}, strings);
            file.delete("/contiguous");
            file.createDataset("/again", TEXT, new long[] {4}, strings);
        }
        SortedMap<String, ObjectSnapshot> before = Snapshot.of(path);
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThat(file.reclaimUntracked(MaintenanceOptions.defaults().withDryRun(true)))
                    .isNotEmpty(); // libhdf5 does not free the strings of deleted datasets
            assertThat(file.reclaimUntracked()).isNotEmpty();
            useFreedSpace(file);
        }
        assertUnchanged(path, before, List.of("/chunked", "/again"), "chunks, after reclaiming");
        try (ContainerFile file = ContainerFile.open(path)) {
            file.delete("again");
            file.flush();
            useFreedSpace(file);
        }
        assertUnchanged(path, before, List.of("/chunked"), "chunks");
    }

    /** A deletion may leave an unreferenced object in a collection that is still in use: reclaiming removes it. */
    @Test
    void whatDeletingLeavesIsTakenOutOfACollectionThatStays() throws IOException {
        Path path = folder.resolve("left.h5");
        List<String> holders;
        List<String> strings;
        try (ReferenceFile file = ReferenceFile.create(path, ReferenceOptions.persistent())) {
            List<byte[]> references = RegionHolders.references(file);
            holders = RegionHolders.create(file, references);
            strings = RegionHolders.createStrings(file);
        }
        SortedMap<String, ObjectSnapshot> before = Snapshot.of(path);
        try (ContainerFile file = ContainerFile.open(path)) {
            holders.forEach(holder -> file.delete(holder.substring(1)));
        }
        SpaceReport report = space(path);
        assertThat(report.findings()).isEmpty();
        // two unreferenced objects of 16 bytes and a selection; the collection itself is live
        assertThat(report.untrackedBytes()).isBetween(80L, 400L);
        assertReclaimable(path, "left");
        assertUnchanged(path, before, strings, "left");
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThat(file.reclaimUntracked()).isEmpty();
        }
    }

    /** After a complete walk, deleting the last holder of a heap object releases the object. */
    @Test
    void theLastHolderThatIsKnownFreesTheObject() {
        Path path = folder.resolve("last.h5");
        List<String> holders;
        try (ReferenceFile file = ReferenceFile.create(path, ReferenceOptions.persistent())) {
            holders = RegionHolders.create(file, RegionHolders.references(file));
        }
        Collections.reverse(holders); // the elements and the fill value of the first holder share an object
        for (String holder : holders) {
            try (ContainerFile file = ContainerFile.open(path)) {
                file.space();
                file.delete(holder.substring(1));
            }
        }
        assertThat(space(path).untrackedBytes()).isZero();
    }

    /** In a container that Fallow has created no heap objects are shared, and they are released at once. */
    @Test
    void aNewContainerLosesNothing() {
        Path path = folder.resolve("new.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            file.root().createDataset("one", new int[4]);
            for (String holder : List.of("contiguous", "attribute")) {
                file.root().createGroup(holder);
            }
            RegionHolders.overwrite(file, "/attribute");
            file.copy("attribute", "copy of attribute");
            RegionHolders.overwrite(file, "/attribute");
            file.delete("attribute");
            file.delete("copy of attribute");
            assertThat(file.space().untrackedBytes()).isZero();
        }
    }

    /**
     * libhdf5 copies compounds to another file with their heap IDs unchanged, which may be the IDs of unrelated objects
     * there.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void copiesBetweenFiles(boolean walked) throws IOException {
        Path source = folder.resolve("source.h5");
        Path target = folder.resolve("target.h5");
        List<String> holders;
        try (ReferenceFile from = ReferenceFile.create(source, ReferenceOptions.persistent());
                ReferenceFile to = ReferenceFile.create(target, ReferenceOptions.persistent())) {
            List<byte[]> references = RegionHolders.references(from);
            holders = RegionHolders.create(from, references);
            for (String path : List.of("/one", "/two")) {
                to.createDataset(path, ReferenceType.int32(), new long[] {4}, new int[4]);
            }
            RegionHolders.createStrings(to);
            for (String holder : holders) {
                from.copy(holder, to, holder);
            }
        }
        assertThat(space(target).findings()).isEmpty();
        for (String holder : holders) {
            step(target, walked, file -> file.delete(holder.substring(1)));
            try (ReferenceFile file = ReferenceFile.open(target, false)) {
                assertThat(file.read("/strings")).as(holder).isEqualTo(new String[] {"first", "", "third ".repeat(20)});
                assertThat(file.attributes("/named").read("name")).as(holder).isEqualTo(new String[] {"a name"});
            }
        }
        assertReclaimable(target, "copies");
    }

    /**
     * References of the new form have separate heap objects when they are written, and share them when they are copied.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void newReferences(boolean walked) throws IOException {
        ReferenceType.Reference type = RegionReferences.newType();
        Path original = folder.resolve("original.h5");
        List<String> holders = new ArrayList<>(List.of("/contiguous", "/filled", "/sequence"));
        List<String> strings;
        try (ReferenceFile file = ReferenceFile.create(original, ReferenceOptions.persistent())) {
            file.createDataset("/one", ReferenceType.int32(), new long[] {4}, new int[4]);
            RegionReferences.newToBegin(file, "/one", reference -> {
                file.createDataset("/contiguous", type, new long[] {2}, List.of(reference, reference));
                file.createFilledDataset("/filled", type, new long[] {2}, null, true, reference);
                file.createDataset(
                        "/sequence",
                        new ReferenceType.VariableLength(type),
                        new long[] {1},
                        List.of(List.of(reference)));
            });
            holders.addAll(RegionHolders.copy(file, List.of("/contiguous", "/filled")));
            strings = RegionHolders.createStrings(file);
        }
        assertThat(space(original).findings()).isEmpty();
        for (int seed = 0; seed < 4; seed++) {
            Path path = folder.resolve("file.h5");
            Files.deleteIfExists(path);
            Files.copy(original, path);
            Collections.shuffle(holders, new Random(seed));
            takeAway(path, holders, strings, false, walked, "seed " + seed);
            assertReclaimable(path, "seed " + seed);
        }
    }

    /**
     * Each copy of a string has its own heap object, which is released with the copy; the object of a fill value is
     * shared.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void copiedStrings(boolean walked) throws IOException {
        Path original = folder.resolve("original.h5");
        List<String> holders = new ArrayList<>(List.of("/contiguous", "/attribute", "/unwritten", "/written"));
        String[] strings = {"a string", "", "and another one"};
        long[] three = {3};
        try (ReferenceFile file = ReferenceFile.create(original, ReferenceOptions.persistent())) {
            file.createDataset("/contiguous", TEXT, three, strings);
            file.createGroup("/attribute");
            file.attributes("/attribute").create("a", TEXT, three, strings);
            file.createFilledDataset("/unwritten", TEXT, three, null, false, "the fill value");
            file.createFilledDataset("/written", TEXT, three, null, true, "another fill value");
            file.write("/written", strings);
            holders.addAll(RegionHolders.copy(file, List.copyOf(holders)));
        }
        assertThat(space(original).findings()).isEmpty();
        for (int seed = 0; seed < 4; seed++) {
            Path path = folder.resolve("file.h5");
            Files.deleteIfExists(path);
            Files.copy(original, path);
            Collections.shuffle(holders, new Random(seed));
            takeAway(path, holders, List.of(), false, walked, "seed " + seed);
            assertReclaimable(path, "seed " + seed);
        }
    }

    @Test
    void stringsOfTheirOwnAreFreedWithoutAWalk() {
        Path path = folder.resolve("strings.h5");
        String[] strings = {"a string", "and another one"};
        try (ReferenceFile file = ReferenceFile.create(path, ReferenceOptions.persistent())) {
            file.createDataset("/contiguous", TEXT, new long[] {2}, strings);
            file.copy("/contiguous", "/copy");
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            file.delete("contiguous");
            assertThat(file.dataset("copy").read()).isEqualTo(strings);
            file.delete("copy");
            assertThat(file.space().untrackedBytes()).isZero();
        }
    }

    /**
     * In a damaged file two strings share one heap object. A walk detects this, and deleting one string does not
     * release the object of the other.
     */
    @Test
    void stringsThatShareAnObjectInADamagedFile() throws IOException {
        Path path = folder.resolve("damaged.h5");
        long first;
        long second;
        try (ReferenceFile file = ReferenceFile.create(path, ReferenceOptions.persistent())) {
            file.createDataset("/first", TEXT, new long[] {1}, new String[] {"string 1"});
            file.createDataset("/second", TEXT, new long[] {1}, new String[] {"string 2"});
            first = file.offset("/first");
            second = file.offset("/second");
        }
        byte[] bytes = Files.readAllBytes(path);
        System.arraycopy(bytes, (int) first, bytes, (int) second, 16);
        Files.write(path, bytes);
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThat(file.space().findings()).singleElement().asString().contains("hold objects of the global heap");
            file.delete("first");
            file.flush();
            useFreedSpace(file);
            assertThat(file.dataset("second").read()).isEqualTo(new String[] {"string 1"});
        }
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.read("/second")).isEqualTo(new String[] {"string 1"});
        }
    }
}
