package dev.fallow.research.comparison;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs tasks in separate JVMs. The child prints one line per result on standard output. */
final class Forks {
    private static final String MARK = "finding";
    private static final String SEPARATOR = "\t";

    private Forks() {}

    /** The options of the JVM: a heap of constant size, and the option that JOL needs to inspect lambdas. */
    static List<String> options(Scale scale) {
        String heap = scale == Scale.SMOKE ? "256m" : "3g";
        return List.of("-Xms" + heap, "-Xmx" + heap, "-Djol.magicFieldOffset=true", "-Djol.skipDynamicAttach=true");
    }

    /** @throws IOException if the child cannot be started, or fails; it prints the cause on standard error */
    static void run(Experiment experiment, String task, Scale scale, ExperimentFindings findings)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options(scale));
        command.addAll(experiment.options(task));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Forks.class.getName()));
        command.addAll(List.of(experiment.name(), task, scale.label()));
        Process child = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] parts = line.split(SEPARATOR);
                if (parts.length == 6 && parts[0].equals(MARK)) {
                    findings.add(parts[1], parts[2], parts[3], Metric.valueOf(parts[4]), Double.parseDouble(parts[5]));
                }
            }
        }
        int code = child.waitFor();
        if (code != 0) {
            throw new IOException(experiment.name() + ", " + task + ": exit code of the JVM " + code);
        }
    }

    /** The main method of a child. Arguments: experiment, task, scale. */
    public static void main(String[] arguments) {
        Experiments.named(arguments[0])
                .run(
                        arguments[1],
                        Scale.named(arguments[2]),
                        (group, column, contender, metric, value) -> System.out.println(String.join(
                                SEPARATOR, MARK, group, column, contender, metric.name(), Double.toString(value))));
    }
}
