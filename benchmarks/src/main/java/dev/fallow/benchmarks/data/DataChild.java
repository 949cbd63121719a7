package dev.fallow.benchmarks.data;

import dev.fallow.benchmarks.data.library.DataLibrary;
import dev.fallow.benchmarks.data.library.Kind;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The main class of a JVM of the data command. It prints the lines of {@link Printout}. */
public final class DataChild {
    /** Several laps of short works are repeated until they took so long, so that most of them run compiled code. */
    private static final double ENOUGH_SECONDS = 15;

    private static final int MOST = 8;

    private final String name;
    private final DataLibrary library;
    private final Sizes sizes;
    private final Path folder;
    private final PrintStream out;

    DataChild(String name, DataLibrary library, Sizes sizes, Path folder, PrintStream out) {
        this.name = name;
        this.library = library;
        this.sizes = sizes;
        this.folder = folder;
        this.out = out;
    }

    /** Arguments: library, names of works, sizes, directory, laps. */
    public static void main(String[] arguments) throws IOException {
        DataLibrary library = Libraries.named(arguments[0]);
        DataChild child =
                new DataChild(arguments[0], library, Sizes.parse(arguments[2]), Path.of(arguments[3]), System.out);
        child.run(List.of(arguments[1].split(",")), Integer.parseInt(arguments[4]));
    }

    /** The arguments for {@link #main}. */
    static List<String> arguments(String library, List<Work> works, Sizes sizes, Path folder, int laps) {
        return List.of(
                library,
                String.join(",", works.stream().map(Work::name).toList()),
                sizes.toString(),
                folder.toString(),
                Integer.toString(laps));
    }

    void run(List<String> works, int laps) throws IOException {
        out.println(Printout.version(library.version()));
        for (String work : works) {
            run(Works.named(work), laps);
        }
        out.println(Printout.memory(Clock.peakMemory()));
    }

    private void run(Work work, int laps) throws IOException {
        if (work.kind() == Kind.CHURN) {
            churn(work);
            return;
        }
        Task task = new Task(library, name, work, sizes, folder);
        double spent = 0;
        for (int lap = 0; lap < laps || laps > 1 && lap < MOST * laps && spent < ENOUGH_SECONDS; lap++) {
            task.prepare(lap == 0);
            System.gc(); // so that this lap does not collect the garbage of earlier ones
            Clock clock = Clock.start();
            Object result = null;
            for (int i = 0; i < work.repeats(); i++) {
                result = task.run();
            }
            double cpu = clock.cpuSeconds() / work.repeats();
            double wall = clock.wallSeconds() / work.repeats();
            spent += wall * work.repeats();
            out.println(Printout.lap(
                    new Printout.Lap(work.name(), cpu, wall, task.answer(result), Files.size(task.file()))));
        }
    }

    private void churn(Work work) throws IOException {
        Path file = folder.resolve(work.file(name));
        Files.deleteIfExists(file);
        Churn churn = new Churn(library, file, work.more(), sizes.rounds());
        for (Churn.Round round : churn.run()) {
            out.println(Printout.round(work.name(), round));
        }
        out.println(Printout.lap(
                new Printout.Lap(work.name(), churn.cpuSeconds(), churn.wallSeconds(), 0, Files.size(file))));
    }
}
