package dev.fallow.benchmarks.data;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** The user and system time of all threads of this process, and the elapsed time, since the start. */
public record Clock(long cpuNanos, long wallNanos) {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String PEAK = "VmHWM:";

    public static Clock start() {
        return new Clock(cpu(), System.nanoTime());
    }

    public double cpuSeconds() {
        return (cpu() - cpuNanos) / 1e9;
    }

    public double wallSeconds() {
        return (System.nanoTime() - wallNanos) / 1e9;
    }

    private static long cpu() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getProcessCpuTime();
    }

    /** The most memory this process has had, in KiB; 0 if the system does not tell. */
    static long peakMemory() throws IOException {
        if (!Files.isReadable(STATUS)) {
            return 0;
        }
        return Files.readAllLines(STATUS).stream()
                .filter(line -> line.startsWith(PEAK))
                .map(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElse(0L);
    }
}
