package dev.fallow.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.testing.ChildProcess;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/how-to/start.md, with a program in {@code app.jar}. */
class StartTest {
    private static final String PROGRAM = """
            import dev.fallow.ContainerFile;
            import dev.fallow.CreateOptions;

            public final class App {
                public static void main(String[] arguments) {
                    try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
                        file.root().createDataset("x", new int[] {1, 2, 3});
                        System.out.println(file.dataset("/x").read(int[].class)[2]);
                    }
                }
            }
            """;
    private static final String MAKES = "-XX:+AutoCreateSharedArchive";

    @TempDir
    private Path folder;

    private static List<String> commands() {
        return Documents.commands("java").stream()
                .filter(command -> command.where().startsWith("docs/how-to/start.md"))
                .map(Documents.Command::text)
                .toList();
    }

    @BeforeEach
    void makeTheProgram() throws Exception {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> jars = Arrays.stream(classPath.split(File.pathSeparator))
                .filter(entry ->
                        Path.of(entry).getFileName().toString().matches("fallow-(core|format|freespace)-.*\\.jar"))
                .toList();
        assumeTrue(jars.size() == 3, "the modules are not packaged: " + jars);
        Path source = Files.writeString(folder.resolve("App.java"), PROGRAM);
        String libraries = String.join(File.pathSeparator, jars);
        assertThat(tool("javac", "-cp", libraries, "-d", folder.toString(), source.toString()))
                .isZero();
        List<String> names = new ArrayList<>(); // the JVM archives what is named relative to the program
        for (String jar : jars) {
            names.add(Files.copy(Path.of(jar), folder.resolve(Path.of(jar).getFileName()))
                    .getFileName()
                    .toString());
        }
        Path manifest =
                Files.writeString(folder.resolve("manifest.txt"), "Class-Path: " + String.join("\n  ", names) + "\n");
        assertThat(tool(
                        "jar",
                        "cfme",
                        folder.resolve("app.jar").toString(),
                        manifest.toString(),
                        "App",
                        "-C",
                        folder.toString(),
                        "App.class"))
                .isZero();
    }

    private static int tool(String name, String... arguments) {
        return ToolProvider.findFirst(name).orElseThrow().run(System.out, System.err, arguments);
    }

    /** Runs a command of the page; returns whether the library came from an archive. */
    private boolean isArchived(String command) throws Exception {
        List<String> words = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xlog:class+load"));
        Arrays.stream(command.split(" "))
                .skip(1)
                .map(word -> word.replace("app.", folder.resolve("app.").toString()))
                .forEach(words::add);
        ChildProcess.Outcome outcome = ChildProcess.run(words);
        assertThat(outcome.output().lines())
                .as("%s: %s", command, outcome.status())
                .contains("3");
        return outcome.output()
                .lines()
                .filter(line -> line.contains(" dev.fallow.ContainerFile "))
                .findFirst()
                .orElseThrow()
                .contains("shared objects file");
    }

    @Test
    void oneRunMakesTheArchiveForTheNext() throws Exception {
        List<String> commands =
                commands().stream().filter(command -> !command.contains(MAKES)).toList();
        assertThat(commands).hasSize(2);
        assertThat(isArchived(commands.get(0))).isFalse();
        assertThat(isArchived(commands.get(1))).isTrue();
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_19)
    void oneCommandDoesBoth() throws Exception {
        List<String> commands =
                commands().stream().filter(command -> command.contains(MAKES)).toList();
        assertThat(commands).hasSize(1);
        assertThat(isArchived(commands.get(0))).isFalse();
        assertThat(isArchived(commands.get(0))).isTrue();
    }
}
