package dev.fallow.cli.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Group;
import dev.fallow.cli.Golden;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.report.SpaceBreakdown;
import dev.fallow.report.SpaceUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WhyCommandTest extends UsedFileFrame {
    /** The bytes that a group can return with the link: its header is cut, or its links become compact. */
    private static final int MOST_OF_A_LINK = 250;

    @Test
    void theTextIsTheGoldenOne() throws IOException {
        assertThat(fallow("why", file)).isEqualTo(ExitCode.OK);
        Golden.check("why.txt", folder, out);
        assertThat(out.toString().lines()).hasSizeLessThanOrEqualTo(24).allMatch(line -> line.length() <= 80);
        assertThat(fallow("why", file, "/notes", "--depth", 1, "--bytes")).isEqualTo(ExitCode.OK);
        Golden.check("why-notes.txt", folder, out);
    }

    @Test
    void theJsonIsTheGoldenOne() throws IOException {
        assertThat(fallow("why", file, "--json", "--all")).isEqualTo(ExitCode.OK);
        Golden.check("why.json", folder, out);
        assertThat(fallow("why", file, "/runs", "--json", "--depth", 0)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).containsOnlyOnce("\"path\"");
    }

    private static long used(Path file) {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            SpaceBreakdown found = container.spaceBreakdown();
            assertThat(found.findings()).isEmpty();
            return found.bytes(SpaceUse.State.LIVE)
                    - found.amount(SpaceUse.MANAGERS).bytes();
        }
    }

    /** What a deletion returns is what the file uses less afterwards, apart from the link. */
    private void assertReturns(Path container, String path) {
        WhyCommand.DeletionTree tree = treeOf(container, path);
        long before = used(container);
        try (ContainerFile edited = ContainerFile.open(container)) {
            edited.delete(path);
        }
        long returned = tree.returned(tree.target());
        assertThat(before - used(container)).as(path).isBetween(returned, returned + MOST_OF_A_LINK);
    }

    private static WhyCommand.DeletionTree treeOf(Path container, String path) {
        try (ContainerFile read = ContainerFile.openReadOnly(container)) {
            WhyCommand.DeletionTree tree =
                    new WhyCommand.DeletionTree(read.root().get(path).address());
            read.spaceBreakdown(tree);
            tree.addUp();
            return tree;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/images",
                "/images/raw",
                "/images/packed",
                "/runs",
                "/runs/run0",
                "/runs/run11",
                "/notes",
                "/notes/first",
                "/notes/small"
            })
    void aDeletionReturnsWhatItSays(String path) {
        assertReturns(file, path);
    }

    /** Both groups have a link to the shared one; the ring has a link from below to its top. */
    @Test
    void linksThatMeetAreUnderstood() throws IOException {
        Path linked = folder.resolve("linked.h5");
        try (ContainerFile container = ContainerFile.create(linked)) {
            Group one = container.root().createGroup("one");
            Group both = container.root().createGroup("both");
            both.createGroup("left").createGroup("shared").createDataset("data", new int[1_000]);
            both.createGroup("right").createHardLink("again", "/both/left/shared");
            one.createGroup("a").createGroup("b").createHardLink("ring", "/one");
            one.createDataset("data", new int[500]);
            container.root().createHardLink("data", "/both/left/shared/data");
        }
        for (String path : new String[] {"/both", "/both/left", "/both/left/shared", "/one", "/one/a", "/data"}) {
            Path copy = Files.copy(linked, folder.resolve("copy.h5"));
            assertReturns(copy, path);
            Files.delete(copy);
        }
        WhyCommand.DeletionTree tree = treeOf(linked, "/one");
        assertThat(tree.returned(tree.target())).isGreaterThan(2_000);
        tree = treeOf(linked, "/both/left/shared");
        assertThat(tree.returned(tree.target())).isZero();
        assertThat(fallow("why", linked)).isEqualTo(ExitCode.OK);
        Golden.check("why-linked.txt", folder, out);
    }

    /** Two datasets have their strings in one collection: each returns its own objects, and both return all of it. */
    @Test
    void aSharedCollectionReturnsWhatIsTheirs() {
        WhyCommand.DeletionTree words = treeOf(file, "/notes/words");
        WhyCommand.DeletionTree lines = treeOf(file, "/notes/lines");
        WhyCommand.DeletionTree notes = treeOf(file, "/notes");
        long theirs = words.returned(words.target()) + lines.returned(lines.target());
        assertThat(theirs).isLessThan(2_000);
        assertThat(notes.returned(notes.target())).isGreaterThan(theirs + 3_000);
    }

    @Test
    void wrongArgumentsAreSaid() {
        assertThat(fallow("why", file, "/nothing")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("/nothing");
        assertThat(fallow("why", file, "--depth", -1)).isEqualTo(ExitCode.USAGE);
    }
}
