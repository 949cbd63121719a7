package dev.fallow.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.ContainerFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that starts the jar with an archive of classes. */
class ScriptTest {
    private static final Path JAR = Path.of(System.getProperty("fallow.jar"));

    @TempDir
    private Path folder;

    private Path installed;
    private Path file;

    @BeforeEach
    void install() throws IOException {
        assumeTrue(Files.exists(Path.of("/bin/sh")), "no shell");
        installed = Files.createDirectory(folder.resolve("two words"));
        Files.copy(JAR, installed.resolve("fallow.jar"));
        Files.copy(JAR.resolveSibling("fallow"), installed.resolve("fallow"));
        file = folder.resolve("a file.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            container.root().createDataset("x", new int[] {1, 2});
        }
    }

    @Test
    void theFirstRunMakesAnArchiveThatTheNextOnesUse() throws IOException, InterruptedException {
        assertThat(run(0, "ls", file)).contains("int32").contains("/x");
        List<Path> archives = archives(installed);
        assertThat(archives).hasSize(1);
        assertThat(Files.size(archives.get(0))).isGreaterThan(1_000_000);
        assertThat(run(0, "ls", file)).contains("int32").contains("/x");
        assertThat(archives(installed)).as("nothing is left beside it").isEqualTo(archives);
    }

    @Test
    void whatIsNoArchiveIsIgnored() throws IOException, InterruptedException {
        run(0, "ls", file);
        Path archive = archives(installed).get(0);
        Files.delete(archive);
        Files.writeString(archive, "no archive");
        assertThat(run(0, "ls", file)).isEqualTo("dataset  int32  (2,)  /x\n");
    }

    @Test
    void exitCodesAndWordsPass() throws IOException, InterruptedException {
        assertThat(run(3, "info", folder.resolve("*"))).contains("does not exist");
        assertThat(run(2, "info", file, "--nothing")).contains("unknown option");
    }

    @Test
    void withoutJavaItSaysWhatToInstall() throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder("/bin/sh", installed.resolve("fallow").toString(), "--version");
        builder.environment().put("JAVA_HOME", folder.toString());
        assertThat(finish(3, builder)).isEqualTo("fallow: no java found; install Java 17 or later, or set JAVA_HOME\n");
    }

    private static List<Path> archives(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(path -> !path.getFileName().toString().matches("fallow(\\.jar)?"))
                    .toList();
        }
    }

    private String run(int code, Object... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("/bin/sh", installed.resolve("fallow").toString()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return finish(code, builder);
    }

    private static String finish(int code, ProcessBuilder builder) throws IOException, InterruptedException {
        Process process = builder.redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isEqualTo(code);
        return out;
    }
}
