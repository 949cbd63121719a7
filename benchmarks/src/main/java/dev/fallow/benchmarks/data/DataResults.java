package dev.fallow.benchmarks.data;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** What was measured. */
final class DataResults {
    private final Map<Work, Map<String, List<List<Printout.Lap>>>> laps = new LinkedHashMap<>();
    private final Map<Work, Map<String, List<Churn.Round>>> rounds = new LinkedHashMap<>();
    private final Map<Work, Map<String, Long>> memory = new LinkedHashMap<>();
    private final Map<String, String> versions = new LinkedHashMap<>();
    private final List<String> failures = new ArrayList<>();

    /** Adds the results of a process. */
    void add(String contender, List<Work> works, Printout printout) {
        versions.put(contender, printout.version());
        for (Work work : works) {
            List<Printout.Lap> own = printout.laps().stream()
                    .filter(lap -> lap.work().equals(work.name()))
                    .toList();
            if (!own.isEmpty()) {
                laps.computeIfAbsent(work, any -> new LinkedHashMap<>())
                        .computeIfAbsent(contender, any -> new ArrayList<>())
                        .add(own);
                if (works.size() == 1) {
                    memory.computeIfAbsent(work, any -> new LinkedHashMap<>())
                            .merge(contender, printout.memory(), Math::max);
                }
            }
            List<Churn.Round> ofWork = printout.rounds().stream()
                    .filter(round -> round.work().equals(work.name()))
                    .map(Printout.OfWork::round)
                    .toList();
            if (!ofWork.isEmpty()) {
                rounds.computeIfAbsent(work, any -> new LinkedHashMap<>()).put(contender, ofWork);
            }
        }
    }

    void fail(String what) {
        failures.add(what);
    }

    /** What went wrong. */
    List<String> failures() {
        return failures;
    }

    /** The works with results. */
    Collection<Work> works() {
        return laps.keySet();
    }

    /** The contenders with results, in the order in which they ran. */
    Set<String> contenders() {
        Set<String> names = new LinkedHashSet<>();
        laps.values().forEach(each -> names.addAll(each.keySet()));
        return names;
    }

    /** The versions by contender. */
    Map<String, String> versions() {
        return versions;
    }

    /** The CPU seconds of the first lap of a process: the median of the processes. */
    OptionalDouble first(Work work, String contender) {
        return median(processes(work, contender).stream()
                .map(process -> process.get(0).cpuSeconds())
                .toList());
    }

    /** The CPU seconds of later laps, or of the only one: the median. */
    OptionalDouble cpu(Work work, String contender) {
        return later(work, contender, Printout.Lap::cpuSeconds);
    }

    /** As {@link #cpu}, elapsed seconds. */
    OptionalDouble wall(Work work, String contender) {
        return later(work, contender, Printout.Lap::wallSeconds);
    }

    /** The length of the file. */
    OptionalDouble fileBytes(Work work, String contender) {
        return later(work, contender, Printout.Lap::fileBytes);
    }

    /** The number of laps in a process. */
    int laps(Work work, String contender) {
        return processes(work, contender).stream().mapToInt(List::size).max().orElse(0);
    }

    /** All answers. */
    List<Double> answers(Work work, String contender) {
        return processes(work, contender).stream()
                .flatMap(List::stream)
                .map(Printout.Lap::answer)
                .toList();
    }

    /** The most memory of a process that did nothing else, in KiB. */
    Optional<Long> memory(Work work, String contender) {
        return Optional.ofNullable(memory.getOrDefault(work, Map.of()).get(contender));
    }

    /** The rounds of rewriting; the last one is the closed file. */
    List<Churn.Round> rounds(Work work, String contender) {
        return rounds.getOrDefault(work, Map.of()).getOrDefault(contender, List.of());
    }

    /** The highest ratio of the file's length to its live bytes, in any round but the last. */
    OptionalDouble peak(Work work, String contender) {
        return highest(work, contender, Churn.Round::length);
    }

    /** As {@link #peak}, of the lengths after the last commit of each round. */
    OptionalDouble committed(Work work, String contender) {
        return highest(work, contender, Churn.Round::committed);
    }

    private OptionalDouble highest(Work work, String contender, ToLongFunction<Churn.Round> length) {
        List<Churn.Round> all = rounds(work, contender);
        return all.stream()
                .limit(Math.max(0, all.size() - 1))
                .mapToDouble(round -> (double) length.applyAsLong(round) / round.liveBytes())
                .max();
    }

    /** The ratio of the closed file's length to its live bytes. */
    OptionalDouble atTheEnd(Work work, String contender) {
        List<Churn.Round> all = rounds(work, contender);
        if (all.isEmpty()) {
            return OptionalDouble.empty();
        }
        Churn.Round last = all.get(all.size() - 1);
        return OptionalDouble.of((double) last.length() / last.liveBytes());
    }

    private List<List<Printout.Lap>> processes(Work work, String contender) {
        return laps.getOrDefault(work, Map.of()).getOrDefault(contender, List.of());
    }

    private OptionalDouble later(Work work, String contender, ToDoubleFunction<Printout.Lap> value) {
        return median(processes(work, contender).stream()
                .flatMap(process -> process.stream().skip(process.size() > 1 ? 1 : 0))
                .map(value::applyAsDouble)
                .toList());
    }

    private static OptionalDouble median(List<Double> values) {
        if (values.isEmpty()) {
            return OptionalDouble.empty();
        }
        List<Double> sorted = values.stream().sorted().toList();
        return OptionalDouble.of(sorted.get(sorted.size() / 2));
    }
}
