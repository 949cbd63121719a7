package dev.fallow.fuzz;

import dev.fallow.fuzz.input.FallowSeeds;
import dev.fallow.fuzz.input.JournalSeeds;
import dev.fallow.fuzz.input.KeptSeeds;
import dev.fallow.fuzz.input.ReferenceSeeds;
import dev.fallow.fuzz.input.Seed;
import dev.fallow.oracle.ReferenceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** All targets, with their seeds. */
final class Targets implements AutoCloseable {
    private final Outcomes outcomes = new Outcomes();
    private final List<Target> targets;
    private final List<Seed> seeds;

    private Targets(List<Seed> seeds, List<Seed> journals, List<Seed> kept) throws IOException {
        this.seeds = seeds;
        Containers containers = new Containers(seeds, kept);
        targets = List.of(
                new ReadTarget(outcomes, containers),
                new EditTarget(outcomes, containers),
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

    /**
     * Returns the targets with these names, repeated by weight: the journal target is slow, because it uses the file
     * system, and has a lower weight.
     */
    List<Target> weighted(Set<String> names) {
        List<Target> weighted = new ArrayList<>();
        for (Target target : targets) {
            if (names.contains(target.name())) {
                int times = target instanceof JournalTarget ? 1 : target instanceof EditTarget ? 10 : 5;
                for (int i = 0; i < times; i++) {
                    weighted.add(target);
                }
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
