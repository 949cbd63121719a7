package dev.fallow.research.comparison.experiment;

import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Results;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.comparison.bitmap.Searching;
import dev.fallow.research.comparison.experiment.WebObjects.Contents;
import dev.fallow.research.machine.WorkingFolder;
import dev.fallow.research.objects.ObjectStorage;
import dev.fallow.research.objects.ObjectStorageKind;
import dev.fallow.research.objects.ParetoSizes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Objects that are written again, Iyengar, Jin and Challenger, section 3.1: figure 7 with the same objects and with new
 * sizes, and tests Wp and Wn with files that are truncated first and files that are written in place.
 */
public final class ObjectRewrites implements Experiment {
    static final String NAME = "object-rewrites";
    static final String SAME = "figure 7, the same objects again";
    static final String NEW = "figure 7, new sizes";
    static final String CPU = "Wp and Wn, CPU time in the page cache";

    private static final String FORCED = "Wp and Wn, forced writes, ";
    private static final int RUNS = 7;
    private static final int REPEATS = 6;
    private static final int FORCED_OBJECTS = 500;
    private static final int OBJECTS = 27_800;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> tasks(Scale scale) {
        return List.of("space", "page-cache", "forced");
    }

    private static int objects(Scale scale, int full) {
        return switch (scale) {
            case SMOKE -> Math.max(2, full / 500);
            case QUICK -> full / 10;
            case FULL -> full;
        };
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        try (WorkingFolder folder = new WorkingFolder(NAME)) {
            switch (task) {
                case "space" -> {
                    for (ObjectStorageKind kind : ObjectStorageKind.ofFigure7()) {
                        space(kind, folder, SAME, scale, findings);
                    }
                    for (ObjectStorageKind kind : ObjectStorageKind.ofRewriting()) {
                        space(kind, folder, NEW, scale, findings);
                    }
                }
                case "page-cache" -> {
                    int objects = objects(scale, OBJECTS);
                    if (scale != Scale.SMOKE) {
                        writingInTurn(folder, CPU, objects / 8, false, 1, ExperimentFindings.NONE);
                    }
                    writingInTurn(folder, CPU, objects, false, repeats(scale), findings);
                }
                default -> {
                    int objects = objects(scale, FORCED_OBJECTS);
                    writingInTurn(folder, FORCED + objects + " objects", objects, true, repeats(scale), findings);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(task, e);
        }
    }

    private static int repeats(Scale scale) {
        return scale == Scale.SMOKE ? 1 : REPEATS;
    }

    private static void writingInTurn(
            WorkingFolder folder, String group, int objects, boolean forced, int repeats, ExperimentFindings findings)
            throws IOException {
        for (int repeat = 1; repeat <= repeats; repeat++) {
            for (ObjectStorageKind kind : ObjectStorageKind.ofRewriting()) {
                Path path = folder.path().resolve(String.join("-", kind.label(), "" + objects, "" + repeat));
                writing(kind, path, group, objects, forced, findings);
            }
        }
    }

    private static void space(
            ObjectStorageKind kind, WorkingFolder folder, String group, Scale scale, ExperimentFindings findings)
            throws IOException {
        int objects = objects(scale, OBJECTS);
        String file = kind.label() + (group.equals(SAME) ? "-same" : "-new");
        try (ObjectStorage storage = kind.create(folder.path().resolve(file), false)) {
            for (int run = 1; run <= (scale == Scale.SMOKE ? 2 : RUNS); run++) {
                for (int write = 2 * run; write <= 2 * run + 1; write++) {
                    long sizes = group.equals(SAME) ? 1 : write;
                    WebObjects.write(storage, new Contents(objects, ParetoSizes.IBM_SERVER, sizes, write));
                }
                storage.reopen();
                findings.add(
                        group, Integer.toString(run), kind.label(), Metric.DISK_MEGABYTES, storage.diskBytes() / 1e6);
            }
        }
    }

    /** Wp, Wn with the same sizes, and Wn with new ones. */
    private static void writing(
            ObjectStorageKind kind, Path path, String group, int objects, boolean forced, ExperimentFindings findings)
            throws IOException {
        try (ObjectStorage storage = kind.create(path, forced)) {
            String[] columns = {"Wp", "Wn, same sizes", "Wn, new sizes"};
            for (int i = 0; i < columns.length; i++) {
                Contents contents = new Contents(objects, ParetoSizes.IBM_SERVER, i < 2 ? 1 : 2, i);
                storage.reopen();
                long start = forced ? System.nanoTime() : Searching.now();
                WebObjects.write(storage, contents);
                long nanos = (forced ? System.nanoTime() : Searching.now()) - start;
                findings.add(
                        group, columns[i], kind.label(), Metric.OBJECTS_PER_SECOND, objects * 1e9 / Math.max(1, nanos));
            }
        }
    }

    @Override
    public String notes(String group, Results results) {
        GroupNumbers numbers = new GroupNumbers(results, NAME, group);
        return group.startsWith("figure 7")
                ? ObjectClaims.ofSpace(numbers).table()
                : ObjectClaims.ofRewriting(numbers).table();
    }
}
