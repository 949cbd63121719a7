package dev.fallow.cli;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Entry;
import dev.fallow.Group;
import dev.fallow.NameText;
import dev.fallow.ObjectKind;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Verb;
import dev.fallow.report.FreeSection;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code fallow tour}: demonstrates in-place editing step by step, and verifies the result. */
@Command(
        name = "tour",
        description = {
            "Shows what editing in place is, with a file of its own.",
            "Writes an HDF5 file, deletes objects, reuses their space and shortens the file;",
            "shows the space at each step, then reopens the file and verifies it."
        })
final class TourCommand extends Verb {
    private static final int WIDTH = 72;
    private static final int GROUPS = 6;
    private static final int DATASETS = 8;
    private static final int ELEMENTS = 500;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "FILE",
            description = "The file to create, which must not exist and is kept."
                    + " Default: a file in the temporary directory, which is deleted at the end.")
    private Path file;

    private long scale;
    /** The expected content: each dataset's path, and the first of its elements. */
    private final Map<String, Integer> expected = new LinkedHashMap<>();

    @Override
    public Integer call() throws IOException {
        if (file != null) {
            return show("The file is real HDF5: try  h5dump -H " + NameText.printable(file.toString()));
        }
        Path folder = Files.createTempDirectory("fallow-tour");
        file = folder.resolve("tour.h5");
        try {
            return show(
                    "The file was real HDF5. It is deleted now; try  fallow tour tour.h5  to keep one, and look into it.");
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }

    private int show(String end) throws IOException {
        out().println("A tour of " + NameText.printable(file.toString()));
        out().println("# live   . free   ? untracked");

        write();
        long written = Files.size(file);
        List<String> deleted = deleteEverySecond();
        useTheSpaceAgain(deleted);
        long reused = Files.size(file);
        giveTheEndBack();
        long shortened = Files.size(file);

        int problems = verify();
        // it may grow a little: space that the last commit refers to, such as its free-section list, is not overwritten
        problems += check(
                reused <= written + written / 100,
                "the file hardly grew when the space was reused",
                written + " -> " + reused);
        problems += check(shortened < reused, "the file was shortened", reused + " -> " + shortened + " bytes");
        out().println();
        out().println(end);
        out().println(problems == 0 ? "All checks passed." : problems + " checks failed.");
        return problems == 0 ? ExitCode.OK : ExitCode.FINDINGS;
    }

    private void write() {
        step("1. Write: %d groups with %d datasets of %d int32 each", GROUPS, DATASETS, ELEMENTS);
        try (ContainerFile container = ContainerFile.create(file)) {
            for (int g = 0; g < GROUPS; g++) {
                Group group = container.root().createGroup("run" + g);
                group.createAttribute("temperature", 20.5 + g);
                for (int d = 0; d < DATASETS; d++) {
                    create(group, "d" + d, g * 1000 + d);
                }
            }
        }
        show();
    }

    private List<String> deleteEverySecond() {
        step("2. Delete every second dataset");
        List<String> deleted = expected.keySet().stream()
                .filter(path -> (path.charAt(path.length() - 1) - '0') % 2 == 1)
                .toList();
        try (ContainerFile container = ContainerFile.open(file)) {
            for (String path : deleted) {
                container.delete(path);
                expected.remove(path);
            }
        }
        show();
        return deleted;
    }

    private void useTheSpaceAgain(List<String> deleted) {
        step("3. Reopen: the file has persisted its free space; write as many new datasets");
        try (ContainerFile container = ContainerFile.open(file)) {
            int value = 100_000;
            for (String path : deleted) {
                int slash = path.lastIndexOf('/');
                Group group = container.group(path.substring(0, slash));
                Dataset dataset = create(group, "n" + path.substring(slash + 2), value++);
                if (value <= 100_003) {
                    line("   %s is at %d", NameText.printable(dataset.path()), dataset.storageAddress());
                }
            }
        }
        show();
    }

    private void giveTheEndBack() {
        step("4. Delete the last groups: the file is shortened");
        try (ContainerFile container = ContainerFile.open(file)) {
            for (int g = GROUPS / 2; g < GROUPS; g++) {
                String path = "/run" + g;
                container.delete(path);
                expected.keySet().removeIf(name -> name.startsWith(path + "/"));
            }
        }
        show();
    }

    private int verify() {
        step("5. Reopen and verify");
        int problems = 0;
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            int right = 0;
            for (Map.Entry<String, Integer> one : expected.entrySet()) {
                int[] found = (int[]) container.dataset(one.getKey()).read();
                if (Arrays.equals(found, numbers(one.getValue()))) {
                    right++;
                }
            }
            problems += check(
                    right == expected.size(),
                    "every dataset has its elements",
                    right + " of " + expected.size() + " datasets");
            long datasets = container.root().listRecursively().stream()
                    .map(Entry::kind)
                    .filter(ObjectKind.DATASET::equals)
                    .count();
            problems += check(datasets == expected.size(), "there are no other datasets", datasets + " datasets");
            SpaceReport report = container.space();
            problems += check(
                    report.untrackedBytes() == 0 && report.findings().isEmpty(),
                    "every byte is live or tracked as free",
                    report.liveBytes() + " + " + report.freeBytes() + " = " + report.fileBytes());
        }
        return problems;
    }

    private Dataset create(Group group, String name, int first) {
        Dataset dataset = group.createDataset(name, numbers(first));
        expected.put(dataset.path(), first);
        return dataset;
    }

    private static int[] numbers(int first) {
        int[] numbers = new int[ELEMENTS];
        Arrays.setAll(numbers, i -> first + 7 * i);
        return numbers;
    }

    private void step(String what, Object... numbers) {
        line("%n" + what, numbers);
    }

    private void show() {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            SpaceReport report = container.space();
            scale = Math.max(scale, report.fileBytes());
            out().println("   " + draw(report));
            line(
                    "   %,d bytes: %,d live, %,d free in %d sections",
                    report.fileBytes(),
                    report.liveBytes(),
                    report.freeBytes(),
                    report.sections().size());
        }
    }

    private int check(boolean holds, String what, String numbers) {
        line("   %s %s (%s)", holds ? "ok  " : "FAIL", what, numbers);
        return holds ? 0 : 1;
    }

    /** A one-line picture of a file: each character represents an equal share of its bytes, of which {@code scale} fill the line. */
    private String draw(SpaceReport report) {
        int width = (int) Math.max(1, Math.ceil((double) WIDTH * report.fileBytes() / Math.max(1, scale)));
        StringBuilder line = new StringBuilder(width + 2).append('[');
        for (int i = 0; i < width; i++) {
            long from = scale * i / WIDTH;
            long to = Math.min(report.fileBytes(), scale * (i + 1) / WIDTH);
            long free = covered(report.sections(), from, to);
            long untracked = covered(report.untracked(), from, to);
            long live = to - from - free - untracked;
            line.append(live >= free && live >= untracked ? '#' : free >= untracked ? '.' : '?');
        }
        return line.append(']').toString();
    }

    private static long covered(List<FreeSection> runs, long from, long to) {
        long bytes = 0;
        for (FreeSection run : runs) {
            bytes += Math.max(0, Math.min(to, run.address() + run.size()) - Math.max(from, run.address()));
        }
        return bytes;
    }
}
