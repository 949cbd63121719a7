package dev.fallow.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import dev.fallow.Group;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.report.SpaceReport;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The output and the exit codes of the command. */
class FallowTest extends CommandFrame {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() {
        file = folder.resolve("file.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            Group group = container.root().createGroup("group");
            group.createDataset("numbers", new int[2][3]);
            group.createDataset("gone", new double[100]);
            group.createDataset("after", new short[10]);
            container.root().createDataset("text", "hello");
            container.delete("/group/gone");
        }
    }

    @Test
    void tourTellsAndVerifies() {
        Path target = folder.resolve("tour.h5");
        assertThat(fallow("tour", target)).as(out.toString()).isEqualTo(ExitCode.OK);
        assertThat(out.toString().strip()).endsWith("\nAll checks passed.").doesNotContain("FAIL");
        assertThat(fallow("tour", target)).as("it exists now").isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains(target.toString(), "exists");
    }

    @Test
    void tourLeavesNothingBehindUnlessAFileIsGiven() throws IOException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        assertThat(fallow("tour")).as(out.toString()).isEqualTo(ExitCode.OK);
        String first = out.toString().lines().findFirst().orElseThrow();
        Path used = Path.of(first.substring("A tour of ".length()));
        assertThat(used).startsWithRaw(temporary).hasFileName("tour.h5");
        assertThat(used.getParent()).doesNotExist();
        assertThat(out.toString()).contains("fallow tour tour.h5").doesNotContain("h5dump");
        Path kept = folder.resolve("tour.h5");
        assertThat(fallow("tour", kept)).isEqualTo(ExitCode.OK);
        assertThat(kept).exists();
        assertThat(out.toString()).contains("h5dump -H " + kept);
    }

    @Test
    void recoverSaysThatAMarkIsLeft() throws IOException {
        Path left = folder.resolve("left.h5");
        try (ContainerFile open = ContainerFile.open(file)) {
            open.root().createGroup("committed");
            open.flush();
            Files.copy(file, left); // without the journal
        }
        byte[] bytes = Files.readAllBytes(left);
        assertThat(fallow("recover", left)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out.toString())
                .contains("journal    none", "marked as open for writing", "fallow check --repair " + left);
        assertThat(fallow("recover", "--json", left)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out.toString()).contains("\"markLeft\" : true");
        assertThat(Files.readAllBytes(left)).isEqualTo(bytes);
        assertThat(fallow("check", "--repair", left)).as(out.toString()).isEqualTo(ExitCode.OK);
        assertThat(fallow("recover", "--json", left)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("\"markLeft\" : false");
    }

    @Test
    void lsListsOneGroupOrAll() {
        assertThat(fallow("ls", file)).isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines())
                .hasSize(2)
                .anyMatch(line -> line.startsWith("group ") && line.endsWith(" /group"));
        assertThat(fallow("ls", file, "/group")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("int32", "(2, 3)", "/group/numbers").doesNotContain("gone");
        assertThat(fallow("ls", "-r", file)).isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines()).hasSize(4);
    }

    @Test
    void lsAsJsonIsAnArrayOfObjectsInOne() throws IOException {
        assertThat(fallow("ls", "-r", "--json", file)).isEqualTo(ExitCode.OK);
        assertThat(strings("path")).containsExactly("/group", "/group/after", "/group/numbers", "/text");
        assertThat(strings("kind")).containsExactly("group", "dataset", "dataset", "dataset");
        assertThat(strings("type")).containsExactly("int16", "int32", "utf8 string");
    }

    @Test
    void spaceAddsUpToTheFile() throws IOException {
        assertThat(fallow("space", "--json", file)).isEqualTo(ExitCode.OK);
        long fileBytes = number("fileBytes");
        assertThat(fileBytes).isEqualTo(Files.size(file));
        assertThat(number("liveBytes") + number("freeBytes") + number("untrackedBytes"))
                .isEqualTo(fileBytes);
        assertThat(number("untrackedBytes")).isZero();
        assertThat(fallow("space", "--json", "--sections", file)).isEqualTo(ExitCode.OK);
        assertThat(strings("type")).contains("raw-data");
        assertThat(fallow("space", "--sections", file)).isEqualTo(ExitCode.OK);
        SpaceReport report;
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            report = container.space();
        }
        report.sections()
                .forEach(section -> assertThat(out.toString())
                        .containsPattern(section.type().label() + " +" + section.address() + " +" + section.size()));
    }

    private List<String> strings(String field) throws IOException {
        List<String> values = new ArrayList<>();
        try (JsonParser parser = new JsonFactory().createParser(out.toString())) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_STRING && field.equals(parser.currentName())) {
                    values.add(parser.getText());
                }
            }
        }
        return values;
    }

    private long number(String field) throws IOException {
        try (JsonParser parser = new JsonFactory().createParser(out.toString())) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_NUMBER_INT && field.equals(parser.currentName())) {
                    return parser.getLongValue();
                }
            }
        }
        throw new AssertionError("no number " + field + " in " + out);
    }

    @Test
    void exitCodesAndClearLines() throws IOException {
        assertThat(fallow()).isEqualTo(ExitCode.USAGE);
        assertThat(fallow("nonsense")).isEqualTo(ExitCode.USAGE);
        assertThat(fallow("ls")).isEqualTo(ExitCode.USAGE);
        assertThat(fallow("--help")).isEqualTo(ExitCode.OK);
        assertThat(fallow("--version")).isEqualTo(ExitCode.OK);
        assertThat(fallow("ls", folder.resolve("missing"))).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString().lines()).hasSize(1).first().asString().contains("missing does not exist");
        assertThat(fallow("space", folder)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("is a directory");
        assertThat(fallow("ls", file, "/nothing")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("/nothing");
        Path text = Files.writeString(folder.resolve("text"), "not a container at all");
        assertThat(fallow("space", "--json", text)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(out.toString()).isEmpty();
        Path cut = folder.resolve("cut.h5");
        Files.write(cut, java.util.Arrays.copyOf(Files.readAllBytes(file), 300));
        assertThat(fallow("space", cut)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("truncated", "300");
    }

    @Test
    void linksAreMadeMovedCopiedAndDeleted() throws IOException {
        assertThat(fallow("ln", file, "/group/numbers", "/also")).isEqualTo(ExitCode.OK);
        assertThat(fallow("ln", "-s", file, "nowhere", "/soft")).isEqualTo(ExitCode.OK);
        assertThat(fallow("ln", "-e", "other.h5", file, "/there", "/external")).isEqualTo(ExitCode.OK);
        assertThat(fallow("mv", file, "/soft", "/group/soft")).isEqualTo(ExitCode.OK);
        assertThat(fallow("cp", file, "/group", "/copy")).isEqualTo(ExitCode.OK);
        Path other = folder.resolve("other.h5");
        ContainerFile.create(other).close();
        assertThat(fallow("cp", "--into", other, file, "/copy", "/here")).isEqualTo(ExitCode.OK);
        assertThat(fallow("rm", file, "/group", "/text")).isEqualTo(ExitCode.OK);
        assertThat(out.toString() + err).isEmpty();
        assertThat(fallow("ls", "-r", "--json", file)).isEqualTo(ExitCode.OK);
        assertThat(strings("path"))
                .containsExactly("/also", "/copy", "/copy/after", "/copy/numbers", "/copy/soft", "/external");
        assertThat(strings("target")).containsExactly("nowhere", "other.h5:/there");
        assertThat(fallow("ls", "-r", "--json", other)).isEqualTo(ExitCode.OK);
        assertThat(strings("path")).containsExactly("/here", "/here/after", "/here/numbers", "/here/soft");
        for (Path edited : List.of(file, other)) {
            assertThat(fallow("space", "--json", edited)).isEqualTo(ExitCode.OK);
            assertThat(number("untrackedBytes")).isZero();
        }
    }

    @Test
    void whatCannotBeEditedIsSaidAndTheFileStays() throws IOException {
        byte[] before = Files.readAllBytes(file);
        assertThat(fallow("mv", file, "/group", "/group/in itself")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("into itself");
        assertThat(fallow("mv", file, "/group", "/text")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("/text exists");
        assertThat(fallow("cp", file, "/nothing", "/copy")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(fallow("cp", "--into", folder.resolve("missing"), file, "/text", "/copy"))
                .isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(fallow("cp", "--into", file, file, "/text", "/text")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(fallow("cp", "--into", file, folder.resolve("missing"), "/text", "/copy"))
                .isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(fallow("ln", file, "/nothing", "/link")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(fallow("ln", "-s", "-e", "x", file, "/nothing", "/link")).isEqualTo(ExitCode.USAGE);
        assertThat(fallow("ln", "-s", file, "", "/link")).isEqualTo(ExitCode.USAGE);
        assertThat(fallow("mv", file, "/text", "/" + "x".repeat(70_000))).isEqualTo(ExitCode.USAGE);
        assertThat(fallow("rm", file, "/")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(fallow("rm", file)).isEqualTo(ExitCode.USAGE);
        assertThat(fallow("rm", folder.resolve("missing"), "/x")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertThat(fallow("rm", file, "/nothing", "/text")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString().lines()).hasSize(1).first().asString().contains("/nothing");
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.root().names()).as("the other one is gone").containsExactly("group");
        }
    }

    @Test
    void replayComparesTheBackendsOnARecordedSession() throws IOException {
        Path trace = folder.resolve("session.trace");
        long bytes;
        Path traced = folder.resolve("traced.h5");
        try (ContainerFile container =
                ContainerFile.create(traced, CreateOptions.defaults().withTrace(trace))) {
            for (int i = 0; i < 50; i++) {
                container.root().createDataset("d" + i, new int[10 + i]);
            }
            for (int i = 0; i < 50; i += 2) {
                container.delete("d" + i);
            }
        }
        bytes = Files.size(traced);
        assertThat(fallow("replay", trace)).isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines())
                .filteredOn(line -> line.startsWith("ordered") || line.startsWith("size-bins"))
                .hasSize(2)
                .allMatch(line -> line.contains("%,d".formatted(bytes)), "the same end as the file itself");
        assertThat(out.toString()).contains("linked-list", "bitmap");
        assertThat(fallow("replay", "--backend", "bitmap", "--strategy", "NONE", trace))
                .isEqualTo(ExitCode.OK);
        for (String name : List.of("table.svg", "table.PNG")) {
            assertThat(fallow("replay", "-o", folder.resolve(name), "--json", trace))
                    .isEqualTo(ExitCode.OK);
            assertThat(out.toString()).contains("\"fallow.replay/1\"", "\"ordered\"", "\"linked-list\"");
        }
        assertThat(folder.resolve("table.svg")).content().contains("nanoseconds a call", "linked-list", "probes");
        assertThat(javax.imageio.ImageIO.read(folder.resolve("table.PNG").toFile())
                        .getWidth())
                .isEqualTo(720);
        assertThat(fallow("replay", "-o", folder.resolve("table.gif"), trace)).isEqualTo(ExitCode.USAGE);
        assertThat(fallow("replay", "--backend", "nonsense", trace)).isEqualTo(ExitCode.USAGE);
        assertThat(fallow("replay", file)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("not a trace");
        Files.write(trace, java.util.Arrays.copyOf(Files.readAllBytes(trace), 200));
        assertThat(fallow("replay", trace)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(fallow("replay", folder.resolve("missing"))).isEqualTo(ExitCode.CANNOT_OPEN);
    }

    @Test
    void findingsAreShownAndCounted() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        long address;
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            address = container.dataset("/text").address();
        }
        bytes[(int) address + 9] ^= 1;
        Files.write(file, bytes);
        assertThat(fallow("ls", file)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out.toString()).contains("/text", "checksum");
        assertThat(fallow("space", file)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out.toString()).contains("finding:", "checksum");
    }

    @Test
    void aDatasetThatCannotBeDescribedIsListedAndSoIsWhatFollows() throws IOException {
        Path damaged = folder.resolve("damaged.h5");
        try (ContainerFile container =
                ContainerFile.create(damaged, CreateOptions.defaults().withFormat(FileFormat.EARLIEST))) {
            container.root().createDataset("a", new int[] {1, 2});
            container.root().createDataset("b", new double[] {1, 2});
        }
        byte[] bytes = Files.readAllBytes(damaged);
        byte[] datatype = {0x10, 8, 0, 0, 4, 0, 0, 0};
        int at = 0;
        while (!java.util.Arrays.equals(bytes, at, at + datatype.length, datatype, 0, datatype.length)) {
            at++;
        }
        bytes[at] |= 0x0F; // of no class
        Files.write(damaged, bytes);
        assertThat(fallow("ls", damaged)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out.toString()).contains("/a  (", "class").contains("/b");
        assertThat(fallow("ls", "--json", damaged)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out.toString()).contains("\"path\" : \"/a\"", "\"problem\" : ", "\"path\" : \"/b\"");
    }

    @Test
    void recoverFinishesWhatWasInterrupted() throws IOException {
        Path journal = folder.resolve("file.h5.fallow-journal");
        assertThat(fallow("recover", file)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("none");
        // as the two are on the medium when a program is killed
        Path left = folder.resolve("left.h5");
        Path leftJournal = folder.resolve("left.h5.fallow-journal");
        byte[] container;
        byte[] written;
        try (ContainerFile open = ContainerFile.open(file)) {
            open.root().createGroup("committed");
            open.flush();
            open.root().createGroup("lost");
            assertThat(fallow("recover", file)).isEqualTo(ExitCode.FINDINGS);
            assertThat(out.toString()).contains("in use");
            assertThat(fallow("info", file)).isEqualTo(ExitCode.CANNOT_OPEN);
            assertThat(out.toString()).contains("in use");
            assertThat(err.toString()).contains(file.toString());
            container = Files.readAllBytes(file);
            written = Files.readAllBytes(journal);
            // copied while the originals exist: a copy must not get the inode of the journal, which then were the same
            // file
            Files.write(left, container);
            Files.write(leftJournal, written);
        }
        assertThat(journal).doesNotExist();
        assertThat(fallow("recover", "--dry-run", left)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("waiting to be applied: commit 2, ");
        assertThat(fallow("recover", "--dry-run", "--json", left)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("\"fallow.recover/1\"", "\"outcome\" : \"pending\"", "\"commit\" : 2");
        assertThat(fallow("info", left)).as("the state that it will have").isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("waiting to be applied", "fallow recover ");
        assertThat(fallow("check", left)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("NOTE    JOURNAL", leftJournal.toString(), "which fallow recover applies");
        assertThat(Files.readAllBytes(left)).as("only looked at").isEqualTo(container);
        assertThat(fallow("recover", left)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("applied and removed: commit 2");
        assertThat(leftJournal).doesNotExist();
        try (ContainerFile read = ContainerFile.openReadOnly(left)) {
            assertThat(read.exists("/committed")).isTrue();
            assertThat(read.exists("/lost")).isFalse();
        }
        Files.write(leftJournal, written);
        assertThat(fallow("recover", "--dry-run", left)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("not needed");
        assertThat(leftJournal).exists();
        assertThat(fallow("recover", left)).isEqualTo(ExitCode.OK);
        assertThat(leftJournal).doesNotExist();
        assertThat(fallow("recover", folder.resolve("nothing.h5"))).isEqualTo(ExitCode.CANNOT_OPEN);
    }

    /** The message of a refusal names what removes the mark, and --force goes on without that. */
    @Test
    void aMarkIsRemovedByRepairOrIgnoredByForce() throws IOException {
        byte[] marked = Files.readAllBytes(file);
        try (ContainerFile open = ContainerFile.open(file)) {
            open.root().createGroup("committed");
            open.flush();
            marked = Files.readAllBytes(file);
        }
        for (Object[] verb : new Object[][] {
            {"mkdir", file, "/new"},
            {"mv", file, "/text", "/words"},
            {"rm", file, "/text"},
            {"attr", "set", file, "/text", "units", "m"},
            {"shrink", file},
            {"shrink", "--dry-run", file},
            {"reclaim", file},
            {"upgrade", file},
            {"set-strategy", file, "none"}
        }) {
            Files.write(file, marked);
            assertThat(fallow(verb)).as(verb[0].toString()).isEqualTo(ExitCode.CANNOT_OPEN);
            assertThat(err.toString()).contains("marked as open", "fallow check --repair " + file);
            assertThat(Files.readAllBytes(file)).isEqualTo(marked);
            List<Object> forced = new ArrayList<>(List.of(verb));
            forced.add(forced.indexOf(file), "--force");
            assertThat(fallow(forced.toArray())).as(verb[0] + ": " + err).isEqualTo(ExitCode.OK);
        }
        Files.write(file, marked);
        assertThat(fallow("check", file)).isEqualTo(ExitCode.FINDINGS);
        assertThat(fallow("check", "--repair", file)).isEqualTo(ExitCode.OK);
        assertThat(fallow("check", file)).isEqualTo(ExitCode.OK);
        assertThat(fallow("mkdir", file, "/new")).isEqualTo(ExitCode.OK);
    }

    /** The lock is that which libhdf5 takes of a file that it reads. */
    @Test
    void aFileThatAnotherProgramHasOpenIsChangedWithForce() throws Exception {
        Path tool = Path.of("/usr/bin/flock");
        assumeTrue(Files.isExecutable(tool) && Files.isReadable(Path.of("/proc/locks")), "no flock, or not listed");
        byte[] before = Files.readAllBytes(file);
        Process holder = new ProcessBuilder(
                        tool.toString(), "-s", "-F", file.toString(), "sh", "-c", "echo open; exec cat")
                .start();
        try (BufferedReader in = holder.inputReader()) {
            assertThat(in.readLine()).isEqualTo("open");
            for (Object[] verb : new Object[][] {
                {"mkdir", file, "/new"},
                {"rm", file, "/text"},
                {"shrink", file},
                {"reclaim", file},
                {"upgrade", file},
                {"set-strategy", file, "none"}
            }) {
                assertThat(fallow(verb)).as(verb[0].toString()).isEqualTo(ExitCode.CANNOT_OPEN);
                assertThat(err.toString())
                        .contains(file.toString(), "process " + holder.pid() + " reads it (flock)", "--force");
                assertThat(Files.readAllBytes(file)).isEqualTo(before);
                List<Object> forced = new ArrayList<>(List.of(verb));
                forced.add(forced.indexOf(file), "--force");
                assertThat(fallow(forced.toArray())).as(verb[0] + ": " + err).isEqualTo(ExitCode.OK);
                Files.write(file, before);
            }
            assertThat(fallow("ls", file)).as("reading beside a reader").isEqualTo(ExitCode.OK);
            assertThat(fallow("check", file)).isEqualTo(ExitCode.OK);
        } finally {
            holder.destroyForcibly().waitFor();
        }
        assertThat(fallow("mkdir", file, "/new")).isEqualTo(ExitCode.OK);
    }

    @Test
    void flagsThatLibhdf5Before18LeftAreNoMark() throws IOException {
        Path old = folder.resolve("old.h5");
        ContainerFile.create(
                        old,
                        CreateOptions.defaults().withFormat(FileFormat.EARLIEST).withPersistFreeSpace(false))
                .close();
        byte[] bytes = Files.readAllBytes(old);
        bytes[20] = 3;
        Files.write(old, bytes);
        assertThat(fallow("check", old)).as(out.toString()).isEqualTo(ExitCode.OK);
        assertThat(fallow("info", old)).isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .contains("not marked as open for writing (flags 0x03, as libhdf5 up to 1.6 left them)", "no problem");
        assertThat(fallow("mkdir", old, "/new")).isEqualTo(ExitCode.OK);
    }

    @Test
    void aJournalOfAnotherFileIsNotApplied() throws IOException {
        byte[] container;
        Path journal = folder.resolve("file.h5.fallow-journal");
        byte[] written;
        try (ContainerFile open = ContainerFile.open(file)) {
            open.root().createDataset("more", new int[100]);
            open.flush();
            container = Files.readAllBytes(file);
            written = Files.readAllBytes(journal);
            open.root().createDataset("yet more", new int[100]);
        }
        byte[] later = Files.readAllBytes(file);
        Path other = folder.resolve("other.h5");
        Path otherJournal = folder.resolve("other.h5.fallow-journal");
        Files.write(other, later);
        Files.write(otherJournal, written);
        assertThat(fallow("recover", other)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out.toString()).contains("cannot be applied; nothing was done");
        assertThat(fallow("ls", other))
                .as("a closed file is read without its journal")
                .isEqualTo(ExitCode.OK);
        assertThat(fallow("rm", other, "/more")).as("but not changed").isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains(otherJournal.toString(), "with --force; this discards the journal");
        assertThat(Files.readAllBytes(other)).isEqualTo(later);
        assertThat(Files.readAllBytes(otherJournal)).isEqualTo(written);
        assertThat(container).isNotEqualTo(later);
    }

    @Test
    void benchPrintsALineForEachRepeat() throws IOException {
        for (String test : List.of("groups", "datasets", "nested", "attributes")) {
            Path target = folder.resolve(test + ".h5");
            int code = fallow("bench", test, 6, target, "--repeat", 2, "--backend", "size-bins", "--strategy", "page");
            assertThat(code).as(err.toString()).isEqualTo(ExitCode.OK);
            List<String> lines = out.toString().lines().toList();
            assertThat(lines).hasSize(2);
            for (String line : lines) {
                Schemas.check(line);
                assertThat(line)
                        .startsWith("{\"schema\":\"fallow.bench/1\",\"library\":\"fallow")
                        .contains(
                                "\"test\":\"" + test + "\",\"count\":6,\"backend\":\"size-bins\",\"strategy\":\"page\"")
                        .contains("\"cpu_s\":", "\"wall_s\":", "\"file_bytes\":" + Files.size(target) + "}");
            }
            assertThat(fallow("space", target)).isEqualTo(ExitCode.OK);
            assertThat(fallow("bench", test, 6, target)).as("it exists now").isEqualTo(ExitCode.CANNOT_OPEN);
        }
        assertThat(fallow("bench", "groups", 0, folder.resolve("x"))).isEqualTo(ExitCode.USAGE);
        assertThat(fallow("bench", "sheep", 1, folder.resolve("x"))).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("groups, datasets, nested, attributes");
    }

    @Test
    void benchTellsWhatIsCommitted() {
        Path target = folder.resolve("bench.h5");
        assertThat(fallow("bench", "groups", 10, target, "--commit-every", 8)).isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines().limit(5))
                .containsExactly("committed 8", "committed 16", "committed 24", "committed 32", "committed 35");
        Path other = folder.resolve("other.h5");
        fallow("bench", "datasets", 4, other, "--durability", "never", "--strategy", "fsm", "--no-persist");
        Schemas.check(out.toString());
        assertThat(out.toString()).contains("\"persist\":false,\"durability\":\"never\"");
    }
}
