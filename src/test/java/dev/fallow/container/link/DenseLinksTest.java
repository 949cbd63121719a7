package dev.fallow.container.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.CreationOrder;
import dev.fallow.Group;
import dev.fallow.GroupOptions;
import dev.fallow.Link;
import dev.fallow.LinkOrder;
import dev.fallow.container.OurSnapshot;
import dev.fallow.format.Checksum;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.report.SpaceReport;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Groups with dense links, edited by Fallow and libhdf5 in turn: each reads the links that the other has written, both
 * switch between compact and dense storage at the same counts, and every byte is accounted for after every session.
 */
@NeedsReference
class DenseLinksTest {
    private static final String GROUP = "/group";
    private static final String TARGET = "/target";

    @TempDir
    private Path folder;

    /** The expected names of the links, in creation order. */
    private final List<String> model = new ArrayList<>();

    private Path path;
    private boolean tracked;
    /** The number of bytes that libhdf5 has left untracked. */
    private long lost;

    private void create(GroupOptions options) {
        path = folder.resolve("dense.h5");
        tracked = options.creationOrder().tracked();
        try (ContainerFile file =
                ContainerFile.create(path, CreateOptions.defaults().withPersistFreeSpace(true))) {
            file.root().createGroup(TARGET);
            file.root().createGroup(GROUP, options);
        }
    }

    private static String name(int i) {
        return "link " + i * 7919L % 1_000_003 + (i % 10 == 0 ? "\u00fc".repeat(i % 90) : "");
    }

    private static boolean isHard(String name) {
        return name.length() % 3 == 0;
    }

    private static String target(String name) {
        return "somewhere/" + name.substring(0, Math.min(300, name.length()));
    }

    private void add(Group group, String name) {
        if (isHard(name)) {
            group.createHardLink(name, TARGET);
        } else {
            group.createSoftLink(name, target(name));
        }
        model.add(name);
    }

    private void add(ReferenceFile file, String name) {
        if (isHard(name)) {
            file.createHardLink(TARGET, GROUP + "/" + name);
        } else {
            file.createSoftLink(target(name), GROUP + "/" + name);
        }
        model.add(name);
    }

    /** Asserts that both read the links of the model, and that every byte is accounted for exactly once. */
    private void check(String where) throws IOException {
        check(where, true);
    }

    /**
     * @param ours whether the session was one of Fallow, which must not leave untracked bytes, unlike one of libhdf5
     */
    private void check(String where, boolean ours) throws IOException {
        assertThat(OurSnapshot.of(path)).as(where).isEqualTo(Snapshot.of(path));
        SpaceReport report;
        List<String> names;
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            report = file.space();
            names = file.group(GROUP).names();
            if (tracked) {
                assertThat(file.group(GROUP).links(LinkOrder.CREATION))
                        .as(where)
                        .extracting(Link::name)
                        .isEqualTo(model);
            }
        }
        assertThat(report.findings()).as(where).isEmpty();
        if (ours) {
            assertThat(report.untrackedBytes()).as(where).isEqualTo(lost);
        }
        lost = report.untrackedBytes();
        assertThat(report.fileBytes()).as(where).isEqualTo(Files.size(path));
        assertThat(names).as(where).isEqualTo(model.stream().sorted().toList());
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.space().freeBytes()).as(where).isEqualTo(report.freeBytes());
            if (tracked) {
                assertThat(file.linksByAge(GROUP)).as(where).isEqualTo(model);
            }
        }
    }

    private long liveBytes() {
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            return file.space().liveBytes();
        }
    }

    @ParameterizedTest
    @EnumSource(value = CreationOrder.class, mode = EnumSource.Mode.EXCLUDE, names = "INHERITED")
    void everyNumberOfThemAndBackToNone(CreationOrder order) throws IOException {
        create(GroupOptions.defaults().withCreationOrder(order));
        long empty = liveBytes();
        Random random = new Random(7);
        int made = 0;
        for (int number : new int[] {1, 8, 9, 10, 60, 400, 2_000}) {
            try (ContainerFile file = ContainerFile.open(path)) {
                Group group = file.group(GROUP);
                while (model.size() < number) {
                    add(group, name(made++));
                }
            }
            check(order + ", grown to " + number);
        }
        for (int number : new int[] {1_500, 700, 100, 10, 6, 5, 1, 0}) {
            try (ContainerFile file = ContainerFile.open(path)) {
                Group group = file.group(GROUP);
                while (model.size() > number) {
                    group.delete(model.remove(random.nextInt(model.size())));
                }
            }
            check(order + ", shrunk to " + number);
        }
        // the header still contains the space of the compact links, and the file contains a list of free sections
        assertThat(liveBytes()).isBetween(empty, empty + 600);
    }

    @ParameterizedTest
    @EnumSource(value = CreationOrder.class, mode = EnumSource.Mode.EXCLUDE, names = "INHERITED")
    void storageChangesWhereItDoesWithLibhdf5(CreationOrder order) throws IOException {
        GroupOptions options = GroupOptions.defaults().withCreationOrder(order).withPhaseChange(5, 3);
        create(options);
        Path theirs = folder.resolve("theirs.h5");
        Files.copy(path, theirs);
        int made = 0;
        for (int step = 0; step < 60; step++) {
            boolean adding = model.isEmpty() || (step / 10 % 2 == 0 && model.size() < 8);
            String name = adding ? name(made++) : model.get(step % model.size());
            try (ContainerFile file = ContainerFile.open(path);
                    ReferenceFile reference = ReferenceFile.open(theirs, true)) {
                if (adding) {
                    add(file.group(GROUP), name);
                    add(reference, name);
                    model.remove(model.size() - 1);
                } else {
                    file.group(GROUP).delete(name);
                    reference.delete(GROUP + "/" + name);
                    model.remove(name);
                }
            }
            String where = "%s, step %d, %d links".formatted(order, step, model.size());
            check(where);
            try (ReferenceFile ours = ReferenceFile.open(path, false);
                    ReferenceFile reference = ReferenceFile.open(theirs, false)) {
                assertThat(ours.overhead(GROUP).linksAreDense())
                        .as(where)
                        .isEqualTo(reference.overhead(GROUP).linksAreDense());
                assertThat(ours.overhead(GROUP).linkIndex())
                        .as(where)
                        .isEqualTo(reference.overhead(GROUP).linkIndex());
            }
        }
    }

    static long[] seeds() {
        return Seeds.range(1, 5);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void sessionsInTurn(long seed) throws IOException {
        Random random = new Random(seed);
        create(GroupOptions.defaults().withCreationOrder(CreationOrder.values()[(int) (seed % 3)]));
        int made = 0;
        for (int session = 0; session < 10; session++) {
            boolean ours = session % 2 == 0;
            int goal = random.nextInt(4) == 0 ? random.nextInt(12) : random.nextInt(600);
            int steps = 20 + Math.abs(goal - model.size());
            try (ContainerFile file = ours ? ContainerFile.open(path) : null;
                    ReferenceFile reference = ours ? null : ReferenceFile.open(path, true)) {
                Group group = ours ? file.group(GROUP) : null;
                for (int step = 0; step < steps; step++) {
                    if (model.isEmpty() || (model.size() < goal) == (random.nextInt(10) > 0)) {
                        if (ours) {
                            add(group, name(made++));
                        } else {
                            add(reference, name(made++));
                        }
                    } else if (random.nextInt(5) == 0) {
                        String from = model.remove(random.nextInt(model.size()));
                        String to = from + "'''"; // the same remainder of the length in the hash function
                        if (ours) {
                            group.rename(from, to);
                        } else {
                            reference.move(GROUP + "/" + from, GROUP + "/" + to);
                        }
                        model.add(to);
                    } else {
                        String gone = model.remove(random.nextInt(model.size()));
                        if (ours) {
                            group.delete(gone);
                        } else {
                            reference.delete(GROUP + "/" + gone);
                        }
                    }
                }
            }
            check("%s, session %d, %s".formatted(Seeds.name(seed), session, ours ? "ours" : "libhdf5's"), ours);
        }
    }

    /** Names with equal hashes are ordered by their bytes, as in libhdf5. */
    @Test
    void namesOfEqualHashes() throws IOException {
        create(GroupOptions.defaults().withCreationOrder(CreationOrder.TRACKED));
        Map<Integer, String> byHash = new HashMap<>();
        List<String> twins = new ArrayList<>();
        for (int i = 0; i < 250_000; i++) {
            byte[] name = ("c" + i).getBytes(StandardCharsets.US_ASCII);
            String other = byHash.put(Checksum.of(name, 0, name.length), "c" + i);
            if (other != null) {
                twins.add(other);
                twins.add("c" + i);
            }
        }
        assertThat(twins).hasSizeGreaterThanOrEqualTo(8);
        Collections.shuffle(twins, new Random(5));
        try (ContainerFile file = ContainerFile.open(path)) {
            Group group = file.group(GROUP);
            for (int i = 0; i < 30; i++) {
                add(group, name(i));
            }
            for (String name : twins) {
                add(group, name);
            }
        }
        check("made by us");
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            for (int i = 0; i < twins.size(); i += 2) {
                file.delete(GROUP + "/" + twins.get(i));
                model.remove(twins.get(i));
            }
            for (int i = 0; i < twins.size(); i += 2) {
                add(file, twins.get(i));
            }
        }
        check("and again by libhdf5", false);
        try (ContainerFile file = ContainerFile.open(path)) {
            for (String name : twins) {
                file.group(GROUP).delete(name);
                model.remove(name);
            }
        }
        check("deleted by us");
    }

    @Test
    void aLinkThatIsTooLongForAHeaderMakesThemDense() throws IOException {
        create(GroupOptions.defaults());
        String longName = "n".repeat(64_997); // a soft link that, with its target, exceeds the size limit of a message
        try (ContainerFile file = ContainerFile.open(path)) {
            Group group = file.group(GROUP);
            add(group, "first");
            group.createSoftLink(longName, "t".repeat(60_000));
            model.add(longName);
        }
        check("two links");
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.overhead(GROUP).linksAreDense()).isTrue();
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            add(file.group(GROUP), "third");
            file.group(GROUP).delete("first");
            model.remove("first");
        }
        check("the long one stays dense");
        try (ContainerFile file = ContainerFile.open(path)) {
            file.group(GROUP).delete(longName);
            model.remove(longName);
        }
        check("the last one is compact again");
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.overhead(GROUP).linksAreDense()).isFalse();
        }
    }

    @Test
    void aGroupIsDeletedWithAllThatItsLinksLieIn() throws IOException {
        create(GroupOptions.defaults().withCreationOrder(CreationOrder.INDEXED));
        try (ContainerFile file = ContainerFile.open(path)) {
            file.root().delete(GROUP);
        }
        long without = liveBytes();
        try (ReferenceFile file =
                ReferenceFile.open(path, true, ReferenceOptions.persistent().trackCreationOrder(true))) {
            file.createGroup(GROUP);
            for (int i = 0; i < 700; i++) {
                add(file, name(i));
            }
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            long before = file.space().untrackedBytes(); // libhdf5 leaves untracked bytes
            file.root().delete(GROUP);
            assertThat(file.space().untrackedBytes()).isEqualTo(before);
            assertThat(file.space().findings()).isEmpty();
        }
        assertThat(liveBytes()).isLessThan(without + 200); // the free-space section lists are longer
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.referenceCount(TARGET)).isEqualTo(1);
        }
    }
}
