package dev.fallow.benchmarks.shrink;

import dev.fallow.ContainerFile;
import dev.fallow.Entry;
import dev.fallow.benchmarks.data.Clock;
import dev.fallow.benchmarks.race.entrant.Stable;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes each prepared file shorter, in place with Fallow and by copying with h5repack, in turns. */
final class RepackRace {
    static final String SHRINK = "shrink";
    static final String H5REPACK = "h5repack";

    private static final String DIFF = "h5diff";

    private final ShrinkScale scale;
    private final Stable stable;
    private final Path folder;
    private final Optional<Path> program;
    private final PrintWriter progress;
    private final List<RepackRow> rows = new ArrayList<>();
    private final List<String> checks = new ArrayList<>();

    /** @param program h5repack, if there is one */
    RepackRace(ShrinkScale scale, Stable stable, Path folder, Optional<Path> program, PrintWriter progress) {
        this.scale = scale;
        this.stable = stable;
        this.folder = folder;
        this.program = program;
        this.progress = progress;
    }

    /** @throws IOException if a program fails, or its file is wrong */
    List<RepackRow> run() throws IOException, InterruptedException {
        for (PreparedFile each : PreparedFile.values()) {
            run(each);
        }
        return rows;
    }

    /** What was compared, for the report. */
    List<String> checks() {
        return checks;
    }

    /** The version of h5repack. */
    static String version(Path program, Stable stable) throws IOException, InterruptedException {
        return String.join(" ", stable.run(List.of(program.toString(), "-V")).orThrow());
    }

    private void run(PreparedFile kind) throws IOException, InterruptedException {
        Path prepared = folder.resolve("prepared.h5");
        Path shrunk = folder.resolve("shrunk.h5");
        Path repacked = folder.resolve("repacked.h5");
        kind.write(prepared, scale.sizes());
        for (int lap = 0; lap < scale.laps(); lap++) {
            progress.println(kind.label() + ", lap " + lap);
            progress.flush();
            Files.copy(prepared, shrunk, StandardCopyOption.REPLACE_EXISTING);
            rows.add(shrink(kind, shrunk));
            if (program.isPresent()) {
                Files.deleteIfExists(repacked);
                rows.add(repack(kind, prepared, repacked));
                if (lap == 0) {
                    compare(kind, shrunk, repacked);
                }
            }
        }
        for (Path file : List.of(prepared, shrunk, repacked)) {
            Files.deleteIfExists(file);
        }
    }

    private RepackRow shrink(PreparedFile kind, Path file) throws IOException, InterruptedException {
        long before = Files.size(file);
        double children = ChildTimes.seconds();
        Clock clock = Clock.start();
        List<String> lines = stable.java(stable.jvmOptions(), ShrinkChild.class, List.of(file.toString()))
                .orThrow();
        double wall = clock.wallSeconds();
        double cpu = ChildTimes.seconds() - children;
        ShrinkChild.Shrunk shrunk = ShrinkChild.Shrunk.parse(lines);
        return row(kind, SHRINK, cpu, shrunk.cpuSeconds(), wall, shrunk.writtenBytes(), before, file);
    }

    private RepackRow repack(PreparedFile kind, Path from, Path to) throws IOException, InterruptedException {
        double children = ChildTimes.seconds();
        Clock clock = Clock.start();
        stable.run(List.of(program.orElseThrow().toString(), from.toString(), to.toString()))
                .orThrow();
        double wall = clock.wallSeconds();
        double cpu = ChildTimes.seconds() - children;
        return row(kind, H5REPACK, cpu, cpu, wall, Files.size(to), Files.size(from), to);
    }

    private static RepackRow row(
            PreparedFile kind, String tool, double cpu, double own, double wall, long written, long before, Path after)
            throws IOException {
        return new RepackRow(kind, tool, cpu, own, wall, written, before, Files.size(after), liveBytes(after));
    }

    /** The live bytes of a file. */
    static long liveBytes(Path file) throws IOException {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            SpaceReport space = container.space();
            if (!space.findings().isEmpty()) {
                throw new IOException(file.getFileName() + ": " + space.findings());
            }
            return space.liveBytes();
        }
    }

    private void compare(PreparedFile kind, Path shrunk, Path repacked) throws IOException, InterruptedException {
        Path diff = program.orElseThrow().resolveSibling(DIFF);
        if (!Files.isExecutable(diff)) {
            return;
        }
        stable.run(List.of(diff.toString(), shrunk.toString(), repacked.toString()))
                .orThrow();
        if (!names(shrunk).equals(names(repacked))) {
            throw new IOException(kind.label() + ": the two files have different objects");
        }
        checks.add(kind.label());
    }

    private static Set<String> names(Path file) {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            return container.root().listRecursively().stream().map(Entry::path).collect(Collectors.toSet());
        }
    }
}
