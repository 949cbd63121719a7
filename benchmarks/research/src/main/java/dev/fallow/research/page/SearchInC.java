package dev.fallow.research.page;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * {@link PrintedSearch} without shortcuts, and two loops over the bits, in C (resource {@code printed-search.c}): compiled
 * when it is needed, with the machine's {@value #COMPILER}, and run as a process. Its words are of the type with this
 * width, where the Java codings take them out of longs.
 */
public final class SearchInC implements AutoCloseable {
    /** The compiler. */
    public static final String COMPILER = "cc";

    /** The levels of optimisation. */
    public static final List<String> LEVELS = List.of("-O1", "-O3");

    private static final String SOURCE = "printed-search.c";

    private final Path folder;
    private final Path program;

    private SearchInC(Path folder, Path program) {
        this.folder = folder;
        this.program = program;
    }

    /**
     * What the three searches say about a map.
     *
     * @param loop of the loop over the bits
     * @param loopByWord of the loop over the bits, word by word
     * @param search of the paper's search
     */
    public record Three(double loop, double loopByWord, double search) {
        private static Three of(String line) {
            double[] numbers = Arrays.stream(line.strip().split(" "))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            return new Three(numbers[0], numbers[1], numbers[2]);
        }
    }

    /** The first line of what a compiler says about its version; empty if there is no such program. */
    public static Optional<String> version(String compiler) throws IOException {
        return run(List.of(compiler, "--version"), "").map(lines -> lines.isEmpty() ? compiler : lines.get(0));
    }

    /**
     * Compiles the program.
     *
     * @param compiler a program that takes the options of {@value #COMPILER}
     * @param width of the words: 8, 16, 32 or 64 bits
     * @param level an option of the compiler, one of {@link #LEVELS}
     * @return empty if there is no such compiler
     * @throws IOException if the compiler refuses the source
     */
    public static Optional<SearchInC> compiled(String compiler, int width, String level) throws IOException {
        Path folder = Files.createTempDirectory("fallow-search-in-c");
        Path program = folder.resolve("search");
        SearchInC compiled = new SearchInC(folder, program);
        try {
            Path source = folder.resolve(SOURCE);
            try (InputStream in = SearchInC.class.getResourceAsStream(SOURCE)) {
                Files.copy(in, source);
            }
            List<String> command = List.of(
                    compiler, "-std=c99", level, "-DWIDTH=" + width, source.toString(), "-o", program.toString());
            if (run(command, "").isPresent()) {
                return Optional.of(compiled);
            }
        } catch (IOException e) {
            compiled.close();
            throw e;
        }
        compiled.close();
        return Optional.empty();
    }

    /**
     * Searches maps from their first bit.
     *
     * @param lengths of the runs, one for each map
     * @return the first bits of the runs, in the order of the maps; -1 if there is none
     */
    public List<Three> find(List<long[]> maps, List<Integer> lengths) throws IOException {
        StringBuilder input = new StringBuilder();
        for (int i = 0; i < maps.size(); i++) {
            input.append(input(maps.get(i), lengths.get(i)));
        }
        return answers(List.of(program.toString(), "find"), input.toString());
    }

    /**
     * Times searches of one map, alternating.
     *
     * @param atLeastNanos the time for which each is repeated in a round
     * @return for each round nanoseconds of CPU time for each search
     */
    public List<Three> nanos(long[] map, int length, int rounds, long atLeastNanos) throws IOException {
        return answers(
                List.of(program.toString(), "time", Integer.toString(rounds), Long.toString(atLeastNanos)),
                input(map, length));
    }

    private static List<Three> answers(List<String> command, String input) throws IOException {
        return run(command, input)
                .orElseThrow(() -> new IOException("the compiled program cannot be run: " + command))
                .stream()
                .map(Three::of)
                .toList();
    }

    private static String input(long[] map, int length) {
        StringBuilder text = new StringBuilder(map.length + " " + length);
        for (long word : map) {
            text.append(String.format(Locale.ROOT, " %x", word));
        }
        return text.append('\n').toString();
    }

    /** The lines that a program prints; empty if there is no such program. */
    private static Optional<List<String>> run(List<String> command, String input) throws IOException {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            return Optional.empty();
        }
        // The programs answer while they read, so another thread writes: neither waits for a full pipe.
        Thread writer = new Thread(() -> {
            try (OutputStream out = process.getOutputStream()) {
                out.write(input.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                // it has ended without reading all; its exit code says why
            }
        });
        writer.start();
        List<String> lines = new ArrayList<>();
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            in.lines().forEach(lines::add);
        }
        try {
            int code = process.waitFor();
            writer.join();
            if (code != 0) {
                throw new IOException(command + ": exit code " + code + ", " + String.join("; ", lines));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + command + " runs", e);
        }
        return Optional.of(lines);
    }

    /** Deletes the program. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(program);
        Files.deleteIfExists(folder.resolve(SOURCE));
        Files.deleteIfExists(folder);
    }
}
