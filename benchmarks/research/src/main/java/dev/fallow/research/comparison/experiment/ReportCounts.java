package dev.fallow.research.comparison.experiment;

import dev.fallow.CreateOptions;
import dev.fallow.Durability;
import dev.fallow.FreeSpaceBackend;
import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.bins.SizeBins;
import dev.fallow.freespace.trace.Trace;
import dev.fallow.freespace.trace.TraceReplay;
import dev.fallow.research.comparison.Band;
import dev.fallow.research.comparison.Claims;
import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Results;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.comparison.bitmap.Searching;
import dev.fallow.research.createdelete.FallowLibrary;
import dev.fallow.research.createdelete.Library;
import dev.fallow.research.createdelete.ReportOf2008;
import dev.fallow.research.createdelete.ReportTest;
import dev.fallow.research.machine.WorkingFolder;
import dev.fallow.research.report.ReportNumbers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The HDF Group's report of 2008 in counts: probes of its skip lists beside the numbers of operations in its tables 1 to
 * 6; and its third test with both of its designs, as probes and as CPU time of the file-space layer.
 */
public final class ReportCounts implements Experiment {
    static final String NAME = "report-2008";

    private static final String OPERATIONS = "tables 1 to 6, probes of size bins";
    private static final String NESTED = "test 3, groups with datasets";
    private static final String SESSION = "test 3, whole sessions";
    private static final String ORDERS = "the report's times, the last row of a table to the row before it";
    private static final String BRANCH = "skip lists";
    private static final String TRUNK = "linked list";
    private static final String LINEARITHMIC = "n log2 n";
    private static final String SQUARE = "n squared";
    private static final String OF_REPORT = "report: linked list / skip lists";
    private static final String BINS = "size-bins";
    private static final String LIST = "linked-list";
    private static final String RATIO = "linked-list / size-bins";
    private static final int[] SECTIONS = {1_000, 10_000, 100_000};
    private static final List<Integer> GROUPS = List.of(125, 250, 500, 1_000);
    private static final String TASK = "nested/";
    /** The most groups, each with as many datasets, that are created with the list in a whole session. */
    private static final int MOST_OF_SESSION = 250;
    /** The most groups whose requests the list serves: with twice as many it would take hours. */
    private static final int MOST_OF_LIST = 500;

    private static final long SEED = 1;
    private static final int REPLAYS = 6;
    private static final int SESSIONS = 3;

    /** What an operation does, and the number of operations in the report: a + b log2 n. */
    private enum Kind {
        ALLOCATE_ALL("allocate a whole section (table 1, steps 1 and 2)", 2, 2),
        ALLOCATE_PART("allocate a part of a section (table 1)", 3, 6),
        FREE("free, nothing merged (table 3)", 3, 5),
        FREE_ONE("free, one section merged (tables 3, 5, 6)", 4, 7),
        FREE_TWO("free, two sections merged (tables 3, 5, 6)", 5, 9);

        private final String label;
        private final int constant;
        private final int factor;

        Kind(String label, int constant, int factor) {
            this.label = label;
            this.constant = constant;
            this.factor = factor;
        }

        double ofReport(double sections) {
            return constant + factor * Math.log(sections) / Math.log(2);
        }

        static Kind of(boolean allocation, long change) {
            if (allocation) {
                return change < 0 ? ALLOCATE_ALL : ALLOCATE_PART;
            }
            return change > 0 ? FREE : change == 0 ? FREE_ONE : FREE_TWO;
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> tasks(Scale scale) {
        List<String> tasks = new ArrayList<>(List.of("operations"));
        counts(scale).forEach(count -> tasks.add(TASK + count));
        return tasks;
    }

    private static List<Integer> counts(Scale scale) {
        return scale == Scale.SMOKE ? List.of(3, 6, 12, 24) : GROUPS;
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        boolean smoke = scale == Scale.SMOKE;
        if (task.equals("operations")) {
            orders(findings);
            for (int sections : smoke ? new int[] {100} : SECTIONS) {
                operations(sections, smoke ? 2_000 : 200_000, findings);
            }
            return;
        }
        int count = Integer.parseInt(task.substring(TASK.length()));
        boolean whole = count <= (smoke ? 6 : MOST_OF_SESSION);
        try {
            nested(count, smoke || !whole ? 1 : REPLAYS, count <= (smoke ? 12 : MOST_OF_LIST), findings);
            sessions(count, smoke ? 1 : SESSIONS, whole, findings);
        } catch (IOException e) {
            throw new UncheckedIOException(task, e);
        }
        ReportOf2008.row(ReportTest.NESTED, count)
                .ifPresent(row -> findings.add(SESSION, column(count), OF_REPORT, Metric.RATIO, row.quotient()));
    }

    private static String column(int count) {
        return "%,d groups".formatted(count);
    }

    // ---- section 6 -------------------------------------------------------------------------------------------

    /** The growth of the report's own times, beside that of its orders. */
    private static void orders(ExperimentFindings findings) {
        for (ReportTest test : ReportTest.values()) {
            ReportOf2008.growth(test).ifPresent(growth -> {
                String column = "%s, %,d to %,d".formatted(test.label(), growth.few(), growth.many());
                findings.add(ORDERS, column, BRANCH, Metric.FACTOR, growth.branch());
                findings.add(ORDERS, column, LINEARITHMIC, Metric.FACTOR, growth.linearithmic());
                findings.add(ORDERS, column, TRUNK, Metric.FACTOR, growth.trunk());
                findings.add(ORDERS, column, SQUARE, Metric.FACTOR, growth.square());
            });
        }
    }

    // ---- tables 1 to 6 ---------------------------------------------------------------------------------------

    /** Allocates and frees blocks of up to 64 KiB in turn, so that the number of sections stays about the same. */
    private static void operations(int sections, int operations, ExperimentFindings findings) {
        SplittableRandom random = new SplittableRandom(SEED);
        FreeSpace space = new SizeBins(0);
        List<long[]> blocks = new ArrayList<>();
        long at = 0;
        for (int i = 0; i < sections; i++) {
            long free = size(random);
            space.free(at, free);
            at += free;
            long used = size(random);
            blocks.add(new long[] {at, used});
            at += used;
        }
        TreeMap<Kind, long[]> counts = new TreeMap<>(); // probes, operations, sections
        for (int i = 0; i < operations; i++) {
            boolean allocation = i % 2 == 0;
            long before = space.sectionCount();
            long probes = space.probes();
            if (allocation) {
                long size = size(random);
                long found = space.allocate(size);
                if (found == FreeSpace.NO_SPACE) {
                    continue;
                }
                blocks.add(new long[] {found, size});
            } else {
                int which = random.nextInt(blocks.size());
                long[] block = blocks.get(which);
                blocks.set(which, blocks.get(blocks.size() - 1));
                blocks.remove(blocks.size() - 1);
                space.free(block[0], block[1]);
            }
            long[] count =
                    counts.computeIfAbsent(Kind.of(allocation, space.sectionCount() - before), any -> new long[3]);
            count[0] += space.probes() - probes;
            count[1]++;
            count[2] += before;
        }
        String column = Integer.toString(sections);
        counts.forEach((kind, count) -> {
            double n = (double) count[2] / count[1];
            findings.add(OPERATIONS, column, kind.label + ", measured", Metric.PROBES, (double) count[0] / count[1]);
            findings.add(OPERATIONS, column, kind.label + ", in the report", Metric.PROBES, kind.ofReport(n));
        });
    }

    private static long size(SplittableRandom random) {
        return 8L * (1 + random.nextInt(8192));
    }

    // ---- test 3 ----------------------------------------------------------------------------------------------

    private static void nested(int count, int replays, boolean withList, ExperimentFindings findings)
            throws IOException {
        Trace trace;
        try (WorkingFolder folder = new WorkingFolder(NAME)) {
            Path recorded = folder.path().resolve("nested.trace");
            Library.OpenFile open = new FallowLibrary(CreateOptions.defaults().withTrace(recorded))
                    .create(folder.path().resolve("nested.h5"));
            try (open) {
                ReportTest.NESTED.run(open.root(), count);
            }
            trace = Trace.read(Files.readAllBytes(recorded));
        }
        String column = column(count);
        findings.add(NESTED, column, "requests", Metric.REQUESTS, trace.length());
        for (int i = 0; i < replays; i++) {
            Replayed bins = replay(trace, FreeSpaceBackend.SIZE_BINS);
            if (i == 0) {
                findings.add(NESTED, column, BINS, Metric.PROBES, (double) bins.probes / trace.length());
            }
            findings.add(NESTED, column, BINS, Metric.NANOS, bins.nanos / trace.length());
            if (withList) {
                Replayed list = replay(trace, FreeSpaceBackend.LINKED_LIST);
                if (i == 0) {
                    findings.add(NESTED, column, LIST, Metric.PROBES, (double) list.probes / trace.length());
                    findings.add(NESTED, column, RATIO, Metric.PROBES, (double) list.probes / bins.probes);
                }
                findings.add(NESTED, column, LIST, Metric.NANOS, list.nanos / trace.length());
                findings.add(NESTED, column, RATIO, Metric.NANOS, list.nanos / bins.nanos);
            }
        }
    }

    private static void sessions(int count, int sessions, boolean withList, ExperimentFindings findings)
            throws IOException {
        String column = column(count);
        long objects = ReportTest.NESTED.created(count);
        for (int i = 0; i < sessions; i++) {
            double ofBins = session(count, FreeSpaceBackend.SIZE_BINS) / objects / 1000;
            findings.add(SESSION, column, BINS, Metric.OPERATION_MICROS, ofBins);
            if (withList) {
                double ofList = session(count, FreeSpaceBackend.LINKED_LIST) / objects / 1000;
                findings.add(SESSION, column, LIST, Metric.OPERATION_MICROS, ofList);
                findings.add(SESSION, column, RATIO, Metric.RATIO, ofList / ofBins);
            }
        }
    }

    private static double session(int count, FreeSpaceBackend backend) throws IOException {
        try (WorkingFolder folder = new WorkingFolder(NAME)) {
            long start = Searching.now();
            Library.OpenFile open = new FallowLibrary(backend, Durability.NEVER)
                    .create(folder.path().resolve("nested.h5"));
            try (open) {
                ReportTest.NESTED.run(open.root(), count);
            }
            return Math.max(1, Searching.now() - start);
        }
    }

    /** What a replay has cost. */
    private record Replayed(long probes, double nanos) {}

    private static Replayed replay(Trace trace, FreeSpaceBackend backend) {
        TraceReplay replay = new TraceReplay(trace, trace.options().withBackendNamed(backend.label()));
        long start = Searching.now();
        long probes = replay.run().probes();
        return new Replayed(probes, Math.max(1, Searching.now() - start));
    }

    // ---- verdicts --------------------------------------------------------------------------------------------

    @Override
    public String notes(String group, Results results) {
        GroupNumbers numbers = new GroupNumbers(results, NAME, group);
        return switch (group) {
            case OPERATIONS -> operations(numbers);
            case NESTED -> nested(numbers);
            case ORDERS -> orders(numbers);
            default -> sessions(numbers);
        };
    }

    /** The columns with both designs. */
    private static List<String> withList(GroupNumbers numbers, Metric metric) {
        return numbers.columns(metric).stream()
                .filter(column -> !numbers.samples(metric, RATIO, column).isEmpty())
                .toList();
    }

    private static double growthOfTheRatio() {
        List<ReportOf2008.Row> rows = ReportOf2008.table(ReportTest.NESTED);
        return rows.get(1).quotient() / rows.get(0).quotient();
    }

    private static String twice(String few, String many) {
        return "twice the groups and datasets: %s times the ratio (500 to 1,000); here %s to %s"
                .formatted(ReportNumbers.brief(growthOfTheRatio()), few, many);
    }

    private String orders(GroupNumbers numbers) {
        Claims claims = new Claims();
        for (String column : numbers.columns(Metric.FACTOR)) {
            for (List<String> pair : List.of(List.of(BRANCH, LINEARITHMIC), List.of(TRUNK, SQUARE))) {
                double order = numbers.value(Metric.FACTOR, pair.get(1), column);
                claims.near(
                        "%s: %s, %s times as long (%s)"
                                .formatted(pair.get(0), pair.get(1), ReportNumbers.brief(order), column),
                        order,
                        numbers.median(Metric.FACTOR, pair.get(0), column));
            }
        }
        return claims.table() + "\n" + texts().section(ORDERS);
    }

    private static String sessions(GroupNumbers numbers) {
        List<String> columns = withList(numbers, Metric.RATIO);
        String few = columns.get(columns.size() - 2);
        String many = columns.get(columns.size() - 1);
        Claims claims = new Claims();
        claims.near(
                twice(few, many),
                growthOfTheRatio(),
                numbers.median(Metric.RATIO, RATIO, many).over(numbers.median(Metric.RATIO, RATIO, few)));
        return claims.table();
    }

    private String operations(GroupNumbers numbers) {
        Claims claims = new Claims();
        List<String> columns = numbers.columns(Metric.PROBES);
        for (Kind kind : Kind.values()) {
            String measured = kind.label + ", measured";
            if (numbers.rows(Metric.PROBES).contains(measured)) {
                String last = columns.get(columns.size() - 1);
                double report = numbers.value(Metric.PROBES, kind.label + ", in the report", last);
                claims.near(
                        "%s: %s with %s sections"
                                .formatted(kind.label, ReportNumbers.brief(report), ReportNumbers.heading(last)),
                        report,
                        numbers.median(Metric.PROBES, measured, last));
            }
        }
        return claims.table() + "\n" + texts().section(OPERATIONS);
    }

    private String nested(GroupNumbers numbers) {
        List<String> columns = withList(numbers, Metric.PROBES);
        Claims claims = new Claims();
        String few = columns.get(columns.size() - 2);
        String many = columns.get(columns.size() - 1);
        claims.near(
                twice(few, many) + ", probes",
                growthOfTheRatio(),
                numbers.median(Metric.PROBES, RATIO, many).over(numbers.median(Metric.PROBES, RATIO, few)));
        claims.near(
                "the same, CPU time of the file-space layer",
                growthOfTheRatio(),
                numbers.median(Metric.NANOS, RATIO, many).over(numbers.median(Metric.NANOS, RATIO, few)));
        claims.order(
                "the list loses more with more objects, CPU time",
                numbers.median(Metric.NANOS, RATIO, few) + ", " + numbers.median(Metric.NANOS, RATIO, many),
                Band.AHEAD,
                List.of(numbers.median(Metric.NANOS, RATIO, many).over(numbers.median(Metric.NANOS, RATIO, few))));
        return claims.table() + "\n" + texts().section(NESTED) + "\n" + beyond(numbers, few, many);
    }

    /** How long the list would take for what it was not measured with, if it goes on as from one column to the next. */
    private static String beyond(GroupNumbers numbers, String few, String many) {
        List<String> all = new ArrayList<>(numbers.columns(Metric.PROBES));
        String last = all.get(all.size() - 1);
        double each = numbers.median(Metric.NANOS, LIST, many).middle();
        double growth = each / numbers.median(Metric.NANOS, LIST, few).middle();
        double seconds = numbers.value(Metric.REQUESTS, "requests", many) * each / 1e9;
        double more = numbers.value(Metric.REQUESTS, "requests", last) * each * growth / 1e9;
        return "The list was replayed once with %s, which took %s CPU seconds. With %s it would take about %s, if a request then\ntakes %s times as long as with half as many, so it was left out.\n"
                .formatted(
                        many,
                        ReportNumbers.brief(seconds),
                        last,
                        ReportNumbers.brief(more),
                        ReportNumbers.brief(growth));
    }
}
