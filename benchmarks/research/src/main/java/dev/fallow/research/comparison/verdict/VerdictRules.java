package dev.fallow.research.comparison.verdict;

import dev.fallow.research.comparison.Claims;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.SavedResults;
import dev.fallow.research.comparison.experiment.MatBallUtilisation;
import dev.fallow.research.comparison.experiment.TournamentReadings;
import dev.fallow.research.policy.matball.DeletionRule;
import dev.fallow.research.report.ReportNumbers;
import dev.fallow.research.tiers.FileSizes;
import dev.fallow.research.tournament.MovingPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The sentences of the page. Each is judged by the numbers; the page says so if one does not hold. */
final class VerdictRules {
    private static final String TOURNAMENT = "tournament";
    private static final String DISKS = "read-optimized";
    private static final String DEVICE = "matball";
    private static final String REWRITES = "object-rewrites";
    private static final String READINGS = TournamentReadings.NAME;
    private static final String MOVES = "reallocation";
    private static final String ORDERED = "ordered";
    private static final String RESTRICTED = "restricted buddy 5/2";
    private static final String FIXED = "fixed 16 KB";
    private static final String MATBALL = "MatBall 64 KB, λ 16";
    private static final String BITMAP = "bitmap 4 KB";
    private static final String OBJECTS = "web objects";
    private static final String KEPT = "web objects, kept";
    private static final String SMALL = "file system, small";
    private static final String LARGE = "file system";
    private static final List<String> REPLACED = List.of(OBJECTS, SMALL, LARGE);
    private static final List<String> CONTAINERS = List.of("groups", "datasets", "nested", "attributes");

    private final GroupNumbers tournament;
    private final Map<String, SavedResults> sources;
    private final Claims claims;
    private final List<String> measured = new ArrayList<>(); // of each sentence

    VerdictRules(GroupNumbers tournament, Map<String, SavedResults> sources, Claims claims) {
        this.tournament = tournament;
        this.sources = sources;
        this.claims = claims;
    }

    /** Judges all sentences; returns the dates and commits of the numbers of each. */
    List<String> judge() {
        space();
        time();
        guarantees();
        moves();
        media();
        return measured;
    }

    /** Judges a sentence by the numbers of a folder. */
    private void judge(Rule rule, String folder, String winner, Stream<String> rivals, List<String> columns) {
        rule.judge(claims, winner, rivals, columns);
        measured.add(sources.get(folder).measured(columns));
    }

    private Stream<String> of(Design... designs) {
        List<Design> wanted = List.of(designs);
        return tournament.rows(Metric.PEAK_EXTENT).stream().filter(row -> wanted.contains(Design.of(row)));
    }

    private Stream<String> dividing() {
        return of(Design.BINARY_BUDDY, Design.RESTRICTED_BUDDY, Design.EXTENTS, Design.FIXED, Design.MATBALL);
    }

    /** One design has less of a measure of the tournament than each of others. */
    private void less(String statement, Metric metric, String winner, Stream<String> rivals, List<String> traces) {
        judge(Rule.less(statement, tournament, metric), TOURNAMENT, winner, rivals, traces);
    }

    private String size(String trace) {
        return tournament.of("traces").brief(Metric.MOST_IN_USE, "trace", trace) + " MB";
    }

    private void space() {
        Metric peak = Metric.PEAK_EXTENT;
        less(
                "Blocks of a container: `ordered` needs less space than policies for files",
                peak,
                ORDERED,
                dividing(),
                CONTAINERS);
        less(
                "Objects that are replaced: `ordered` needs less space than policies for files",
                peak,
                ORDERED,
                dividing(),
                List.of(OBJECTS));
        less(
                "Blocks in one piece that are replaced: `ordered` needs less space than first fit (bitmaps) and PMFLF",
                peak,
                ORDERED,
                of(Design.BITMAP, Design.PMFLF),
                REPLACED);
        less(
                "Objects that are kept: `ordered` needs less space than PMFLF and policies for files",
                peak,
                ORDERED,
                Stream.concat(of(Design.PMFLF), dividing()),
                List.of(KEPT));
        less(
                "Files on " + size(SMALL) + ": `" + RESTRICTED
                        + "`, which divides them, needs less space than `ordered`",
                peak,
                RESTRICTED,
                Stream.of(ORDERED),
                List.of(SMALL));
        less("Files on " + size(LARGE) + ": the same", peak, RESTRICTED, Stream.of(ORDERED), List.of(LARGE));
        GroupNumbers deletion = numbers(READINGS, TournamentReadings.DELETION);
        for (DeletionRule rule : DeletionRule.values()) {
            String statement = "Files that are deleted, space of MatBall " + rule.label()
                    + ": it needs more space than all but PMFLF";
            judge(
                    Rule.more(statement, deletion, tournament, peak),
                    READINGS,
                    MATBALL + ", " + rule.label(),
                    tournament.rows(peak).stream()
                            .filter(row -> Design.of(row) != Design.MATBALL && Design.of(row) != Design.PMFLF),
                    List.of(SMALL, LARGE));
        }
    }

    private void time() {
        Metric nanos = Metric.NANOS;
        less(
                "The same addresses in less time: `ordered` before `size bins` and `linked list`, if blocks are released",
                nanos,
                ORDERED,
                of(Design.SIZE_BINS, Design.LINKED_LIST),
                Stream.concat(CONTAINERS.stream(), REPLACED.stream()).toList());
        for (String simple : List.of("size bins", "linked list")) {
            less(
                    "Few requests, few free sections: `" + simple + "` takes less time than `ordered`",
                    nanos,
                    simple,
                    Stream.of(ORDERED),
                    List.of("attributes"));
        }
        less(
                "Nothing is released: `linked list` takes less time than all others",
                nanos,
                "linked list",
                tournament.rows(nanos).stream().filter(row -> Design.of(row) != Design.LINKED_LIST),
                List.of(KEPT));
        less(
                "Blocks of one size, whatever they waste: `" + FIXED + "` takes less time than `ordered`",
                nanos,
                FIXED,
                Stream.of(ORDERED),
                Stream.concat(CONTAINERS.stream(), REPLACED.stream()).toList());
        less(
                "Objects that are replaced: PMFLF with one misc list takes less time than `ordered`",
                nanos,
                "PMFLF, one misc list, w 256",
                Stream.of(ORDERED),
                List.of(OBJECTS));
        less(
                "Files on " + size(LARGE) + ": `ordered` takes less time than PMFLF with one misc list",
                nanos,
                ORDERED,
                Stream.of("PMFLF, one misc list, w 0", "PMFLF, one misc list, w 256"),
                List.of(LARGE));
    }

    private void guarantees() {
        less(
                "Free space on disk right after each operation: `" + BITMAP
                        + "` has fewer writes than PMFLF and fixed blocks",
                Metric.METADATA_WRITES,
                BITMAP,
                of(Design.PMFLF, Design.FIXED),
                REPLACED);
        less(
                "Free space on disk right only when the file is closed: `ordered` has fewer writes than all of these",
                Metric.METADATA_WRITES,
                ORDERED,
                of(Design.BITMAP, Design.PMFLF, Design.FIXED),
                REPLACED);
        judge(
                Rule.more(
                        "Media on which another place costs time: `" + RESTRICTED
                                + "` divides blocks, `ordered` never does",
                        tournament,
                        Metric.PIECES),
                TOURNAMENT,
                RESTRICTED,
                Stream.of(ORDERED),
                REPLACED);
        less(
                "The same: extents of three ranges (best fit) are in fewer pieces than `" + RESTRICTED + "`",
                Metric.PIECES,
                "best fit, 3 ranges",
                Stream.of(RESTRICTED),
                REPLACED);
    }

    private void moves() {
        MovingPolicy promised = MovingPolicy.promised(1.05);
        MovingPolicy oblivious = MovingPolicy.costOblivious(0.033);
        GroupNumbers traces = numbers(MOVES, "traces of the tournament");
        GroupNumbers hard = traces.of("hard sequences");
        judge(
                Rule.less(
                        "The footprint kept within 1.05 by moving blocks: `" + promised + "` moves fewer bytes than `"
                                + oblivious + "`, which promises "
                                + ReportNumbers.brief(oblivious.bounds().footprint()),
                        traces,
                        Metric.MOVED_BYTES),
                MOVES,
                promised.name(),
                Stream.of(oblivious.name()),
                Stream.concat(CONTAINERS.stream(), Stream.of(OBJECTS, SMALL)).toList());
        judge(
                Rule.less("The same, requests that defeat best fit", hard, Metric.MOVED_BYTES),
                MOVES,
                promised.name(),
                Stream.of(oblivious.name()),
                List.of("churn", "comb", "pinholes", "robson"));
        judge(
                Rule.less(
                        "The same, each block moved costs the same, large blocks are replaced before many small ones: `"
                                + oblivious + "` moves fewer blocks",
                        hard,
                        Metric.MOVED_BLOCKS),
                MOVES,
                oblivious.name(),
                Stream.of(promised.name()),
                List.of("few large replaced"));
    }

    private void media() {
        GroupNumbers disks = numbers(DISKS, "figure 6, all policies");
        for (String policy : List.of("buddy", "restricted buddy", "extents")) {
            for (String fixed : List.of("fixed blocks", "fixed blocks, list out of order")) {
                String state = fixed.equals("fixed blocks") ? "in order" : "out of order";
                judge(
                        Rule.more(
                                "Striped disks, large files in sequence (SC, TP), " + policy
                                        + ": more throughput than fixed blocks whose list is " + state,
                                disks,
                                Metric.SEQUENTIAL),
                        DISKS,
                        policy,
                        Stream.of(fixed),
                        List.of("SC", "TP"));
            }
        }
        List<String> files = List.of("TS");
        judge(
                Rule.more(
                        "Striped disks, small files in sequence (TS): fixed blocks, listed in order, have the most",
                        disks,
                        Metric.SEQUENTIAL),
                DISKS,
                "fixed blocks",
                Stream.of("buddy", "restricted buddy", "extents"),
                files);
        judge(
                Rule.more(
                        "The same: extents have more than fixed blocks whose list is out of order",
                        disks,
                        Metric.SEQUENTIAL),
                DISKS,
                "extents",
                Stream.of("fixed blocks, list out of order"),
                files);
        worn();
        rewritten();
    }

    private void worn() {
        GroupNumbers filled = numbers(DEVICE, MatBallUtilisation.filled(FileSizes.SMALL));
        GroupNumbers worn = filled.of(MatBallUtilisation.worn(FileSizes.SMALL));
        for (int blocks : new int[] {64, 256}) {
            for (DeletionRule rule : DeletionRule.values()) {
                MatBallUtilisation.judgeLoss(
                        claims, "A small fast device before a slow one, MatBall, ", filled, worn, blocks, rule);
                measured.add(sources.get(DEVICE).measured(List.of(MatBallUtilisation.LAMBDA)));
            }
        }
    }

    private void rewritten() {
        GroupNumbers cached = numbers(REWRITES, "Wp and Wn, CPU time in the page cache");
        GroupNumbers forced = cached.of("Wp and Wn, forced writes, 500 objects");
        for (GroupNumbers writes : List.of(cached, forced)) {
            String how = writes == cached ? "in the page cache" : "each write forced";
            judge(
                    Rule.more(
                            "New objects, " + how + ": PMFLF with a table stores more a second than files",
                            writes,
                            Metric.OBJECTS_PER_SECOND),
                    REWRITES,
                    "table",
                    Stream.of("files-in-place"),
                    List.of("Wp"));
            judge(
                    Rule.more(
                            "Objects written again in the same size, " + how + ": files in place are ahead of PMFLF",
                            writes,
                            Metric.OBJECTS_PER_SECOND),
                    REWRITES,
                    "files-in-place",
                    Stream.of("table"),
                    List.of("Wn, same sizes"));
        }
    }

    /** The experiment of a folder has that name, but for MatBall. */
    private GroupNumbers numbers(String folder, String group) {
        String experiment = folder.equals(DEVICE) ? MatBallUtilisation.NAME : folder;
        return new GroupNumbers(sources.get(folder).results(), experiment, group);
    }
}
