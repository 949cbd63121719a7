package dev.fallow.benchmarks.command;

import dev.fallow.benchmarks.shrink.ChildTimes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One run of a program.
 *
 * @param code its exit code; {@link #TOO_LONG} if it was ended
 * @param cpuSeconds user and system time, with that of the processes that it waited for, to a hundredth
 * @param wallSeconds elapsed time
 * @param peakBytes the most memory that was resident, nearly: it is read every few milliseconds; 0 if unknown
 * @param error the last line of what it wrote to standard error that names an error, or else empty
 */
record Run(int code, double cpuSeconds, double wallSeconds, long peakBytes, String error) {
    /** The exit code of a run that was ended. */
    static final int TOO_LONG = -1;

    private static final int POLL_MILLIS = 5;
    private static final int KIB = 1_024;

    /** Runs a program; what it prints is thrown away. */
    static Run of(List<String> command, Map<String, String> environment, Path folder, int limitSeconds)
            throws IOException, InterruptedException {
        Path err = folder.resolve("err.txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(err.toFile());
        builder.environment().putAll(environment);
        double cpuBefore = ChildTimes.seconds();
        long start = System.nanoTime();
        Process process = builder.start();
        long peak = 0;
        boolean ended = false;
        while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            peak = Math.max(peak, resident(process.pid()));
            if (!ended && System.nanoTime() - start > TimeUnit.SECONDS.toNanos(limitSeconds)) {
                ended = true;
                process.destroyForcibly();
            }
        }
        double wall = (System.nanoTime() - start) / 1e9;
        return new Run(
                ended ? TOO_LONG : process.exitValue(), ChildTimes.seconds() - cpuBefore, wall, peak, error(err));
    }

    private static long resident(long pid) {
        try (var lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            return lines.filter(line -> line.startsWith("VmHWM"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * KIB)
                    .findFirst()
                    .orElse(0);
        } catch (IOException | UncheckedIOException e) {
            return 0; // it has ended, or this is not Linux
        }
    }

    private static String error(Path err) throws IOException {
        return Files.readAllLines(err, StandardCharsets.UTF_8).stream()
                .filter(line -> line.contains("Error") || line.startsWith("fallow:"))
                .reduce("", (first, last) -> last);
    }

    /** Whether it did its work: it may have found something. */
    boolean done() {
        return code == 0 || code == 1 && error.isEmpty();
    }
}
