package dev.fallow.fuzz;

import dev.fallow.fuzz.input.FallowSeeds;
import dev.fallow.fuzz.input.JournalSeeds;
import dev.fallow.fuzz.input.KeptSeeds;
import dev.fallow.fuzz.input.ReferenceSeeds;
import dev.fallow.fuzz.input.Seed;
import dev.fallow.fuzz.outcome.Outcomes;
import dev.fallow.oracle.ReferenceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** All targets, with their seeds. */
final class Targets implements AutoCloseable {
    private static final Map<String, Integer> WEIGHTS =
            new TreeMap<>(Map.of("read", 5, "edit", 6, "look", 6, "change", 6, "path", 3, "verb", 2, "journal", 1));

    private final Outcomes outcomes = new Outcomes();
    private final List<Target> targets;
    private final List<Seed> seeds;

    private Targets(List<Seed> seeds, List<Seed> journals, List<Seed> kept) throws IOException {
        this.seeds = seeds;
        Containers containers = new Containers(seeds, kept);
        targets = List.of(
                new ReadTarget(outcomes, containers),
                new EditTarget(outcomes, containers),
                new LookTarget(outcomes, containers),
                new ChangeTarget(outcomes, containers),
                new FileTarget.Paths(outcomes, containers),
                new FileTarget.Verbs(outcomes, containers, seeds.isEmpty() ? null : seeds.get(0)),
                new JournalTarget(outcomes, journals));
    }

    /**
     * Creates the targets with all seeds: those of Fallow, those of libhdf5 if it supports the platform, and those of
     * the corpus if present.
     *
     * @param kept the inputs kept from earlier runs
     */
    static Targets make(boolean withCorpus, List<Seed> kept) throws IOException {
        Path folder = Files.createTempDirectory("fallow-seeds");
        try {
            List<Seed> seeds = new ArrayList<>(FallowSeeds.all());
            if (ReferenceFile.isForThisPlatform()) {
                seeds.addAll(ReferenceSeeds.all(folder));
            }
            if (withCorpus) {
                seeds.addAll(KeptSeeds.ofCorpus());
                seeds.addAll(KeptSeeds.ofFindings());
            }
            return new Targets(List.copyOf(seeds), JournalSeeds.all(folder), kept);
        } finally {
            Files.delete(folder);
        }
    }

    /** Creates targets without seeds, which only run given inputs. */
    static Targets withoutSeeds() throws IOException {
        return new Targets(List.of(), List.of(), List.of());
    }

    /** Returns all targets. */
    List<Target> all() {
        return targets;
    }

    /** Returns the names of all targets, separated by commas. */
    static String names() {
        return String.join(",", WEIGHTS.keySet());
    }

    /** Returns the targets with these names, repeated by weight: those that use the file system are slow. */
    List<Target> weighted(Set<String> names) {
        List<Target> weighted = new ArrayList<>();
        for (Target target : targets) {
            if (names.contains(target.name())) {
                weighted.addAll(Collections.nCopies(WEIGHTS.get(target.name()), target));
            }
        }
        return weighted;
    }

    /** Returns the containers to damage. */
    List<Seed> seeds() {
        return seeds;
    }

    Outcomes outcomes() {
        return outcomes;
    }

    @Override
    public void close() throws IOException {
        for (Target target : targets) {
            target.close();
        }
    }
}
