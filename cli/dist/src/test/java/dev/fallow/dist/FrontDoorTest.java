package dev.fallow.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script {@code fallow} in the root of the repository. In this checkout it finds the jar that the build has made. In a copy that
 * has only the script, the POMs and one source file of each module, it has to build; a program named {@code mvn} records how.
 * {@code .ci/run} lets it build in a clean clone.
 */
class FrontDoorTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final List<String> MODULES = List.of("freespace", "format", "core", "filters", "cli", "cli/dist");

    @TempDir
    private Path folder;

    @BeforeEach
    void onAShell() {
        assumeTrue(Files.exists(Path.of("/bin/bash")), "no bash");
    }

    @Test
    void theTourPrintsWhatTheTutorialShows() throws IOException, InterruptedException {
        List<String> printed = run(
                        0, ROOT, null, "tour", folder.resolve("tour.h5").toString())
                .lines()
                .toList();
        assertThat(printed.get(printed.size() - 1)).isEqualTo("All checks passed.");
        List<String> tutorial = Files.readAllLines(ROOT.resolve("docs/tutorial/first-hour.md"));
        List<String> shown = tutorial.stream()
                .dropWhile(line -> !line.endsWith("The tour prints:"))
                .skip(3)
                .takeWhile(line -> !line.equals("```"))
                .toList();
        assertThat(shown).hasSizeGreaterThan(10);
        int at = 0;
        for (String line : shown) {
            if (!line.isBlank() && !line.strip().equals("...")) {
                int found = printed.subList(at, printed.size()).indexOf(line);
                assertThat(found).as("after line %d: %s", at, line).isNotNegative();
                at += found + 1;
            }
        }
    }

    @Test
    void helpIsPrinted() throws IOException, InterruptedException {
        assertThat(run(0, ROOT, null, "--help")).contains("Usage: fallow");
    }

    @Test
    void itBuildsWhatIsMissingOrOutOfDate() throws IOException, InterruptedException {
        Path checkout = copy();
        Path recorder = recorder(checkout);
        assertThat(run(0, checkout, recorder, "a", "b c")).contains("building").endsWith("ran: a b c\n");
        Path record = folder.resolve("record");
        assertThat(Files.readString(record))
                .isEqualTo("-B -ntp -q -pl cli/dist -am -DskipTests -Dspotless.check.skip=true package\n");
        Files.delete(record);
        assertThat(run(0, checkout, recorder, "again")).isEqualTo("ran: again\n");
        assertThat(record).as("nothing to build").doesNotExist();
        for (String module : MODULES) {
            for (String source : List.of("pom.xml", "src/main/File")) {
                Path path = checkout.resolve(module).resolve(source);
                Files.setLastModifiedTime(path, FileTime.fromMillis(System.currentTimeMillis() + 2_000));
                assertThat(run(0, checkout, recorder, "x")).contains("building").endsWith("ran: x\n");
                assertThat(record).as("%s is newer than the jar", path).exists();
                Files.delete(record);
                Files.setLastModifiedTime(path, FileTime.fromMillis(0));
            }
        }
    }

    @Test
    void aBuildThatFailsIsShown() throws IOException, InterruptedException {
        Path checkout = copy();
        Path programs = Files.createDirectory(folder.resolve("programs"));
        executable(programs.resolve("mvn"), "echo 'there is no compiler'; exit 1");
        assertThat(run(3, checkout, programs, "tour")).contains("there is no compiler", "fallow: the build failed");
    }

    /** The modules whose changes lead to a build are those that the jar is made from, by the POMs. */
    @Test
    void itKnowsWhatTheJarIsMadeFrom() throws IOException {
        Set<String> needed = new TreeSet<>(Set.of("cli/dist"));
        List<String> open = new ArrayList<>(needed);
        while (!open.isEmpty()) {
            String pom = Files.readString(ROOT.resolve(open.remove(0)).resolve("pom.xml"));
            for (String module : MODULES) {
                String artifact = "<artifactId>fallow-" + module.substring(module.indexOf('/') + 1) + "</artifactId>";
                if (pom.substring(pom.indexOf("<dependencies>") < 0 ? pom.length() : pom.indexOf("<dependencies>"))
                                .contains(artifact)
                        && needed.add(module)) {
                    open.add(module);
                }
            }
        }
        assertThat(needed).containsExactlyInAnyOrderElementsOf(MODULES);
        assertThat(Files.readString(ROOT.resolve("fallow")))
                .contains("for module in " + String.join(" ", MODULES) + ";");
    }

    private Path copy() throws IOException {
        Path checkout = Files.createDirectories(folder.resolve("a checkout"));
        Files.copy(ROOT.resolve("fallow"), checkout.resolve("fallow"));
        Files.writeString(checkout.resolve("pom.xml"), "");
        for (String module : MODULES) {
            Files.createDirectories(checkout.resolve(module).resolve("src/main"));
            for (String source : List.of("pom.xml", "src/main/File")) {
                Path path = Files.writeString(checkout.resolve(module).resolve(source), "");
                Files.setLastModifiedTime(path, FileTime.fromMillis(0));
            }
        }
        return checkout;
    }

    /** Makes a folder with a program {@code mvn} that records its arguments, and makes a jar and a script that prints its own. */
    private Path recorder(Path checkout) throws IOException {
        Path programs = Files.createDirectory(folder.resolve("programs"));
        Path target = checkout.resolve("cli/dist/target");
        executable(
                programs.resolve("mvn"),
                "echo \"$*\" >>'" + folder.resolve("record") + "'",
                "mkdir -p '" + target + "'; : >'" + target.resolve("fallow.jar") + "'",
                "echo 'echo \"ran: $*\"' >'" + target.resolve("fallow") + "'");
        return programs;
    }

    private static void executable(Path path, String... lines) throws IOException {
        Files.writeString(
                path,
                Stream.concat(Stream.of("#!/bin/sh"), Stream.of(lines)).collect(Collectors.joining("\n", "", "\n")));
        assertThat(path.toFile().setExecutable(true)).isTrue();
    }

    private static String run(int code, Path checkout, Path programs, String... words)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("/bin/bash", checkout.resolve("fallow").toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("COLUMNS");
        if (programs != null) {
            builder.environment().merge("PATH", programs.toString(), (old, first) -> first + ":" + old);
        }
        Process process = builder.start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isEqualTo(code);
        return printed;
    }
}
