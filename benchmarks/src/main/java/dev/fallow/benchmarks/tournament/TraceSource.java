package dev.fallow.benchmarks.tournament;

import dev.fallow.benchmarks.objects.ParetoSizes;
import dev.fallow.benchmarks.objects.WebObjectTrace;
import dev.fallow.benchmarks.race.entrant.FallowLibrary;
import dev.fallow.benchmarks.race.entrant.ReportTest;
import dev.fallow.benchmarks.readoptimized.FileSystemTrace;
import dev.fallow.benchmarks.readoptimized.Setting;
import dev.fallow.benchmarks.readoptimized.Workload;
import dev.fallow.benchmarks.session.RecordedSession;
import dev.fallow.freespace.trace.Trace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;

/** The sources of the traces. The same amounts give the same trace. */
public enum TraceSource {
    /** The test {@code groups} of the HDF Group's report, recorded in a container. */
    GROUPS("groups") {
        @Override
        public Trace record(Amounts amounts) throws IOException {
            return session(ReportTest.GROUPS, amounts.objects);
        }
    },
    /** As above. */
    DATASETS("datasets") {
        @Override
        public Trace record(Amounts amounts) throws IOException {
            return session(ReportTest.DATASETS, amounts.objects);
        }
    },
    /**
     * The test {@code nested}, with as many groups as datasets in each; the total number of datasets is that of a
     * series in the other tests.
     */
    NESTED("nested") {
        @Override
        public Trace record(Amounts amounts) throws IOException {
            return session(ReportTest.NESTED, (int) Math.sqrt(amounts.objects));
        }
    },
    /** As above. */
    ATTRIBUTES("attributes") {
        @Override
        public Trace record(Amounts amounts) throws IOException {
            return session(ReportTest.ATTRIBUTES, amounts.objects);
        }
    },
    /** Objects of a web server, as in Iyengar, Jin and Challenger: written, rewritten, replaced. */
    WEB_OBJECTS("web objects") {
        @Override
        public Trace record(Amounts amounts) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            WebObjectTrace.record(amounts.webObjects, ParetoSizes.IBM_SERVER, SEED, bytes::write);
            return Trace.read(bytes.toByteArray());
        }
    },
    /** The time-sharing workload of Seltzer and Stonebraker; an extension of a file is a separate block. */
    FILE_SYSTEM("file system") {
        @Override
        public Trace record(Amounts amounts) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            Setting setting = Setting.scaledDown(amounts.diskDivisor);
            FileSystemTrace.record(Workload.TS, setting, SEED, amounts.fileOperations, bytes::write);
            return Trace.read(bytes.toByteArray());
        }
    };

    private static final long SEED = 1;

    private final String label;

    TraceSource(String label) {
        this.label = label;
    }

    /**
     * The amount to be recorded.
     *
     * @param objects the number of groups, datasets or attributes of each series in a container
     * @param webObjects the number of objects of a web server
     * @param diskDivisor the factor by which the file system's disks are smaller than the paper's
     * @param fileOperations the number of operations that change the allocation after the disks are full
     */
    public record Amounts(int objects, int webObjects, int diskDivisor, int fileOperations) {}

    /** The name in commands and tables. */
    public String label() {
        return label;
    }

    /** @throws IllegalArgumentException if there is no such source */
    public static TraceSource named(String label) {
        return Arrays.stream(values())
                .filter(source -> source.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no trace " + label));
    }

    /**
     * Records the trace.
     *
     * @throws IOException if a container in a temporary directory cannot be written or deleted
     */
    public abstract Trace record(Amounts amounts) throws IOException;

    private static Trace session(ReportTest test, int count) throws IOException {
        return RecordedSession.of(file -> test.run(FallowLibrary.holder(file.root()), count))
                .trace();
    }
}
