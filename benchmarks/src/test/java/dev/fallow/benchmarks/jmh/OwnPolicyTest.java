package dev.fallow.benchmarks.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.benchmarks.Main;
import dev.fallow.freespace.SectionVisitor;
import dev.fallow.research.tournament.Contestant;
import dev.fallow.research.tournament.Figures;
import dev.fallow.research.tournament.PolicyProvider;
import dev.fallow.research.tournament.Requests;
import dev.fallow.research.tournament.TournamentEntry;
import dev.fallow.research.tournament.TraceSource;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A policy of one's own, plugged in as the README says. */
class OwnPolicyTest {
    @TempDir
    private Path folder;

    /** Compiles what the README shows, names it as a service, and runs it beside {@code ordered}. */
    @Test
    void asInTheReadme() throws IOException, InterruptedException {
        Matcher code =
                Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(Path.of("README.md")));
        assertTrue(code.find());
        Path source = Files.writeString(folder.resolve("Mine.java"), code.group(1));
        String classPath = System.getProperty("java.class.path");
        assertEquals(
                0,
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-proc:none",
                                "-cp",
                                classPath,
                                "-d",
                                folder.toString(),
                                source.toString()));
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(PolicyProvider.class.getName()), "Mine\n");
        Path printed = folder.resolve("printed.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djmh.ignoreLock=true",
                        "-cp",
                        classPath + File.pathSeparator + folder,
                        Main.class.getName(),
                        "Policies",
                        "-p",
                        "policy=ordered,mine",
                        "-p",
                        "trace=groups",
                        "-p",
                        "objects=60",
                        "-f",
                        "0",
                        "-wi",
                        "0",
                        "-i",
                        "1",
                        "-r",
                        "1ms")
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        assertEquals(0, process.waitFor(), () -> read(printed));
        for (String policy : List.of("ordered", "mine")) {
            assertTrue(
                    Pattern.compile("replay:peak +60 +" + policy + " +groups")
                            .matcher(read(printed))
                            .find(),
                    () -> read(printed));
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }

    /** A policy that is no manager of free sections; one that hands out the same bytes twice is found out. */
    @Test
    void thatIsNoManager() throws IOException {
        Requests requests = Requests.of(TraceSource.GROUPS.record(new TraceSource.Amounts(60, 0, 0, 0, 0, 0), 1));
        Contestant honest = PolicyProvider.policy(
                "never again", "nothing is reused", 1, 0, (blocks, volume) -> new Entry(blocks, 0));
        Figures figures = honest.figures(requests, honest.volume(requests));
        assertTrue(figures.peakExtent() > figures.mostAsked());
        Contestant wrong =
                PolicyProvider.policy("wrong", "overlapping blocks", 1, 0, (blocks, volume) -> new Entry(blocks, 1));
        assertThrows(IllegalStateException.class, () -> wrong.figures(requests, 0));
    }

    /** Each block behind all earlier ones, a few bytes too early. */
    private static final class Entry implements TournamentEntry {
        private final long[] addresses;
        private final long[] sizes;
        private final int tooEarly;
        private long end;
        private long used;

        Entry(int blocks, int tooEarly) {
            addresses = new long[blocks];
            sizes = new long[blocks];
            this.tooEarly = tooEarly;
        }

        @Override
        public boolean allocate(int block, long size) {
            addresses[block] = Math.max(0, end - tooEarly);
            sizes[block] = size;
            end = addresses[block] + size;
            used += size;
            return true;
        }

        @Override
        public void release(int block) {
            used -= sizes[block];
        }

        @Override
        public void forEachPiece(int block, SectionVisitor visitor) {
            visitor.visit(addresses[block], sizes[block]);
        }

        @Override
        public long reach() {
            return end;
        }

        @Override
        public long freeBytes() {
            return end - used;
        }

        @Override
        public long freePieces() {
            return 1;
        }

        @Override
        public Object policy() {
            return this;
        }
    }
}
