package dev.fallow.benchmarks.race.finalfile;

import dev.fallow.benchmarks.race.entrant.Stable;
import dev.fallow.research.createdelete.ReportTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Examines large files in a separate JVM, so that lack of memory costs one row instead of the race. */
public final class FinalFileChild {
    /** The number of objects created in a test from which a separate JVM is used. */
    private static final long LARGE = 100_000;

    /** The walk over the 1.5 million datasets that the largest nested test leaves takes 650 MB. */
    private static final List<String> JVM_OPTIONS = List.of("-XX:+UseSerialGC", "-Xmx2g");

    private FinalFileChild() {}

    /** Arguments: whether the file is Fallow's, test, count, file. Prints the four numbers. */
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[3]);
        FinalFile found = Boolean.parseBoolean(arguments[0])
                ? FinalFile.ofOurs(file, ReportTest.named(arguments[1]), Integer.parseInt(arguments[2]))
                : FinalFile.ofOthers(file);
        System.out.println(found.bytes() + " " + found.live() + " " + found.free() + " " + found.untracked());
    }

    /**
     * As {@link FinalFile#ofOurs} or {@link FinalFile#ofOthers}, in this JVM or, for a large file, in a separate one.
     *
     * @throws IllegalStateException if a check fails
     * @throws IOException if the other JVM fails; it prints the cause on standard error
     */
    public static FinalFile look(boolean ours, Path file, ReportTest test, int count, Stable stable)
            throws IOException, InterruptedException {
        if (test.created(count) < LARGE) {
            return ours ? FinalFile.ofOurs(file, test, count) : FinalFile.ofOthers(file);
        }
        return inItsOwnJvm(ours, file, test, count, stable);
    }

    /** As {@link #look}, but always in a separate JVM. */
    public static FinalFile inItsOwnJvm(boolean ours, Path file, ReportTest test, int count, Stable stable)
            throws IOException, InterruptedException {
        List<String> arguments =
                List.of(Boolean.toString(ours), test.label(), Integer.toString(count), file.toString());
        List<String> lines =
                stable.java(JVM_OPTIONS, FinalFileChild.class, arguments).orThrow();
        long[] numbers = Arrays.stream(lines.get(0).split(" "))
                .mapToLong(Long::parseLong)
                .toArray();
        return new FinalFile(numbers[0], numbers[1], numbers[2], numbers[3]);
    }
}
