package dev.fallow.benchmarks.race;

import dev.fallow.Durability;
import dev.fallow.FreeSpaceBackend;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** All who can take part, in the order of the tables. A new one is entered here, and is then in all of it. */
final class Entrants {
    /** Whom the others are compared with. */
    static final String REFERENCE = "libhdf5";
    /** Fallow as it is by default. */
    static final String OURS = fallow(FreeSpaceBackend.ORDERED);
    /** Fallow with the design that the report introduced, and with the one that it replaced. */
    static final String NEW_DESIGN = fallow(FreeSpaceBackend.SIZE_BINS);

    static final String OLD_DESIGN = fallow(FreeSpaceBackend.LINKED_LIST);
    /** In a JVM that has done nothing before. */
    static final String OURS_COLD = OURS + "-cold";
    /** The program in C. */
    static final String C_PROGRAM = "c-program";
    /** The program in Rust. */
    static final String RUST_PROGRAM = "rust-program";

    private static final long ANY = Long.MAX_VALUE;

    private Entrants() {}

    /**
     * Who can take part on this machine.
     *
     * @param cProgram null: none
     * @param rustProgram null: none
     * @param mostOfSlow those whose time grows with the square do not do tests that create more objects
     */
    static List<Entrant> all(Path cProgram, Path rustProgram, long mostOfSlow) {
        List<Entrant> all = new ArrayList<>();
        for (FreeSpaceBackend backend : FreeSpaceBackend.values()) {
            boolean slow = backend == FreeSpaceBackend.LINKED_LIST;
            all.add(ours(
                    fallow(backend),
                    "Fallow with the backend " + backend.label() + ", forced at its commits as by default",
                    false,
                    slow ? mostOfSlow : ANY,
                    backend,
                    Durability.EACH_COMMIT));
        }
        all.add(ours(
                OURS + "-never",
                "Fallow with `--durability never`: nothing is forced, as libhdf5 does",
                false,
                ANY,
                FreeSpaceBackend.ORDERED,
                Durability.NEVER));
        all.add(ours(
                OURS_COLD,
                "Fallow once in a new JVM, forced as by default; CPU time of the whole process, its start included",
                true,
                ANY,
                FreeSpaceBackend.ORDERED,
                Durability.EACH_COMMIT));
        if (Hdf5Library.isForThisPlatform()) {
            all.add(reference(REFERENCE, "libhdf5 as it is by default, called from Java", Hdf5Library.Mode.DEFAULT));
            all.add(reference(
                    REFERENCE + "-persistent",
                    "libhdf5 with free space stored in the file, called from Java",
                    Hdf5Library.Mode.PERSISTENT));
            all.add(reference(
                    REFERENCE + "-paged",
                    "libhdf5 with pages of 4,096 bytes, called from Java",
                    Hdf5Library.Mode.PAGED));
        }
        if (cProgram != null) {
            Set<ReportTest> tests = Set.of(ReportTest.values());
            all.add(new Program(
                    C_PROGRAM, "libhdf5 by default, from C: a process for each lap", cProgram, List.of(), tests, ANY));
            all.add(new Program(
                    C_PROGRAM + "-persistent",
                    "libhdf5 with free space stored in the file, from C",
                    cProgram,
                    List.of("persist"),
                    tests,
                    ANY));
            all.add(new Program(
                    C_PROGRAM + "-paged",
                    "libhdf5 with pages of 4,096 bytes, from C",
                    cProgram,
                    List.of("page"),
                    tests,
                    ANY));
        }
        if (rustProgram != null) {
            all.add(new Program(
                    RUST_PROGRAM,
                    "hdf5-pure, from Rust: a commit at the end of each phase, a process for each lap",
                    rustProgram,
                    List.of(),
                    Set.of(ReportTest.GROUPS, ReportTest.DATASETS),
                    mostOfSlow));
        }
        return all;
    }

    /** What a JVM of the race runs. */
    static Library library(String name) {
        return all(null, null, ANY).stream()
                .filter(entrant -> entrant.name().equals(name))
                .map(entrant -> ((ForkedLibrary) entrant).library().get())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no contender " + name));
    }

    private static String fallow(FreeSpaceBackend backend) {
        return "fallow-" + backend.label();
    }

    private static Entrant ours(
            String name, String what, boolean cold, long most, FreeSpaceBackend backend, Durability durability) {
        return new ForkedLibrary(name, what, true, cold, most, () -> new FallowLibrary(backend, durability));
    }

    private static Entrant reference(String name, String what, Hdf5Library.Mode mode) {
        Supplier<Library> library = () -> new Hdf5Library(mode);
        return new ForkedLibrary(name, what, false, false, ANY, library);
    }
}
