package dev.fallow.benchmarks.fleet;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs fleet.py. */
final class FleetPython {
    private final String executable;
    private final Path script;

    FleetPython(String executable, Path folder) throws IOException {
        this.executable = executable;
        script = folder.resolve("fleet.py");
        try (InputStream in = FleetPython.class.getResourceAsStream("fleet.py")) {
            Files.write(script, in.readAllBytes());
        }
    }

    /** Operations per second, by work. */
    Map<String, Double> read(Path file, String kind, int workers, double seconds, int objects)
            throws IOException, InterruptedException {
        Map<String, Double> found = new HashMap<>();
        run("read", file.toString(), kind, workers + "", seconds + "", objects + "")
                .lines()
                .forEach(line -> {
                    String[] columns = line.split("\t");
                    found.put(columns[0], Double.valueOf(columns[1]));
                });
        return found;
    }

    /** Makes a large file. */
    void make(Path file, String layout, int datasets, long bytes) throws IOException, InterruptedException {
        run("make", file.toString(), layout, datasets + "", bytes + "");
    }

    private String run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(executable, script.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " failed");
        }
        return printed;
    }
}
