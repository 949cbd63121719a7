package dev.fallow.benchmarks.jmh;

import dev.fallow.FileSpaceStrategy;
import dev.fallow.benchmarks.race.entrant.Entrant;
import dev.fallow.benchmarks.race.entrant.Entrants;
import dev.fallow.benchmarks.race.entrant.Hdf5Library;
import dev.fallow.benchmarks.race.entrant.LapJson;
import dev.fallow.benchmarks.race.entrant.RaceChild;
import dev.fallow.research.createdelete.Commits;
import dev.fallow.research.createdelete.FallowLibrary;
import dev.fallow.research.createdelete.Library;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The libraries of {@link CreateDeleteBenchmark}: what each can do of the tests, and how it is run. */
enum Editor {
    /** Fallow, in this JVM. */
    FALLOW("fallow") {
        @Override
        Optional<String> lacks(EditorSettings settings) {
            return Optional.empty();
        }

        @Override
        Session session(EditorSettings settings) {
            return inThisJvm(new FallowLibrary(settings.options()), settings);
        }
    },
    /** libhdf5 from Maven Central, in this JVM. A commit is {@code H5Fflush}, which forces nothing. */
    LIBHDF5("libhdf5") {
        @Override
        Optional<String> lacks(EditorSettings settings) {
            return Hdf5Library.isForThisPlatform()
                    ? Optional.empty()
                    : Optional.of("this release has native libraries for x86-64 (Linux, macOS, Windows) only");
        }

        @Override
        Session session(EditorSettings settings) {
            return inThisJvm(new Hdf5Library(settings.strategy(), false), settings);
        }
    },
    /** libhdf5 from C, a process for each test. */
    LIBHDF5_C("libhdf5-c") {
        @Override
        Optional<String> lacks(EditorSettings settings) {
            return ofProgram("FALLOW_C_PROGRAM", Entrants.C_PROGRAM, settings);
        }

        @Override
        Session session(EditorSettings settings) {
            String strategy = settings.strategy() == FileSpaceStrategy.FSM_AGGR
                    ? "fsm"
                    : EditorSettings.label(settings.strategy());
            return program("FALLOW_C_PROGRAM", settings, strategy);
        }
    },
    /** hdf5-pure, in Rust, a process for each test, with a commit after each phase. */
    HDF5_PURE("hdf5-pure") {
        @Override
        Optional<String> lacks(EditorSettings settings) {
            return settings.strategy() == FileSpaceStrategy.FSM_AGGR
                    ? ofProgram("FALLOW_RUST_PROGRAM", Entrants.RUST_PROGRAM, settings)
                    : Optional.of("its program has the strategy fsm-aggr only");
        }

        @Override
        Session session(EditorSettings settings) {
            return program("FALLOW_RUST_PROGRAM", settings);
        }
    },
    /** jHDF writes a new file once and deletes nothing. It is a value of {@link ElementsBenchmark}. */
    JHDF("jhdf") {
        @Override
        Optional<String> lacks(EditorSettings settings) {
            return Optional.of("it writes a new file once and deletes nothing; Elements has it");
        }

        @Override
        Session session(EditorSettings settings) {
            throw new IllegalStateException(lacks(settings).orElseThrow());
        }
    };

    /** Runs a test in a new file, from its creation to its close. */
    interface Session {
        /**
         * Returns user and system time in seconds: of this JVM, or of a program without its start.
         *
         * @throws IOException if a program cannot be started, or fails
         */
        double run(Path file) throws IOException, InterruptedException;
    }

    private final String label;

    Editor(String label) {
        this.label = label;
    }

    /** @throws IllegalArgumentException if there is no such library; the message lists the names */
    static Editor named(String label) {
        return Arrays.stream(values())
                .filter(editor -> editor.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("library: no " + label + "; expected one of "
                        + Arrays.stream(values()).map(editor -> editor.label).toList()));
    }

    /** The reason why it cannot do this, in one line; empty if it can. */
    Optional<String> refusal(EditorSettings settings) {
        return lacks(settings)
                .map(reason -> label + " cannot run " + settings.test().label() + ", " + settings.count()
                        + " objects per set: " + reason);
    }

    abstract Optional<String> lacks(EditorSettings settings);

    /** The tests with these settings, which it does not refuse. */
    abstract Session session(EditorSettings settings);

    private static Session inThisJvm(Library library, EditorSettings settings) {
        return file -> {
            double before = RaceChild.cpuSeconds();
            try (Library.OpenFile open = library.create(file)) {
                settings.test().run(Commits.root(open, settings.commits()), settings.count());
            }
            return RaceChild.cpuSeconds() - before;
        };
    }

    private static Optional<String> ofProgram(String variable, String entrant, EditorSettings settings) {
        if (System.getenv(variable) == null) {
            return Optional.of("the environment variable " + variable + " has to name its program");
        }
        if (settings.commits() > 0) {
            return Optional.of("its program has no commits between operations");
        }
        for (Entrant one : Entrants.ofResults()) {
            if (one.name().equals(entrant)) {
                return one.leavesOut(settings.test(), settings.count());
            }
        }
        throw new IllegalArgumentException("no contender " + entrant);
    }

    private static Session program(String variable, EditorSettings settings, String... more) {
        return file -> {
            List<String> command = new ArrayList<>(List.of(
                    System.getenv(variable),
                    settings.test().label(),
                    Integer.toString(settings.count()),
                    file.toString()));
            command.addAll(List.of(more));
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException(command + " ended with " + process.exitValue());
            }
            return LapJson.read(printed, settings.test(), settings.count()).cpuSeconds();
        };
    }
}
