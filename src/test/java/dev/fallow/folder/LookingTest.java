package dev.fallow.folder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.OpenOptions;
import dev.fallow.cli.Fallow;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What only looks, and what is refused, leaves a file as it was: no byte is written, the time of its last change stays, and there is
 * no other file beside it. For files of many kinds, and for every verb of the command.
 */
class LookingTest {
    private static final String FILE = "FILE";
    private static final String OTHER = "OTHER";
    private static final String NONE = "/no/such/object";
    private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2001-02-03T04:05:06Z"));

    /** Verbs that have no file to look at, or make their own. */
    private static final Set<String> WITHOUT_FILE =
            Set.of("tour", "replay", "bench", "help", "completion", "manual", "attr");

    /** What only looks. Whether it succeeds does not matter. */
    private static final List<List<String>> LOOKING = List.of(
            List.of("ls", "-lr", FILE),
            List.of("tree", "-a", FILE),
            List.of("find", FILE, "--type", "int*", "--attribute", "number"),
            List.of("cat", FILE, "/numbers"),
            List.of("head", FILE, "/numbers"),
            List.of("export", FILE, "/numbers", "-"),
            List.of("attr ls", FILE, "/g1"),
            List.of("attr get", FILE, "/g1", "number"),
            List.of("diff", FILE, FILE),
            List.of("space", "--sections", FILE),
            List.of("why", FILE),
            List.of("browse", FILE), // there is no terminal
            List.of("holes", FILE),
            List.of("map", FILE, "-o", OTHER),
            List.of("info", FILE),
            List.of("check", FILE),
            List.of("check", "--repair", "--dry-run", FILE),
            List.of("dump", "--addr", "0", FILE),
            List.of("recover", "--dry-run", FILE),
            List.of("reclaim", "--dry-run", FILE),
            List.of("shrink", "--dry-run", FILE),
            List.of("set-strategy", "--dry-run", FILE, "none"));

    /** What only looks, and takes no time for each element, object or byte that a file declares. */
    private static final List<List<String>> BOUNDED = List.of(
            List.of("ls", FILE),
            List.of("info", "--quick", FILE),
            List.of("dump", "--addr", "0", FILE),
            List.of("recover", "--dry-run", FILE));

    /** Edits that are refused in any file, and those that find nothing to do. */
    private static final List<List<String>> REFUSED = List.of(
            List.of("recover", FILE),
            List.of("mkdir", FILE, "/"),
            List.of("mkdir", "--force", FILE, NONE),
            List.of("create", FILE, "/", "--type", "int8", "--shape", "3"),
            List.of("import", FILE, "/", "no such file.npy"),
            List.of("cp", FILE, NONE, "/copy"),
            List.of("mv", FILE, NONE, "/moved"),
            List.of("ln", FILE, NONE, "/link"),
            List.of("rm", FILE, NONE),
            List.of("attr set", FILE, NONE, "a", "1"),
            List.of("attr cp", FILE, NONE, "a", "/"),
            List.of("attr rm", FILE, "/", "no such attribute"));

    /** Verbs that change every sound file; other tests run them. */
    private static final Set<String> CHANGING = Set.of("reclaim", "shrink", "upgrade", "set-strategy");

    @TempDir
    private Path folder;

    /** A file in a folder of its own. */
    private record Subject(Path file, byte[] content, Path other) {
        void assertAsBefore(Object after) throws IOException {
            assertThat(Files.getLastModifiedTime(file))
                    .as("%s: time after %s", file.getFileName(), after)
                    .isEqualTo(LONG_AGO);
            assertThat(Arrays.equals(Files.readAllBytes(file), content))
                    .as("%s: bytes after %s", file.getFileName(), after)
                    .isTrue();
            try (Stream<Path> beside = Files.list(file.getParent())) {
                assertThat(beside)
                        .as("%s: files after %s", file.getFileName(), after)
                        .containsExactly(file);
            }
        }
    }

    private List<Subject> subjects() throws IOException {
        return subjects(AllFiles.in(Files.createDirectory(folder.resolve("made"))));
    }

    private List<Subject> subjects(List<Path> all) throws IOException {
        Map<String, Subject> subjects = new LinkedHashMap<>();
        for (Path each : all) {
            String name = each.getFileName().toString();
            Path own = Files.createDirectory(folder.resolve("subject" + subjects.size()));
            Path file = Files.copy(each, own.resolve(name));
            Files.setLastModifiedTime(file, LONG_AGO);
            subjects.put(each.toString(), new Subject(file, Files.readAllBytes(file), folder.resolve("other.html")));
        }
        return List.copyOf(subjects.values());
    }

    private static int run(Subject subject, List<String> line) {
        String[] arguments = line.stream()
                .flatMap(word -> word.startsWith("attr ") ? Stream.of(word.split(" ")) : Stream.of(word))
                .map(word -> word.equals(FILE)
                        ? subject.file().toString()
                        : word.equals(OTHER) ? subject.other().toString() : word)
                .toArray(String[]::new);
        return Fallow.run(new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()), arguments);
    }

    @Test
    void lookingAndRefusingLeaveFilesAsTheyWere() throws IOException {
        List<Subject> subjects = subjects();
        int refused = 0;
        int looked = 0;
        for (Subject subject : subjects) {
            for (List<String> line : LOOKING) {
                looked += run(subject, line) < 2 ? 1 : 0;
                subject.assertAsBefore(line);
            }
            for (List<String> line : REFUSED) {
                int code = run(subject, line);
                refused += code == 3 ? 1 : 0;
                assertThat(code).as(subject + " " + line).isNotEqualTo(2);
                subject.assertAsBefore(line);
            }
        }
        assertThat(looked).as("verbs that looked").isGreaterThan(subjects.size() * LOOKING.size() / 2);
        assertThat(refused).as("edits that were refused").isGreaterThan(subjects.size() * (REFUSED.size() - 2));
    }

    @Test
    void filesOfOtherLibrariesStayAsTheyWere() throws IOException {
        leaveAsTheyWere(subjects(AllFiles.findings("interop")), LOOKING);
    }

    /**
     * Some of these files declare so much that a walk of them takes minutes, so only a few verbs look at them. The fuzzer runs
     * all verbs, on others of their kind.
     */
    @Test
    void hostileFilesStayAsTheyWere() throws IOException {
        leaveAsTheyWere(subjects(AllFiles.findings("hostile")), BOUNDED);
    }

    /** Whether a verb succeeds does not matter. */
    private static void leaveAsTheyWere(List<Subject> subjects, List<List<String>> looking) throws IOException {
        for (Subject subject : subjects) {
            for (List<String> line : looking) {
                run(subject, line);
                subject.assertAsBefore(line);
            }
            for (List<String> line : REFUSED) {
                run(subject, line);
                subject.assertAsBefore(line);
            }
        }
    }

    /** Opening for editing and closing changes nothing, also if there was a mark that is ignored. */
    @Test
    void openingAndClosingLeavesFilesAsTheyWere() throws IOException {
        int opened = 0;
        for (Subject subject : subjects()) {
            for (boolean ignoring : new boolean[] {false, true}) {
                try (ContainerFile container = ContainerFile.open(
                        subject.file(), OpenOptions.defaults().withIgnoreWriteFlag(ignoring))) {
                    container.root().links().forEach(link -> {});
                    container.flush();
                    opened++;
                } catch (ContainerException e) {
                    // refused
                }
                subject.assertAsBefore("open for editing, " + (ignoring ? "ignoring a mark" : "close"));
            }
        }
        assertThat(opened).as("files opened for editing").isGreaterThan(20);
    }

    /** A new verb has to be entered here. */
    @Test
    void everyVerbIsKnown() throws IOException {
        Path pages = folder.resolve("pages");
        StringWriter out = new StringWriter();
        assertThat(Fallow.run(new PrintWriter(out), new PrintWriter(out), "manual", pages.toString()))
                .isZero();
        Set<String> verbs;
        try (Stream<Path> all = Files.list(pages)) {
            verbs = all.map(page -> page.getFileName().toString().replace(".1", ""))
                    .filter(name -> !name.equals("fallow"))
                    .map(name -> name.substring("fallow-".length()).replaceFirst("^attr-", "attr "))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
        Set<String> known = new TreeSet<>(WITHOUT_FILE);
        known.addAll(CHANGING);
        LOOKING.forEach(line -> known.add(line.get(0)));
        REFUSED.forEach(line -> known.add(line.get(0)));
        assertThat(known).as("the verbs of the command").isEqualTo(verbs);
    }
}
