package dev.fallow.cli;

import dev.fallow.cli.shell.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the verbs that show what is in a file, and an edit, so that a JVM that records the classes which it loads can
 * write an archive of them. Prints nothing.
 */
final class Training {
    private static final List<String> LOOKS =
            List.of("info", "info --json", "ls", "ls -lr", "tree", "space", "why", "holes", "check", "map");

    private Training() {}

    /** Writes files into the empty folder that the argument names. */
    public static void main(String[] arguments) throws IOException {
        Fallow.prepare();
        Path folder = Path.of(arguments[0]);
        String tour = folder.resolve("tour.h5").toString();
        String chunks = folder.resolve("chunks.h5").toString();
        Path csv = folder.resolve("numbers.csv");
        Files.writeString(csv, "1\n2\n3\n".repeat(1_000));
        run("tour", tour);
        run("create", chunks, "/group/numbers", "--csv", csv.toString(), "--filter", "shuffle", "--filter", "deflate");
        run("create", chunks, "/group/plain", "--csv", csv.toString());
        run("attr", "set", chunks, "/group/plain", "units", "m");
        run("rm", chunks, "/group/plain");
        run("--help");
        for (String look : LOOKS) {
            for (String file : List.of(tour, chunks)) {
                List<String> words = new ArrayList<>(List.of(look.split(" ")));
                words.add(file);
                run(words.toArray(String[]::new));
            }
        }
        run("cat", chunks, "/group/numbers");
        run("attr", "ls", chunks, "/group/numbers");
    }

    private static void run(String... words) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        int code = Fallow.run(nowhere, nowhere, words);
        if (code > ExitCode.FINDINGS) {
            throw new IllegalStateException(String.join(" ", words) + ": exit code " + code);
        }
    }
}
