package dev.fallow.benchmarks.jmh;

import dev.fallow.CreateOptions;
import dev.fallow.Durability;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.FreeSpaceBackend;
import dev.fallow.research.createdelete.ReportTest;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * One combination of the parameters of {@link CreateDeleteBenchmark}.
 *
 * @param count the number of objects in each set, at least 1
 * @param commits the number of creations and deletions between commits; 0 for none before the file is closed
 */
record EditorSettings(
        ReportTest test,
        int count,
        FileSpaceStrategy strategy,
        int commits,
        FreeSpaceBackend backend,
        Durability durability) {
    /** @throws IllegalArgumentException if a text is not a value of its parameter; the message lists the values */
    static EditorSettings of(
            String test, String count, String strategy, String commits, String backend, String durability) {
        return new EditorSettings(
                ReportTest.named(test),
                number("count", count, 1),
                named("strategy", strategy, FileSpaceStrategy.values()),
                number("commits", commits, 0),
                backend(backend),
                named("durability", durability, Durability.values()));
    }

    /** Fallow's options. */
    CreateOptions options() {
        return CreateOptions.defaults()
                .withStrategy(strategy)
                .withBackend(backend)
                .withDurability(durability);
    }

    private static int number(String parameter, String text, int least) {
        if (!text.matches("\\d{1,9}") || Integer.parseInt(text) < least) {
            throw new IllegalArgumentException(
                    parameter + ": expected a whole number from " + least + " to 999999999, found " + text);
        }
        return Integer.parseInt(text);
    }

    private static FreeSpaceBackend backend(String label) {
        return Arrays.stream(FreeSpaceBackend.values())
                .filter(one -> one.label().equals(label))
                .findFirst()
                .orElseThrow(() -> unknown(
                        "backend",
                        label,
                        Arrays.stream(FreeSpaceBackend.values()).map(FreeSpaceBackend::label)));
    }

    private static <E extends Enum<E>> E named(String parameter, String label, E[] values) {
        return Arrays.stream(values)
                .filter(one -> label(one).equals(label))
                .findFirst()
                .orElseThrow(
                        () -> unknown(parameter, label, Arrays.stream(values).map(EditorSettings::label)));
    }

    /** The name of a value on the command line. */
    static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static IllegalArgumentException unknown(String parameter, String label, Stream<String> values) {
        return new IllegalArgumentException(parameter + ": no " + label + "; expected one of " + values.toList());
    }
}
