package dev.fallow.documents;

import dev.fallow.oracle.Corpus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Runs the examples and the commands of all documents, in the order in which they stand there, in one folder and one JVM whose
 * current folder it is. So the examples name files as a reader would.
 */
final class Session {
    private static final Path WRITERS = Corpus.repository().resolve("src/test/resources/writers");

    private static final String EXAMPLE = "example ";

    private final Path folder;
    /** Which task is the first one of a block. */
    private final Map<Fence, Integer> first = new LinkedHashMap<>();

    private final List<String> tasks = new ArrayList<>();
    private final Set<String> examples = new LinkedHashSet<>();

    Session(Path folder) {
        this.folder = folder;
    }

    /** Adds the example that a block is cut from, or the commands that it has. */
    void add(Fence fence) {
        if (!fence.example().isEmpty() && examples.add(fence.example())) {
            tasks.add(EXAMPLE + fence.example());
        }
        if (fence.language().equals("console") || fence.printed()) {
            first.put(fence, tasks.size());
        }
        if (fence.language().equals("console")) {
            tasks.addAll(Transcript.commands(fence));
        }
    }

    /** The classes of the examples that were added. */
    Set<String> examples() {
        return examples;
    }

    /**
     * Runs everything that was added.
     *
     * @return what each block shows that has commands, or what an example prints
     */
    Map<Fence, List<String>> run() throws IOException, InterruptedException {
        Path work = Files.createDirectory(folder.resolve("work"));
        try (Stream<Path> files = Files.list(WRITERS)) {
            for (Path file : files.toList()) {
                Files.copy(file, work.resolve(file.getFileName()));
            }
        }
        Path list = Files.write(folder.resolve("tasks"), tasks);
        Path printed = folder.resolve("printed");
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.fallow.examples.Performance",
                        list.toString(),
                        printed.toString())
                .directory(work.toFile())
                .redirectErrorStream(true);
        builder.environment().put("COLUMNS", "80");
        builder.environment().put("NO_COLOR", "1");
        Process process = builder.start();
        process.getOutputStream().close();
        String messages = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new AssertionError(messages);
        }
        List<String> outputs = List.of(Files.readString(printed).split("\f", -1));
        Map<Fence, List<String>> shown = new HashMap<>();
        first.forEach((fence, begin) -> shown.put(
                fence,
                fence.printed()
                        ? List.of(outputs.get(tasks.indexOf(EXAMPLE + fence.example())))
                        : outputs.subList(
                                begin, begin + Transcript.commands(fence).size())));
        return shown;
    }
}
