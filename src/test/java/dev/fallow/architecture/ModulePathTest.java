package dev.fallow.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.testing.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An application of two modules edits a container on the module path and from a jlink image: it prints no warnings, and
 * needs neither a command-line flag nor a memory access that newer JDKs deny.
 */
class ModulePathTest {
    private static final String EDIT = """
            package sample.edit;

            import dev.fallow.ContainerException;
            import dev.fallow.ContainerFile;
            import dev.fallow.CreateOptions;
            import dev.fallow.OpenOptions;
            import dev.fallow.StorageKind;
            import java.nio.file.Path;

            public final class Edit {
                private Edit() {}

                public static void edit(Path path, String storage) {
                    try {
                        edit(path, StorageKind.valueOf(storage));
                    } catch (ContainerException e) {
                        System.out.println(e.getMessage());
                    }
                }

                private static void edit(Path path, StorageKind storage) {
                    try (ContainerFile file =
                            ContainerFile.create(path, CreateOptions.defaults().withStorage(storage))) {
                        file.root().createGroup("group").createDataset("numbers", new double[] {1, 2, 3});
                    }
                    try (ContainerFile file =
                            ContainerFile.open(path, OpenOptions.defaults().withStorage(storage))) {
                        file.root().putAttribute("unit", "metre");
                        file.delete("/group/numbers");
                        file.root().createDataset("words", new String[] {"a", "b"});
                    }
                }
            }
            """;

    private static final String MAIN = """
            package sample.app;

            import java.nio.file.Path;
            import sample.edit.Edit;

            public final class Main {
                private Main() {}

                public static void main(String[] arguments) {
                    Edit.edit(Path.of(arguments[0]), arguments[1]);
                }
            }
            """;

    @TempDir
    private Path folder;

    private String jars;

    @BeforeEach
    void compile() throws Exception {
        jars = String.join(File.pathSeparator, jarsOfCore());
        write(
                "edit",
                "module sample.edit { requires dev.fallow.core; exports sample.edit; }",
                "sample/edit/Edit",
                EDIT);
        write("app", "module sample.app { requires sample.edit; }", "sample/app/Main", MAIN);
        for (String module : List.of("edit", "app")) {
            List<String> sources;
            try (Stream<Path> files = Files.walk(folder.resolve("src-" + module))) {
                sources = files.filter(Files::isRegularFile).map(Path::toString).toList();
            }
            List<String> command = new ArrayList<>(List.of(
                    tool("javac"),
                    "-Xlint:all,-path",
                    "-Werror",
                    "-p",
                    modulePath(),
                    "-d",
                    folder.resolve("mods/" + module).toString()));
            command.addAll(sources);
            assertPrintsNothing(command);
        }
    }

    private static List<String> jars(String name) {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.stream(classPath.split(File.pathSeparator))
                .filter(entry -> Path.of(entry).getFileName().toString().matches(name))
                .toList();
    }

    /** The packaged jars of core and of the modules that it requires. */
    private static List<String> jarsOfCore() {
        List<String> found = jars("fallow-(core|format|freespace)-.*\\.jar");
        assumeTrue(found.size() == 3, "the modules are not packaged: " + found);
        return found;
    }

    private void write(String module, String descriptor, String type, String source) throws IOException {
        Path sources = folder.resolve("src-" + module);
        Path file = sources.resolve(type + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(sources.resolve("module-info.java"), descriptor);
        Files.writeString(file, source);
    }

    private String modulePath() {
        return jars
                + File.pathSeparator
                + folder.resolve("mods/edit")
                + File.pathSeparator
                + folder.resolve("mods/app");
    }

    private static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    private static void assertPrintsNothing(List<String> command) throws IOException, InterruptedException {
        assertThat(run(command)).as(String.join(" ", command)).isEmpty();
    }

    /** Runs a command, asserts that it succeeds, and returns its output. */
    private static String run(List<String> command) throws IOException, InterruptedException {
        ChildProcess.Outcome outcome = ChildProcess.run(command);
        assertThat(outcome.status())
                .as(String.join(" ", command) + outcome.output())
                .isZero();
        return outcome.output();
    }

    private List<String> denying(String java) {
        List<String> command = new ArrayList<>(List.of(java));
        if (Runtime.version().feature() >= 24) {
            command.add("--sun-misc-unsafe-memory-access=deny");
            command.add("--illegal-native-access=deny");
        }
        return command;
    }

    @Test
    void onTheModulePath() throws Exception {
        List<String> command = denying(tool("java"));
        command.addAll(List.of(
                "-p",
                modulePath(),
                "-m",
                "sample.app/sample.app.Main",
                folder.resolve("a.h5").toString(),
                "FILE"));
        assertPrintsNothing(command);
        assertThat(folder.resolve("a.h5")).isNotEmptyFile();
    }

    @Test
    void inAnImage() throws Exception {
        Path image = folder.resolve("image");
        assertPrintsNothing(List.of(
                tool("jlink"), "-p", modulePath(), "--add-modules", "sample.app", "--output", image.toString()));
        List<String> command = denying(image.resolve("bin/java").toString());
        command.addAll(List.of(
                "-m", "sample.app/sample.app.Main", folder.resolve("b.h5").toString(), "FILE"));
        assertPrintsNothing(command);
        assertThat(folder.resolve("b.h5")).isNotEmptyFile();
    }

    @Test
    void mappedOnTheModulePath() throws Exception {
        String libraries = String.join(File.pathSeparator, jars("(chronicle|slf4j)-.*\\.jar"));
        List<String> command = new ArrayList<>(List.of(
                tool("java"),
                "--add-modules=chronicle.bytes,org.slf4j,java.management,java.naming,jdk.unsupported",
                "--add-exports=java.base/sun.nio.ch=chronicle.core",
                "--add-opens=java.base/java.lang.reflect=chronicle.core",
                "--add-exports=java.base/jdk.internal.ref=chronicle.core"));
        if (Runtime.version().feature() >= 24) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(List.of(
                "-p",
                modulePath() + File.pathSeparator + libraries,
                "-m",
                "sample.app/sample.app.Main",
                folder.resolve("c.h5").toString(),
                "MAPPED"));
        assertPrintsNothing(command);
        assertThat(folder.resolve("c.h5")).isNotEmptyFile();
    }

    /** On the class path the library is not visible to a module. */
    @Test
    void mappedWithoutTheLibraryInTheModulePathIsRefused() throws Exception {
        String libraries = String.join(File.pathSeparator, jars("(chronicle|slf4j)-.*\\.jar"));
        for (String classPath : List.of(folder.toString(), libraries)) {
            List<String> command = List.of(
                    tool("java"),
                    "-cp",
                    classPath,
                    "-p",
                    modulePath(),
                    "-m",
                    "sample.app/sample.app.Main",
                    folder.resolve("d.h5").toString(),
                    "MAPPED");
            assertThat(run(command)).contains("net.openhft:chronicle-bytes").contains("--add-exports");
            assertThat(folder.resolve("d.h5")).doesNotExist();
        }
    }
}
