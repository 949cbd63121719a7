package dev.fallow.fuzz;

import dev.fallow.fuzz.input.ContainerMutator;
import dev.fallow.fuzz.input.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Damaged containers. Most are made of seeds; of the corpus, which can be of any length, every fourth. */
final class Containers {
    static final String EXTENSION = ".h5";

    private final List<Seed> seeds;
    private final List<Seed> kept;
    private final ContainerMutator mutator;

    /**
     * Of these files.
     *
     * @param kept inputs of earlier runs
     */
    Containers(List<Seed> seeds, List<Seed> kept) {
        this.seeds = seeds;
        this.kept = kept;
        List<Seed> all = new ArrayList<>(seeds);
        all.addAll(kept);
        mutator = new ContainerMutator(all);
    }

    Target.Case next(RandomGenerator random) {
        List<Seed> from = !kept.isEmpty() && random.nextInt(4) == 0 ? kept : seeds;
        Seed seed = from.get(random.nextInt(from.size()));
        return new Target.Case(seed, mutator.mutate(seed, random));
    }
}
