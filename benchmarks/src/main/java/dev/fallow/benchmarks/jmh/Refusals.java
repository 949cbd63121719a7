package dev.fallow.benchmarks.jmh;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * What can be said about JMH's options before JMH starts: values and combinations of parameters that {@link CreateDeleteBenchmark}
 * and {@link PoliciesBenchmark} refuse.
 */
public final class Refusals {
    private static final List<String> PARAMETERS =
            List.of("library", "test", "count", "strategy", "commits", "backend", "durability");

    private Refusals() {}

    /** The benchmarks that these options select, without running any. */
    public static Collection<BenchmarkListEntry> selected(Options options) {
        OutputFormat nowhere = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);
        return BenchmarkList.defaultList().find(nowhere, options.getIncludes(), options.getExcludes());
    }

    /** The first value or combination that a selected benchmark refuses, in one line; empty if there is none. */
    public static Optional<String> of(Options options) {
        return selected(options).stream()
                .flatMap(entry -> of(options, entry).stream())
                .findFirst();
    }

    private static Optional<String> of(Options options, BenchmarkListEntry entry) {
        if (entry.getUserClassQName().equals(CreateDeleteBenchmark.class.getName())) {
            return firstRefusal(options, entry, new String[PARAMETERS.size()], 0);
        }
        if (entry.getUserClassQName().equals(PoliciesBenchmark.class.getName())) {
            try {
                values(options, entry, "policy").forEach(Policies::named);
                values(options, entry, "trace").forEach(PoliciesBenchmark::checkTrace);
            } catch (IllegalArgumentException e) { // not a value of its parameter
                return Optional.of(e.getMessage());
            }
        }
        return Optional.empty();
    }

    private static Optional<String> firstRefusal(Options options, BenchmarkListEntry entry, String[] chosen, int next) {
        if (next == chosen.length) {
            return refusal(chosen);
        }
        for (String value : values(options, entry, PARAMETERS.get(next))) {
            chosen[next] = value;
            Optional<String> refusal = firstRefusal(options, entry, chosen, next + 1);
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        return Optional.empty();
    }

    private static Collection<String> values(Options options, BenchmarkListEntry entry, String parameter) {
        return options.getParameter(parameter)
                .orElse(Arrays.asList(entry.getParams().get().get(parameter)));
    }

    private static Optional<String> refusal(String... chosen) {
        try {
            EditorSettings settings =
                    EditorSettings.of(chosen[1], chosen[2], chosen[3], chosen[4], chosen[5], chosen[6]);
            return Editor.named(chosen[0]).refusal(settings);
        } catch (IllegalArgumentException e) { // not a value of its parameter
            return Optional.of(e.getMessage());
        }
    }
}
