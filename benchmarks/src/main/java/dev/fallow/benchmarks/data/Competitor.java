package dev.fallow.benchmarks.data;

import dev.fallow.benchmarks.data.library.DataLibrary;
import dev.fallow.benchmarks.data.library.Kind;
import dev.fallow.benchmarks.race.entrant.Stable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A library in processes of its own. */
interface Competitor {
    /** The name in tables and files. */
    String name();

    /** Whether it takes part in a row. */
    boolean can(Work work);

    /**
     * Starts a process that does these works, in order, and waits for it.
     *
     * @param heapMegabytes of a JVM
     * @param threads the processors that a JVM sees
     */
    Stable.Printed run(List<Work> works, Sizes sizes, Path folder, int laps, int heapMegabytes, int threads)
            throws IOException, InterruptedException;

    /** A library of this JVM. */
    record InJava(String name, DataLibrary library, Stable stable) implements Competitor {
        @Override
        public boolean can(Work work) {
            return library.can(work.kind(), work.codec());
        }

        @Override
        public Stable.Printed run(List<Work> works, Sizes sizes, Path folder, int laps, int heapMegabytes, int threads)
                throws IOException, InterruptedException {
            List<String> options = new ArrayList<>(stable.jvmOptions());
            options.add("-Xmx" + heapMegabytes + "m");
            options.add("-XX:ActiveProcessorCount=" + threads);
            options.add("-Dfallow.natives=" + (name.equals(Libraries.NATIVES) ? "auto" : "off"));
            return stable.java(options, DataChild.class, DataChild.arguments(name, works, sizes, folder, laps));
        }
    }

    /**
     * h5py.
     *
     * @param setting empty; {@link #FORCED}; or a strategy of libhdf5, whose free space is stored in the file
     */
    record InPython(String name, PythonProgram program, Path script, String setting, Stable stable)
            implements Competitor {
        /** The files that are written are forced to the medium. */
        static final String FORCED = "forced";

        @Override
        public boolean can(Work work) {
            if (!setting.isEmpty() && !setting.equals(FORCED)) {
                return work.kind() == Kind.CHURN;
            }
            boolean possible = (program.plugins() || work.codec().isCommon()) && work.kind() != Kind.APPEND_DIRECTLY;
            return possible && (setting.isEmpty() || work.writes() && work.kind() != Kind.CHURN);
        }

        @Override
        public Stable.Printed run(List<Work> works, Sizes sizes, Path folder, int laps, int heapMegabytes, int threads)
                throws IOException, InterruptedException {
            return stable.run(List.of(
                    program.executable(),
                    script.toString(),
                    specifications(name, works),
                    sizes.toString(),
                    folder.toString(),
                    Integer.toString(laps),
                    setting));
        }
    }

    /**
     * hdf5-pure. Its program is in the resources, next to the one of h5py. It rewrites only, because the library reads slices
     * by rows, and appends in one dimension.
     */
    record InRust(String name, Path program, Stable stable) implements Competitor {
        @Override
        public boolean can(Work work) {
            return work.kind() == Kind.CHURN;
        }

        @Override
        public Stable.Printed run(List<Work> works, Sizes sizes, Path folder, int laps, int heapMegabytes, int threads)
                throws IOException, InterruptedException {
            return stable.run(List.of(
                    program.toString(),
                    specifications(name, works),
                    sizes.toString(),
                    folder.toString(),
                    Integer.toString(laps)));
        }
    }

    /** What a program in another language is told to do. */
    private static String specifications(String name, List<Work> works) {
        return works.stream()
                .map(work -> String.join(
                        ":",
                        work.name(),
                        work.kind().name(),
                        work.codec().label(),
                        work.more(),
                        work.source().isEmpty() ? "" : work.source() + ".h5",
                        work.file(name),
                        Integer.toString(work.repeats())))
                .collect(Collectors.joining(","));
    }

    /** The first one that can do a work. */
    static Optional<Competitor> firstOf(List<Competitor> all, Work work) {
        return all.stream().filter(one -> one.can(work)).findFirst();
    }
}
