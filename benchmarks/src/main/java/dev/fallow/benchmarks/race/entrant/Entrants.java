package dev.fallow.benchmarks.race.entrant;

import dev.fallow.Durability;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.FreeSpaceBackend;
import dev.fallow.benchmarks.race.entrant.Entrant.Role;
import dev.fallow.research.createdelete.FallowLibrary;
import dev.fallow.research.createdelete.Library;
import dev.fallow.research.createdelete.ReportTest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** All entrants, in the order of the tables. A new one is added here, and then takes part in everything. */
public final class Entrants {
    /** The entrant with which the others are compared. */
    public static final String REFERENCE = "libhdf5";
    /** Fallow with default options. */
    public static final String OURS = fallow(FreeSpaceBackend.ORDERED);
    /** Fallow with the design that the report introduced. */
    public static final String NEW_DESIGN = fallow(FreeSpaceBackend.SIZE_BINS);

    public static final String OLD_DESIGN = fallow(FreeSpaceBackend.LINKED_LIST);
    /** Fallow in a new JVM. */
    public static final String OURS_COLD = OURS + "-cold";
    /** The program in C. */
    public static final String C_PROGRAM = "c-program";
    /** The program in Rust. */
    public static final String RUST_PROGRAM = "rust-program";

    /** Settings of libhdf5 that are also measured from Java; only run if named. */
    public static final Set<String> TWICE = Set.of(C_PROGRAM + "-persistent", C_PROGRAM + "-paged");

    /** The entrants that a short race omits: {@link #TWICE}, one more backend, and other settings. */
    public static final Set<String> BESIDES = Set.of(
            fallow(FreeSpaceBackend.BITMAP),
            OURS + "-never",
            REFERENCE + "-persistent",
            REFERENCE + "-paged",
            C_PROGRAM + "-persistent",
            C_PROGRAM + "-paged");

    /**
     * The maximum for the Rust program, 5,000 datasets of each size; ten times as many would take a hundred times as
     * long.
     */
    private static final long MOST_OF_RUST = 15_001;

    /**
     * The maximum for the bitmap. Two million datasets produce a file of over 500 MB, for which bitmaps with one bit
     * per byte do not fit into a heap of 256 MB.
     */
    private static final long MOST_OF_BITMAP = 1_000_000;

    private static final long ANY = Long.MAX_VALUE;

    private Entrants() {}

    /**
     * The entrants available on this machine.
     *
     * @param cProgram the program in C; null for none
     * @param rustProgram the program in Rust; null for none
     * @param mostOfLinkedList the maximum number of objects created in a test with the linked list
     */
    public static List<Entrant> all(Path cProgram, Path rustProgram, long mostOfLinkedList) {
        return all(cProgram, rustProgram, mostOfLinkedList, Hdf5Library.isForThisPlatform());
    }

    /** All entrants that results may contain, available on this machine or not. */
    public static List<Entrant> ofResults() {
        return all(Path.of(C_PROGRAM), Path.of(RUST_PROGRAM), ANY, true);
    }

    private static List<Entrant> all(
            Path cProgram, Path rustProgram, long mostOfLinkedList, boolean withReferenceLibrary) {
        List<Entrant> all = new ArrayList<>();
        for (FreeSpaceBackend backend : FreeSpaceBackend.values()) {
            String name = fallow(backend);
            all.add(new ForkedLibrary(
                    name,
                    "Fallow with the backend " + backend.label() + ", with forced commits, the default",
                    name.equals(OURS) ? Role.OURS : Role.OURS_OTHERWISE,
                    switch (backend) {
                        case LINKED_LIST -> mostOfLinkedList;
                        case BITMAP -> MOST_OF_BITMAP;
                        default -> ANY;
                    },
                    backend == FreeSpaceBackend.BITMAP
                            ? "a bit per byte of the file does not fit into the heap"
                            : "each operation scans the free sections",
                    () -> new FallowLibrary(backend, Durability.EACH_COMMIT)));
        }
        all.add(new ForkedLibrary(
                OURS + "-never",
                "Fallow with `--durability never`: nothing is forced, as with libhdf5",
                Role.OURS_OTHERWISE,
                ANY,
                "",
                () -> new FallowLibrary(FreeSpaceBackend.ORDERED, Durability.NEVER)));
        all.add(new ColdLibrary(
                OURS_COLD,
                "Fallow once in a new JVM, with forced commits and the options `"
                        + String.join(" ", ColdLibrary.JVM_OPTIONS)
                        + "` and a class data archive, like the command `fallow`; CPU time of the whole process, including its start",
                () -> new FallowLibrary(FreeSpaceBackend.ORDERED, Durability.EACH_COMMIT)));
        if (withReferenceLibrary) {
            all.add(reference(
                    REFERENCE, "libhdf5 with default settings, called from Java", Role.REFERENCE, Hdf5Library::new));
            all.add(reference(
                    REFERENCE + "-persistent",
                    "libhdf5 with free space stored in the file, called from Java",
                    Role.OTHER,
                    () -> new Hdf5Library(FileSpaceStrategy.FSM_AGGR, true)));
            all.add(reference(
                    REFERENCE + "-paged",
                    "libhdf5 with pages of 4,096 bytes, called from Java",
                    Role.OTHER,
                    () -> new Hdf5Library(FileSpaceStrategy.PAGE, false)));
        }
        if (cProgram != null) {
            Set<ReportTest> tests = Set.of(ReportTest.values());
            all.add(new Program(
                    C_PROGRAM,
                    "libhdf5 with default settings, from C: a process per lap",
                    Role.REFERENCE,
                    cProgram,
                    List.of(),
                    tests,
                    ANY));
            all.add(new Program(
                    C_PROGRAM + "-persistent",
                    "libhdf5 with free space stored in the file, from C",
                    Role.OTHER,
                    cProgram,
                    List.of("persist"),
                    tests,
                    ANY));
            all.add(new Program(
                    C_PROGRAM + "-paged",
                    "libhdf5 with pages of 4,096 bytes, from C",
                    Role.OTHER,
                    cProgram,
                    List.of("page"),
                    tests,
                    ANY));
        }
        if (rustProgram != null) {
            all.add(new Program(
                    RUST_PROGRAM,
                    "hdf5-pure, from Rust: a commit at the end of each phase, a process per lap",
                    Role.OTHER,
                    rustProgram,
                    List.of(),
                    Set.of(ReportTest.GROUPS, ReportTest.DATASETS),
                    MOST_OF_RUST));
        }
        return all;
    }

    /** The library of an entrant, for a JVM of the race. */
    public static Library library(String name) {
        for (Entrant entrant : all(null, null, ANY)) {
            if (entrant.name().equals(name)) {
                return entrant instanceof ForkedLibrary forked
                        ? forked.library().get()
                        : ((ColdLibrary) entrant).library().get();
            }
        }
        throw new IllegalArgumentException("no contender " + name);
    }

    private static String fallow(FreeSpaceBackend backend) {
        return "fallow-" + backend.label();
    }

    private static Entrant reference(String name, String what, Role role, Supplier<Library> library) {
        return new ForkedLibrary(name, what, role, ANY, "", library);
    }
}
