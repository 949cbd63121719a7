package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.testing.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Mapped storage in separate JVMs, with and without the dependency and the flags. */
@Tag("mapped")
class MappedPrerequisitesTest {
    private static final String CHANNELS = "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED";
    private static final String REFLECTION = "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED";
    private static final String CLEANERS = "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED";
    private static final String ALLOW = "--sun-misc-unsafe-memory-access=allow";
    private static final String DENY = "--sun-misc-unsafe-memory-access=deny";

    @TempDir
    private Path folder;

    /** Creates a container, and prints what happened. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            Path path = Path.of(arguments[0]);
            StorageKind kind = StorageKind.valueOf(arguments[1]);
            try (ContainerFile file =
                    ContainerFile.create(path, CreateOptions.defaults().withStorage(kind))) {
                file.root().createDataset("numbers", new int[] {1, 2, 3});
                file.flush();
                System.out.println(file.dataset("/numbers").dimensions()[0]);
            } catch (ContainerException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    private String run(StorageKind kind, String without, String... flags) throws IOException, InterruptedException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(flags));
        command.addAll(List.of(
                "-cp",
                Arrays.stream(classPath.split(File.pathSeparator))
                        .filter(entry ->
                                !Path.of(entry).getFileName().toString().matches(without))
                        .collect(Collectors.joining(File.pathSeparator)),
                Program.class.getName(),
                folder.resolve("a.h5").toString(),
                kind.name()));
        return ChildProcess.run(command).output().strip();
    }

    private static String[] flags(String... flags) {
        List<String> all = new ArrayList<>(List.of(flags));
        if (Runtime.version().feature() >= 24 && !all.contains(DENY)) {
            all.add(ALLOW);
        }
        return all.toArray(String[]::new);
    }

    @Test
    void withAllOfThemNothingIsPrinted() throws Exception {
        assertThat(run(StorageKind.MAPPED, "", flags(CHANNELS, REFLECTION, CLEANERS)))
                .isEqualTo("3");
    }

    @Test
    void theDefaultNeedsNoneOfThem() throws Exception {
        assertThat(run(StorageKind.FILE, "(chronicle|slf4j|annotations)-.*")).isEqualTo("3");
        Files.delete(folder.resolve("a.h5"));
        assertThat(run(StorageKind.FILE, "")).isEqualTo("3");
    }

    private void assertNames(String message) {
        assertThat(message)
                .contains("a.h5: mapped storage is not available")
                .contains("net.openhft:chronicle-bytes")
                .contains(CHANNELS.replace('=', ' ').replace(" ALL", "=ALL"))
                .contains(REFLECTION.replace('=', ' ').replace(" ALL", "=ALL"))
                .contains(CLEANERS.replace('=', ' ').replace(" ALL", "=ALL"))
                .hasLineCount(1);
        assertThat(message.contains(ALLOW)).isEqualTo(Runtime.version().feature() >= 24);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aMissingLibraryIsNamed() throws Exception {
        assertNames(run(StorageKind.MAPPED, "chronicle-.*", flags(CHANNELS, REFLECTION, CLEANERS)));
        assertNames(run(StorageKind.MAPPED, "chronicle-bytes-.*", flags(CHANNELS, REFLECTION, CLEANERS)));
        assertNames(run(StorageKind.MAPPED, "slf4j-.*", flags(CHANNELS, REFLECTION, CLEANERS)));
    }

    @Test
    void missingFlagsAreNamed() throws Exception {
        assertNames(run(StorageKind.MAPPED, ""));
        assertNames(run(StorageKind.MAPPED, "", flags(REFLECTION)));
        assertNames(run(StorageKind.MAPPED, "", flags(CHANNELS)));
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_24)
    void deniedMemoryAccessIsNamed() throws Exception {
        assertNames(run(StorageKind.MAPPED, "", flags(CHANNELS, REFLECTION, CLEANERS, DENY)));
    }
}
