package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.filter.Filters;
import dev.fallow.testing.ChildProcess;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the first steps of a program make the JVM do. The generated {@code equals} and {@code hashCode} of a record are linked when they are
 * first used, which takes some 10 ms of a process for each record: as much as 30 other methods.
 */
class ColdProcessTest {
    @TempDir
    private Path folder;

    /** Creates a file, edits it, and reads it. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            Path path = Path.of(arguments[0]);
            try (ContainerFile file =
                    ContainerFile.create(path, CreateOptions.defaults().withFormat(FileFormat.valueOf(arguments[1])))) {
                Group group =
                        file.root().createGroup("run", GroupOptions.defaults().withCreateParents(true));
                group.createDataset(
                        "numbers", new int[100], DatasetOptions.defaults().withChunks(10));
                group.createDataset(
                        "packed", new double[10][10], DatasetOptions.defaults().withFilters(Filters.deflate(1)));
                group.createAttribute("unit", "m");
                file.flush();
                group.createDataset("text", new String[] {"a", "b"});
            }
            try (ContainerFile file = ContainerFile.open(path)) {
                file.delete("/run/numbers");
                file.dataset("/run/packed").write(new double[10][10]);
                file.root().createGroup("later");
            }
            try (ContainerFile file =
                    ContainerFile.open(path, OpenOptions.defaults().withReadOnly(true))) {
                file.root().names();
                file.group("/run").attribute("unit").read();
                System.out.println(file.dataset("/run/packed").read(double[][].class).length);
            }
        }
    }

    @Test
    void noMethodsOfRecordsAreLinked() throws Exception {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        for (FileFormat format : FileFormat.values()) {
            ChildProcess.Outcome outcome = ChildProcess.run(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xlog:class+load",
                    "-cp",
                    classPath,
                    Program.class.getName(),
                    folder.resolve(format + ".h5").toString(),
                    format.name()));
            assertThat(outcome.output().lines())
                    .as("%s: %s", format, outcome.status())
                    .contains("10")
                    .anyMatch(line -> line.contains("dev.fallow.ContainerFile "))
                    .noneMatch(line -> line.contains("java.lang.runtime.ObjectMethods"));
        }
    }
}
