package dev.fallow.research.tournament;

import dev.fallow.freespace.trace.Trace;
import dev.fallow.freespace.trace.TraceSink;
import dev.fallow.research.createdelete.FallowLibrary;
import dev.fallow.research.createdelete.ReportTest;
import dev.fallow.research.objects.ParetoSizes;
import dev.fallow.research.objects.WebObjectTrace;
import dev.fallow.research.readoptimized.FileSystemTrace;
import dev.fallow.research.readoptimized.Setting;
import dev.fallow.research.readoptimized.Workload;
import dev.fallow.research.session.RecordedSession;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** The sources of the traces. The same amounts give the same trace. */
public enum TraceSource {
    /** The test {@code groups} of the HDF Group's report, recorded in a container. */
    GROUPS("groups") {
        @Override
        public Trace record(Amounts amounts, long seed) throws IOException {
            return session(ReportTest.GROUPS, amounts.objects);
        }
    },
    /** As above. */
    DATASETS("datasets") {
        @Override
        public Trace record(Amounts amounts, long seed) throws IOException {
            return session(ReportTest.DATASETS, amounts.objects);
        }
    },
    /**
     * The test {@code nested}, with as many groups as datasets in each; the total number of datasets is that of a
     * series in the other tests.
     */
    NESTED("nested") {
        @Override
        public Trace record(Amounts amounts, long seed) throws IOException {
            return session(ReportTest.NESTED, (int) Math.sqrt(amounts.objects));
        }
    },
    /** As above. */
    ATTRIBUTES("attributes") {
        @Override
        public Trace record(Amounts amounts, long seed) throws IOException {
            return session(ReportTest.ATTRIBUTES, amounts.objects);
        }
    },
    /** Objects of a web server, as in Iyengar, Jin and Challenger: written once, none deleted. */
    WEB_OBJECTS_KEPT("web objects, kept") {
        @Override
        public Trace record(Amounts amounts, long seed) {
            return recorded(sink -> WebObjectTrace.recordKept(amounts.webObjects, ParetoSizes.IBM_SERVER, seed, sink));
        }
    },
    /** The same: written, rewritten, replaced. */
    WEB_OBJECTS("web objects") {
        @Override
        public Trace record(Amounts amounts, long seed) {
            return recorded(sink -> WebObjectTrace.record(amounts.webObjects, ParetoSizes.IBM_SERVER, seed, sink));
        }
    },
    /**
     * The time-sharing workload of Seltzer and Stonebraker on disks of a part of the size; an extension of a file is a
     * separate block.
     */
    SMALL_FILE_SYSTEM("file system, small") {
        @Override
        public Trace record(Amounts amounts, long seed) {
            return fileSystem(amounts.smallDisks, amounts.smallDiskOperations, seed);
        }
    },
    /** The same on larger disks. */
    FILE_SYSTEM("file system") {
        @Override
        public Trace record(Amounts amounts, long seed) {
            return fileSystem(amounts.disks, amounts.diskOperations, seed);
        }
    };

    private final String label;

    TraceSource(String label) {
        this.label = label;
    }

    /**
     * The amount to be recorded.
     *
     * @param objects the number of groups, datasets or attributes of each series in a container
     * @param webObjects the number of objects of a web server
     * @param smallDisks the factor by which the disks of the small file system are smaller than the paper's
     * @param smallDiskOperations the number of operations that change the allocation after these disks are full
     * @param disks the factor for the other file system
     * @param diskOperations as for the small file system
     */
    public record Amounts(
            int objects, int webObjects, int smallDisks, int smallDiskOperations, int disks, int diskOperations) {}

    /** The name in commands and tables. */
    public String label() {
        return label;
    }

    /** The sources that record a container's session: what it requests changes with the container. */
    public static List<TraceSource> containers() {
        return List.of(GROUPS, DATASETS, NESTED, ATTRIBUTES);
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
     * @param seed of the sizes and of the order of the requests; the containers' tests have nothing random
     * @throws IOException if a container in a temporary directory cannot be written or deleted
     */
    public abstract Trace record(Amounts amounts, long seed) throws IOException;

    private static Trace recorded(Consumer<TraceSink> recording) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        recording.accept(bytes::write);
        return Trace.read(bytes.toByteArray());
    }

    private static Trace fileSystem(int divisor, int operations, long seed) {
        return recorded(
                sink -> FileSystemTrace.record(Workload.TS, Setting.scaledDown(divisor), seed, operations, sink));
    }

    private static Trace session(ReportTest test, int count) throws IOException {
        return RecordedSession.of(file -> test.run(FallowLibrary.holder(file.root()), count))
                .trace();
    }
}
