package dev.fallow.benchmarks.race;

import dev.fallow.benchmarks.race.entrant.Lap;
import dev.fallow.benchmarks.race.finalfile.FinalFile;
import dev.fallow.research.report.ReportNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** The results of an entrant in a test with one count: the laps of each process, and the final file. */
final class Standing {
    private final List<List<Lap>> processes = new ArrayList<>();
    private FinalFile file;
    private String remark; // the reason for missing results

    void add(List<Lap> laps) {
        processes.add(List.copyOf(laps));
    }

    void setFile(FinalFile newFile) {
        file = newFile;
    }

    void setRemark(String newRemark) {
        remark = newRemark;
    }

    /** The laps of each process. */
    List<List<Lap>> processes() {
        return List.copyOf(processes);
    }

    /** The file left by the last process; null if there is none. */
    FinalFile file() {
        return file;
    }

    /** The reason for missing results; null if there is none. */
    String remark() {
        return remark;
    }

    /** Name and version of the library; null if there are no results. */
    String library() {
        return processes.isEmpty() ? null : processes.get(0).get(0).library();
    }

    /** The median of the processes' medians; empty if nothing was measured. */
    OptionalDouble median(ToDoubleFunction<Lap> value) {
        double[] medians = processes.stream()
                .mapToDouble(laps ->
                        ReportNumbers.median(laps.stream().mapToDouble(value).toArray()))
                .toArray();
        return medians.length == 0 || ReportNumbers.median(medians) < 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(ReportNumbers.median(medians));
    }
}
