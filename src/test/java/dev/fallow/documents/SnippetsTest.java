package dev.fallow.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.oracle.Corpus;
import dev.fallow.oracle.Native;
import dev.fallow.oracle.snapshot.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Java of the documents is cut from examples that this test runs, and what commands of {@code fallow} print is what they print in
 * the folder of the examples. With the property {@code fallow.snippets} the documents are corrected instead.
 */
class SnippetsTest {
    private static final boolean REWRITE = Boolean.getBoolean("fallow.snippets");
    private static final Path EXAMPLES = Corpus.repository().resolve("src/test/java/dev/fallow/examples");

    private static final Path PICTURES = Corpus.repository().resolve("docs/pictures");

    /** Its Java is no example of a container: {@code OwnPolicyTest} of the benchmarks compiles and runs it. */
    private static final Path COMPILED_ELSEWHERE = Path.of("benchmarks/README.md");

    @TempDir
    private Path folder;

    @Test
    void javaIsCutFromExamples() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Path document : Documents.current()) {
            List<Fence> fences = Fence.of(document);
            List<String> texts = new ArrayList<>();
            for (Fence fence : fences) {
                boolean java = fence.language().equals("java");
                String text = java && fence.source().contains("#") ? Region.of(fence.source()) : fence.text();
                texts.add(text);
                if (java && fence.source().isEmpty() && !document.equals(COMPILED_ELSEWHERE)) {
                    wrong.add(fence + ": no comment says which example this is");
                } else if (!text.equals(fence.text()) && !REWRITE) {
                    wrong.add(fence + ": in the example it is\n" + text);
                }
            }
            rewrite(document, fences, texts);
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void examplesRunAndCommandsPrintWhatIsShown() throws IOException, InterruptedException {
        Session session = new Session(folder);
        Documents.current().forEach(document -> Fence.of(document).forEach(session::add));
        assertThat(session.examples()).as("every example is shown").containsAll(examples());
        Map<Fence, List<String>> printed = session.run();
        List<String> wrong = new ArrayList<>();
        for (Path document : Documents.current()) {
            List<Fence> fences = Fence.of(document);
            List<String> texts = new ArrayList<>();
            for (Fence fence : fences) {
                String text = fence.text();
                if (printed.containsKey(fence) && !Transcript.shows(fence, printed.get(fence))) {
                    text = Transcript.text(fence, printed.get(fence));
                    wrong.add(fence + " should be\n" + text);
                }
                texts.add(text);
            }
            rewrite(document, fences, texts);
        }
        wrong.addAll(pictures());
        assertThat(REWRITE ? List.of() : wrong).isEmpty();
        assertThat(printed).hasSizeGreaterThan(20);
        if (Native.isForThisPlatform()) {
            assertThat(filesRead()).isGreaterThan(20);
        }
    }

    /** Reads the files that the examples have left with libhdf5 1.14, whole; but for that which libhdf5 2.0 made in its own format. */
    private int filesRead() throws IOException {
        int read = 0;
        try (Stream<Path> files = Files.walk(folder.resolve("work"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (file.toString().matches(".*\\.(h5|hdf5|h5ad|nc|mat)") && !file.endsWith("h5py-latest.h5")) {
                    Snapshot.of(file);
                    read++;
                }
            }
        }
        return read;
    }

    /** The pictures of the documents that the commands have drawn, and that differ. */
    private List<String> pictures() throws IOException {
        List<String> wrong = new ArrayList<>();
        int compared = 0;
        try (Stream<Path> files = Files.list(PICTURES)) {
            for (Path shown :
                    files.filter(each -> each.toString().endsWith(".svg")).toList()) {
                Path drawn = folder.resolve("work").resolve(shown.getFileName());
                compared++;
                if (REWRITE) {
                    Files.copy(drawn, shown, StandardCopyOption.REPLACE_EXISTING);
                } else if (!Files.readString(shown).equals(Files.readString(drawn))) {
                    wrong.add(shown + " is not what the command draws");
                }
            }
        }
        assertThat(compared).isPositive();
        return wrong;
    }

    /** The classes of the folder that have a {@code main}, apart from the one that runs them. */
    private static Set<String> examples() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.map(file -> file.getFileName().toString().replace(".java", ""))
                    .filter(name -> !name.equals("Performance") && !name.equals("package-info"))
                    .map(name -> "dev.fallow.examples." + name)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static void rewrite(Path document, List<Fence> fences, List<String> texts) throws IOException {
        if (!REWRITE) {
            return;
        }
        List<String> lines = new ArrayList<>(Documents.lines(document));
        for (int i = fences.size() - 1; i >= 0; i--) {
            Fence fence = fences.get(i);
            if (!texts.get(i).equals(fence.text())) {
                List<String> inside = lines.subList(fence.begin() + 1, fence.end());
                inside.clear();
                inside.addAll(texts.get(i).lines().toList());
            }
        }
        Files.writeString(Corpus.repository().resolve(document), String.join("\n", lines) + "\n");
    }
}
