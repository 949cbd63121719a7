package dev.fallow.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Python of the documents runs as printed, if there is a Python with what it imports. PySpark has the classes of this build, as from the
 * jar with dependencies.
 */
class PythonSnippetsTest {
    /** What PySpark's shell does before the first line. */
    private static final String SHELL = """
            from pyspark.sql import SparkSession
            spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", False).getOrCreate()
            spark.sparkContext.setLogLevel("OFF")
            """;
    /** The results of the page, and the messages of its table. */
    private static final String RESULTS = """
            print("image", image.columns, image.count())
            print("space", files.count())
            print("written", spark.read.format("hdf5").option("dataset", "/").load("written").count())
            def message(action):
                try:
                    action()
                except Exception as failure:
                    print("message", type(failure).__name__, [line for line in str(failure).splitlines() if line][0])
            message(lambda: events.write.format("hdf5").save("other"))
            message(lambda: events.write.format("hdf5").mode("append").bucketBy(2, "id").save("other"))
            message(lambda: spark.read.format("hdf5").option("dataset", "/imag").load("runs"))
            """;

    @TempDir
    Path folder;

    @Test
    void sparkFromPython() throws IOException, InterruptedException {
        String python = Python.with("pyspark");
        Files.createDirectory(folder.resolve("runs"));
        try (ContainerFile file = ContainerFile.create(folder.resolve("runs/a.h5"))) {
            file.root().createGroup("run1").createDataset("image", new float[200][3]);
            var events = file.root().createGroup("events");
            events.createDataset("id", new int[] {1, 2, 3});
            events.createDataset("energy", new double[] {4, 6, 7});
            events.createDataset("name", new String[] {"x", "y", "y"});
        }
        List<String> blocks = blocks("spark-python.md");
        assertThat(blocks).hasSizeGreaterThan(2);
        List<String> printed = run(python, SHELL + String.join("\n", blocks) + "\n" + RESULTS);
        assertThat(printed).contains("image ['i0', 'i1', 'value'] 600", "space 1", "written 3", "|   y|    2|");
        List<String> messages = printed.stream()
                .filter(line -> line.startsWith("message "))
                .map(line -> line.substring("message ".length()))
                .toList();
        String page = Files.readString(page("spark-python.md"));
        assertThat(messages).hasSize(3);
        for (String message : messages) {
            String shown = message.replaceFirst("file:\\S+/", "");
            assertThat(page).contains("`" + shown + "`");
        }
    }

    @Test
    void besideH5py() throws IOException, InterruptedException {
        String python = Python.with("h5py");
        List<String> blocks = blocks("from-h5py.md");
        assertThat(blocks).isNotEmpty();
        assertThat(run(python, "import h5py\n" + String.join("\n", blocks) + "\nprint(part.shape)"))
                .contains("(10, 8)");
        assertThat(folder.resolve("side.h5")).isNotEmptyFile();
    }

    /** Each page with Python is one that a test above runs. */
    @Test
    void noPageIsLeftOut() throws IOException {
        try (Stream<Path> pages = Files.walk(Path.of("../docs"))) {
            List<String> withPython = pages.filter(page -> page.toString().endsWith(".md"))
                    .filter(page -> !blocks(page).isEmpty())
                    .map(page -> page.getFileName().toString())
                    .toList();
            assertThat(withPython).containsExactlyInAnyOrder("spark-python.md", "from-h5py.md");
        }
    }

    /** What a program prints. */
    private List<String> run(String python, String program) throws IOException, InterruptedException {
        Path source = Files.writeString(folder.resolve("program.py"), program);
        Path output = folder.resolve("printed");
        ProcessBuilder builder = new ProcessBuilder(python, source.toString())
                .directory(folder.toFile())
                .redirectOutput(output.toFile())
                .redirectError(folder.resolve("errors").toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("SPARK_HOME");
        builder.environment()
                .put("PYSPARK_SUBMIT_ARGS", "--driver-class-path \"%s\" pyspark-shell".formatted(classes()));
        int exit = builder.start().waitFor();
        assertThat(exit).as(Files.readString(folder.resolve("errors"))).isZero();
        return Files.readString(output, StandardCharsets.UTF_8).lines().toList();
    }

    /** What the jar with dependencies has. */
    private static String classes() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(each -> !each.contains("test-classes"))
                .filter(each ->
                        each.endsWith("classes") || each.matches(".*(fallow-|aircompressor|commons-compress)[^/]*"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path page(String name) {
        return Path.of("../docs/how-to", name);
    }

    private static List<String> blocks(String name) {
        return blocks(page(name));
    }

    private static List<String> blocks(Path page) {
        try {
            return SnippetsTest.snippets(Files.readAllLines(page), "python");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
