package dev.fallow.benchmarks.jmh;

import dev.fallow.research.contender.Contenders;
import dev.fallow.research.contender.MvStoreBitSet;
import dev.fallow.research.contender.TwoTreeMaps;
import dev.fallow.research.page.PrintedSearch;
import dev.fallow.research.search.ScanningIndex;
import dev.fallow.research.tournament.Contestant;
import dev.fallow.research.tournament.Contestants;
import dev.fallow.research.tournament.MovingPolicy;
import dev.fallow.research.tournament.PolicyProvider;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** The policies of {@link PoliciesBenchmark}: those of the tournament, further managers, those that move blocks, and those of the class path. */
final class Policies {
    private static final int UNIT = Contenders.GRANULARITY;

    private Policies() {}

    /** The policies of this project, of the papers, and of others. */
    static List<Contestant> all() {
        return Stream.of(
                        Contestants.all().stream(),
                        managers(),
                        MovingPolicy.all().stream().map(MovingPolicy::contestant))
                .flatMap(policies -> policies)
                .toList();
    }

    private static Stream<Contestant> managers() {
        return Stream.of(
                PolicyProvider.manager(
                        "two tree maps", "the obvious design in Java: exact best fit", 1, TwoTreeMaps.FACTORY),
                PolicyProvider.manager(
                        "printed search",
                        "Burns and Hineman's search as printed, first fit, one bit per 8 B",
                        UNIT,
                        boundary -> ScanningIndex.scanned(
                                UNIT, boundary, new PrintedSearch(64, PrintedSearch.Shortcuts.NONE))),
                PolicyProvider.manager(
                        "mvstore bitset",
                        "H2's MVStore, first fit, one bit per 8 B",
                        UNIT,
                        boundary -> new MvStoreBitSet(UNIT)));
    }

    /** The name of a policy or trace as a value of a parameter: without capitals, spaces and commas. */
    static String label(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }

    /** @throws IllegalArgumentException if there is no such policy; the message lists the names */
    static Contestant named(String label) {
        List<Contestant> all = Stream.concat(
                        all().stream(),
                        ServiceLoader.load(PolicyProvider.class).stream()
                                .flatMap(provider -> provider.get().policies().stream()))
                .toList();
        return all.stream()
                .filter(policy -> label(policy.name()).equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("policy: no " + label + "; expected one of "
                        + all.stream().map(policy -> label(policy.name())).toList()));
    }
}
