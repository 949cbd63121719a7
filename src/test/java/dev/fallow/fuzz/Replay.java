package dev.fallow.fuzz;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Runs targets with saved inputs. The plan is part of the file name: name-planHEX.extension. */
final class Replay {
    private static final Pattern PLAN = Pattern.compile("-plan([0-9a-f]+)\\.");
    private static final long[] OTHER_PLANS = {0, 1, 2, 3};

    private Replay() {}

    /** Returns the inputs in a folder and its subfolders, or the file itself. */
    static List<Path> inputs(Path path) throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.getFileName().toString().matches(".*\\.(h5|journal)"))
                    .sorted()
                    .toList();
        }
    }

    private static boolean accepts(Target target, Path file) {
        return file.getFileName().toString().endsWith(target.extension());
    }

    /**
     * Runs each target that accepts the file's extension, with the plan in the file name and a few others, and returns
     * the findings.
     */
    static List<String> one(Path file, Targets targets) throws IOException {
        byte[] input = Files.readAllBytes(file);
        List<String> found = new ArrayList<>();
        for (Target target : targets.all()) {
            if (accepts(target, file)) {
                for (long plan : plans(file)) {
                    try {
                        target.run(input, plan);
                    } catch (Throwable thrown) {
                        found.add("%s, plan %x: %s, %s"
                                .formatted(file.getFileName(), plan, Findings.key(target.name(), thrown), thrown));
                    }
                }
            }
        }
        return found;
    }

    private static List<Long> plans(Path file) {
        List<Long> plans = new ArrayList<>();
        Matcher matcher = PLAN.matcher(file.getFileName().toString());
        if (matcher.find()) {
            plans.add(Long.parseUnsignedLong(matcher.group(1), 16));
        }
        for (long plan : OTHER_PLANS) {
            plans.add(plan);
        }
        return plans;
    }

    /** Runs all inputs, prints the findings, and returns true if there are none. */
    static boolean all(Path path, Targets targets, PrintStream out) throws IOException {
        int findings = 0;
        List<Path> inputs = inputs(path);
        for (Path file : inputs) {
            for (String finding : one(file, targets)) {
                findings++;
                out.println(Findings.escaped(finding));
            }
        }
        out.println(inputs.size() + " inputs, " + findings + " findings");
        return findings == 0;
    }
}
