package dev.fallow.benchmarks.data;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a process prints: lines of fields that are separated by tabs. The first field is {@code version}, {@code lap},
 * {@code round} or {@code memory}; other lines are ignored.
 *
 * @param version name and version of the library
 * @param rounds by the name of the work
 * @param memory the most memory in KiB; 0 if unknown
 */
record Printout(String version, List<Lap> laps, List<OfWork> rounds, long memory) {
    private static final String VERSION = "version";
    private static final String LAP = "lap";
    private static final String ROUND = "round";
    private static final String MEMORY = "memory";
    private static final String SEPARATOR = "\t";

    /**
     * One repetition.
     *
     * @param answer 0 if the result is a file
     * @param fileBytes the length of the file that was read or written
     */
    record Lap(String work, double cpuSeconds, double wallSeconds, double answer, long fileBytes) {}

    /** A round of rewriting. */
    record OfWork(String work, Churn.Round round) {}

    private static String line(Object... fields) {
        List<String> texts = new ArrayList<>();
        for (Object field : fields) {
            texts.add(String.valueOf(field));
        }
        return String.join(SEPARATOR, texts);
    }

    static String version(String version) {
        return line(VERSION, version);
    }

    static String lap(Lap lap) {
        return line(LAP, lap.work, lap.cpuSeconds, lap.wallSeconds, lap.answer, lap.fileBytes);
    }

    static String round(String work, Churn.Round round) {
        return line(ROUND, work, round.number(), round.length(), round.committed(), round.liveBytes());
    }

    static String memory(long kibibytes) {
        return line(MEMORY, kibibytes);
    }

    /** @throws IOException if a line is not as expected */
    static Printout parse(List<String> lines) throws IOException {
        String version = "";
        List<Lap> laps = new ArrayList<>();
        List<OfWork> rounds = new ArrayList<>();
        long memory = 0;
        for (String line : lines) {
            String[] fields = line.split(SEPARATOR);
            try {
                switch (fields[0]) {
                    case VERSION -> version = fields[1];
                    case MEMORY -> memory = Long.parseLong(fields[1]);
                    case LAP ->
                        laps.add(new Lap(
                                fields[1],
                                Double.parseDouble(fields[2]),
                                Double.parseDouble(fields[3]),
                                Double.parseDouble(fields[4]),
                                Long.parseLong(fields[5])));
                    case ROUND ->
                        rounds.add(new OfWork(
                                fields[1],
                                new Churn.Round(
                                        Integer.parseInt(fields[2]),
                                        Long.parseLong(fields[3]),
                                        Long.parseLong(fields[4]),
                                        Long.parseLong(fields[5]))));
                    default -> {
                        // something that the program says otherwise
                    }
                }
            } catch (ArrayIndexOutOfBoundsException | NumberFormatException e) {
                throw new IOException("not understood: " + line, e);
            }
        }
        return new Printout(version, laps, rounds, memory);
    }
}
