package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.report.SpaceReport;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Links of every kind are created, listed, renamed and moved; objects exist as long as they have hard links. */
class LinksTest {
    private final ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults());
    private final Group root = container.root();

    @AfterEach
    void everyByteIsAccountedFor() {
        SpaceReport report = container.space();
        assertThat(report.findings()).isEmpty();
        assertThat(report.untracked()).isEmpty();
        assertThat(report.liveBytes() + report.freeBytes()).isEqualTo(report.fileBytes());
    }

    /** A refusal changes nothing (I4). */
    private void assertRefused(Class<? extends Exception> kind, ThrowingCallable operation, String... words) {
        SpaceReport before = container.space();
        List<Entry> entries = container.root().listRecursively();
        assertThatThrownBy(operation).isInstanceOf(kind).hasMessageContainingAll(words);
        assertThat(container.space()).isEqualTo(before);
        assertThat(container.root().listRecursively()).isEqualTo(entries);
    }

    @Test
    void anObjectLivesUntilItsLastHardLinkGoes() {
        Dataset dataset = root.createDataset("a", new int[] {1, 2, 3});
        Group group = root.createGroup("group");
        root.createHardLink("group/b", "/a");
        group.createHardLink("c", dataset);
        assertThat(dataset.linkCount()).isEqualTo(3);
        root.delete("a");
        assertThat(dataset.linkCount()).isEqualTo(2);
        root.delete("group/b");
        assertThat(dataset.read()).isEqualTo(new int[] {1, 2, 3});
        assertThat(root.dataset("group/c").linkCount()).isEqualTo(1);
        root.delete("group");
        assertThatThrownBy(dataset::read)
                .isInstanceOf(NoSuchObjectException.class)
                .hasMessageContaining("was deleted");
    }

    @Test
    void linksSayWhatTheyAre() {
        Group group = root.createGroup("group", GroupOptions.defaults().withCreationOrder(CreationOrder.TRACKED));
        Dataset dataset = group.createDataset("z", 1);
        group.createSoftLink("y", "../nowhere/\u00e9");
        group.createExternalLink("x", "other.h5", "/object");
        assertThat(group.links(LinkOrder.CREATION))
                .containsExactly(
                        new Link.Hard("z", dataset.address(), OptionalLong.of(0)),
                        new Link.Soft("y", "../nowhere/\u00e9", OptionalLong.of(1)),
                        new Link.External("x", "other.h5", "/object", OptionalLong.of(2)));
        assertThat(group.links()).extracting(Link::name).containsExactly("x", "y", "z");
        assertThat(group.links(LinkOrder.CREATION))
                .extracting(Link::kind)
                .containsExactly(LinkKind.HARD, LinkKind.SOFT, LinkKind.EXTERNAL);
        assertThat(root.link("group")).isEqualTo(new Link.Hard("group", group.address(), OptionalLong.empty()));
        assertRefused(ContainerException.class, () -> root.links(LinkOrder.CREATION), "does not track creation order");
        assertRefused(NoSuchObjectException.class, () -> root.link("group/w"), "/group/w");
        assertRefused(ContainerException.class, () -> root.link("/"), "does not name a link");
    }

    @Test
    void softLinksAreFollowedWhenTheyLeadSomewhere() {
        root.createGroup("a").createGroup("b");
        root.createSoftLink("s", "a/b");
        root.createSoftLink("t", "/s");
        assertThat(root.group("t").address()).isEqualTo(root.group("a/b").address());
        root.createHardLink("h", "t");
        assertThat(root.group("a/b").linkCount()).isEqualTo(2);
        root.delete("t"); // the link, not its target
        assertThat(root.exists("a/b")).isTrue();
        root.delete("a");
        assertThat(root.exists("s")).isFalse();
        assertThat(root.exists("h")).isTrue();
    }

    @Test
    void whatCannotBeLinkedIsRefused() {
        root.createGroup("a");
        root.createDataset("d", 1);
        assertRefused(ObjectExistsException.class, () -> root.createHardLink("a", "d"), "/a exists");
        assertRefused(ObjectExistsException.class, () -> root.createHardLink("/", "d"), "/ exists");
        assertRefused(ObjectExistsException.class, () -> root.createSoftLink("a", "d"), "/a exists");
        assertRefused(ObjectExistsException.class, () -> root.createExternalLink("a", "f", "d"), "/a exists");
        assertRefused(NoSuchObjectException.class, () -> root.createHardLink("b", "none"), "/none");
        assertRefused(NoSuchObjectException.class, () -> root.createHardLink("none/b", "d"), "/none");
        assertRefused(NoSuchObjectException.class, () -> root.createSoftLink("d/b", "a"), "expected a group at /d");
        assertRefused(IllegalArgumentException.class, () -> root.createSoftLink("b", ""), "found 0");
        assertRefused(IllegalArgumentException.class, () -> root.createSoftLink("b", "a\0b"), "zero byte");
        assertRefused(IllegalArgumentException.class, () -> root.createSoftLink("b", "x".repeat(65_536)), "65536");
        assertRefused(IllegalArgumentException.class, () -> root.createExternalLink("b", "", "x"), "needs a file");
        assertRefused(IllegalArgumentException.class, () -> root.createExternalLink("b", "f", ""), "and a path");
        try (ContainerFile other = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Group foreign = other.root();
            assertRefused(ContainerException.class, () -> root.createHardLink("b", foreign), "in another container");
        }
        Dataset gone = root.createDataset("gone", 1);
        root.delete("gone");
        assertRefused(NoSuchObjectException.class, () -> root.createHardLink("b", gone), "was deleted");
    }

    @Test
    void renamingAndMovingKeepTheObject() {
        Group a = root.createGroup("a");
        Group b = root.createGroup("b");
        Dataset dataset = a.createDataset("d", new long[] {5});
        root.createHardLink("also", "a/d");
        a.rename("d", "e");
        assertThat(a.names()).containsExactly("e");
        root.move("a/e", "b/f");
        assertThat(a.names()).isEmpty();
        assertThat(b.dataset("f").address()).isEqualTo(dataset.address());
        assertThat(dataset.linkCount()).isEqualTo(2);
        a.move("/b/f", "g"); // one path from the root, the other from the group
        assertThat(root.dataset("a/g").read()).isEqualTo(new long[] {5});
        root.move("a", "b/a");
        root.createSoftLink("s", "b/a/g");
        root.rename("s", "t");
        assertThat(root.link("t")).isEqualTo(new Link.Soft("t", "b/a/g", OptionalLong.empty()));
        assertThat(root.dataset("t").address()).isEqualTo(dataset.address());
        root.rename("b/a", "c");
        assertThat(root.dataset("b/c/g").linkCount()).isEqualTo(2);
        assertThat(root.exists("t")).isFalse();
    }

    @Test
    void aRenamedLinkIsTheLastOne() {
        Group group = root.createGroup("group", GroupOptions.defaults().withCreationOrder(CreationOrder.INDEXED));
        for (String name : List.of("a", "b", "c")) {
            group.createSoftLink(name, "x");
        }
        group.rename("a", "z");
        assertThat(group.links(LinkOrder.CREATION)).extracting(Link::name).containsExactly("b", "c", "z");
        assertThat(group.link("z").creationOrder()).hasValue(3);
        group.delete("c");
        group.createSoftLink("d", "x");
        assertThat(group.link("d").creationOrder())
                .as("numbers are not used again")
                .hasValue(4);
        group.names().forEach(group::delete);
        group.createSoftLink("e", "x");
        assertThat(group.link("e").creationOrder())
                .as("until the last link goes")
                .hasValue(0);
    }

    @Test
    void whatCannotBeMovedIsRefused() {
        root.createGroup("a").createGroup("b").createGroup("c");
        root.createDataset("d", 1);
        root.createSoftLink("s", "/a/b");
        assertRefused(ContainerException.class, () -> root.move("a", "a/x"), "into itself", "/a", "/a/x");
        assertRefused(ContainerException.class, () -> root.move("a", "a/b/c/x"), "into itself");
        assertRefused(ContainerException.class, () -> root.move("a", "s/x"), "into itself");
        assertRefused(ContainerException.class, () -> root.group("a/b").move("/a", "x"), "into itself");
        assertRefused(ObjectExistsException.class, () -> root.move("a", "d"), "/d exists");
        assertRefused(ObjectExistsException.class, () -> root.move("a", "a"), "/a exists");
        assertRefused(ObjectExistsException.class, () -> root.rename("a", "d"), "/d exists");
        assertRefused(ObjectExistsException.class, () -> root.move("a", "/"), "/ exists");
        assertRefused(NoSuchObjectException.class, () -> root.move("none", "x"), "/none");
        assertRefused(NoSuchObjectException.class, () -> root.move("a", "none/x"), "/none");
        assertRefused(NoSuchObjectException.class, () -> root.move("a", "d/x"), "expected a group at /d");
        assertRefused(ContainerException.class, () -> root.move("/", "x"), "does not name a link");
        assertRefused(IllegalArgumentException.class, () -> root.rename("a", "x/y"), "x/y");
        assertRefused(IllegalArgumentException.class, () -> root.rename("a", ""), "expected a name");
        assertRefused(IllegalArgumentException.class, () -> root.rename("a", "."), "expected a name");
        root.move("s", "a/s"); // the target of a soft link does not matter
        root.move("d", "a/b/d");
        assertThat(root.exists("a/s/d")).isTrue();
    }

    /** The path with which a handle was opened may now lead elsewhere; then containment is determined by addresses. */
    @Test
    void aHandleWithAnOldPathDoesNotLetAGroupIntoItself() {
        Group below = root.createGroup("a").createGroup("b");
        Group beside = root.createGroup("beside");
        root.rename("a", "c");
        root.createGroup("a").createGroup("b"); // other ones of this name
        assertRefused(ContainerException.class, () -> below.move("/c", "x"), "into itself");
        root.rename("beside", "there");
        beside.move("/a", "x");
        assertThat(root.exists("there/x/b")).isTrue();
    }

    @Test
    void groupsThatLeadToThemselvesGoWithTheirLastLinkFromOutside() {
        long empty = container.allocatedBytes();
        Group a = root.createGroup("a");
        a.createHardLink("self", a);
        assertThat(a.linkCount()).isEqualTo(2);
        a.delete("self");
        assertThat(a.linkCount()).isEqualTo(1);
        a.createHardLink("self", a);
        a.createGroup("b").createGroup("c").createHardLink("up", a);
        a.createDataset("b/c/d", new int[50]);
        root.createHardLink("also", "a/b");
        root.delete("a");
        assertThat(root.exists("also/c/up/self/b/c/d")).as("b leads to a").isTrue();
        root.createHardLink("also/c/root", "/");
        root.createGroup("kept");
        root.createHardLink("also/c/kept", "kept");
        assertThat(root.linkCount()).isEqualTo(2);
        root.delete("also");
        assertThat(root.names()).containsExactly("kept");
        assertThat(root.linkCount()).isEqualTo(1);
        assertThat(root.group("kept").linkCount()).isEqualTo(1);
        assertThatThrownBy(a::names).isInstanceOf(NoSuchObjectException.class);
        root.delete("kept");
        assertThat(container.allocatedBytes()).isEqualTo(empty);
    }

    /** A cycle larger than the search limit is kept, and its space is reported. */
    @Test
    void aCircleThatIsTooLargeStays() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Group top = file.root().createGroup("top");
            for (int i = 0; i < 600; i++) {
                Group group = top.createGroup("g" + i);
                for (int k = 0; k < 7; k++) {
                    group.createGroup("h" + k);
                }
                top = group;
            }
            top.createHardLink("up", file.group("/top"));
            long before = file.space().liveBytes();
            file.delete("/top");
            assertThat(file.root().names()).isEmpty();
            assertThat(file.space().untrackedBytes()).isGreaterThan(before / 2);
            assertThat(file.space().findings()).isEmpty();
        }
    }

    @Test
    void aDeepTreeIsDeletedWithoutRecursion() {
        long empty = container.allocatedBytes();
        Group group = root.createGroup("deep");
        for (int i = 0; i < 10_000; i++) {
            group = group.createGroup("g");
        }
        root.delete("deep");
        assertThat(container.allocatedBytes()).isEqualTo(empty);
        assertThat(root.names()).isEmpty();
    }

    @Test
    void attributesAreRenamed() {
        Group group = root.createGroup(
                "group",
                GroupOptions.defaults()
                        .withAttributes(AttributeOptions.defaults().withCreationOrder(CreationOrder.TRACKED)));
        group.createAttribute("a", 1);
        group.createAttribute("b", "text");
        group.renameAttribute("a", "a much longer name than before");
        group.renameAttribute("b", "\u00e9");
        assertThat(group.attributeNames()).containsExactly("a much longer name than before", "\u00e9");
        assertThat(group.attribute("\u00e9").read()).isEqualTo("text");
        assertRefused(NoSuchObjectException.class, () -> group.renameAttribute("a", "c"), "no attribute a");
        assertRefused(ObjectExistsException.class, () -> group.renameAttribute("\u00e9", "\u00e9"), "exists");
        assertRefused(IllegalArgumentException.class, () -> group.renameAttribute("\u00e9", ""), "1 to");
        group.renameAttribute("a much longer name than before", "s");
        assertThat(group.attribute("s").read()).isEqualTo(1);
    }

    @Test
    void optionsAreChecked() {
        GroupOptions options = GroupOptions.defaults();
        assertThatThrownBy(() -> options.withPhaseChange(3, 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("links", "3", "4");
        assertThatThrownBy(() -> options.withPhaseChange(65_536, 4)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> AttributeOptions.defaults().withPhaseChange(1, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("attributes");
        GroupOptions all = options.withPhaseChange(65_535, 0)
                .withCreationOrder(CreationOrder.INDEXED)
                .withAttributes(
                        AttributeOptions.defaults().withPhaseChange(0, 0).withCreationOrder(CreationOrder.TRACKED));
        assertThat(root.createGroup("all", all).options()).isEqualTo(all);
        assertThat(root.createGroup("none").options())
                .isEqualTo(options.withCreationOrder(CreationOrder.UNTRACKED)
                        .withAttributes(AttributeOptions.defaults().withCreationOrder(CreationOrder.UNTRACKED)));
        AttributeOptions indexed = AttributeOptions.defaults().withCreationOrder(CreationOrder.INDEXED);
        Dataset dataset = root.createDataset("d", 1, DatasetOptions.defaults().withAttributes(indexed));
        assertThat(dataset.attributeOptions()).isEqualTo(indexed);
        root.copy("d", "copy");
        assertThat(root.dataset("copy").attributeOptions()).isEqualTo(indexed);
        byte[] content;
        try (ContainerFile file =
                ContainerFile.createInMemory(CreateOptions.defaults().withRootGroup(all))) {
            file.root().createGroup("all", all);
            file.flush();
            content = file.toByteArray();
        }
        try (ContainerFile file = ContainerFile.openBytes(
                content, OpenOptions.defaults().withReadOnly(true).withIgnoreWriteFlag(true))) {
            assertThat(file.group("/all").options()).isEqualTo(all);
            assertThat(file.root().options()).isEqualTo(all);
        }
    }

    /**
     * The limit is that of the reference library, including links in the targets of others: each link doubles the
     * number of the previous ones.
     */
    @Test
    void aPathLeadsThroughAtMostSixteenSoftLinks() {
        Group group = root.createGroup("group");
        group.createSoftLink("self", "/group");
        assertThat(root.exists("group" + "/self".repeat(16))).isTrue();
        assertThatThrownBy(() -> root.exists("group" + "/self".repeat(17)))
                .isInstanceOf(NoSuchObjectException.class)
                .hasMessageContaining("more than 16 soft links");
        root.createSoftLink("s0", "/.");
        for (int i = 1; i < 40; i++) {
            root.createSoftLink("s" + i, "/s%d/s%d".formatted(i - 1, i - 1));
        }
        assertThat(root.exists("s3")).as("15 soft links").isTrue();
        assertThatThrownBy(() -> root.get("s39"))
                .isInstanceOf(NoSuchObjectException.class)
                .hasMessageContaining("more than 16 soft links");
    }

    @Test
    void entriesAreTheSameIfAllOfThemIs() {
        root.createGroup("a").createGroup("b");
        root.createSoftLink("c", "/a");
        List<Entry> entries = root.listRecursively();
        assertThat(entries).isEqualTo(root.listRecursively()).doesNotHaveDuplicates();
        assertThat(entries).extracting(Entry::path).containsExactly("/a", "/a/b", "/c");
        assertThat(root.listRecursively()).hasSameHashCodeAs(entries);
        assertThat(entries.get(2))
                .hasToString("Entry[path=/c, kind=SOFT_LINK, address=-1, target=/a, problem=null]")
                .isNotEqualTo(entries.get(0));
        assertThat(root.group("a").list()).containsExactly(entries.get(1));
    }

    @Test
    void aWalkTellsDepthAndLastOnes() {
        root.createGroups("a/b");
        root.createSoftLink("a/c", "/");
        root.createSoftLink("d", "/");
        List<String> seen = new ArrayList<>();
        for (Entry entry : root.walk(Integer.MAX_VALUE)) {
            seen.add("%s %d %s".formatted(entry.path(), entry.depth(), entry.isLast()));
        }
        assertThat(seen).containsExactly("/a 1 false", "/a/b 2 false", "/a/c 2 true", "/d 1 true");
        assertThat(root.walk(Integer.MAX_VALUE)).containsExactlyElementsOf(root.listRecursively());
        assertThat(root.walk(1)).containsExactlyElementsOf(root.list());
        Iterator<Entry> entries = root.walk(1).iterator();
        entries.next();
        entries.next();
        assertRefused(NoSuchElementException.class, entries::next, "no entry is left");
        assertRefused(IllegalArgumentException.class, () -> root.walk(0), "at least 1, found 0");
        assertThat(root.walkLinks()).containsExactlyElementsOf(root.links());
    }
}
