package dev.fallow.benchmarks.readoptimized;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code file-system-trace}: records a workload of a file system. */
@Command(
        name = "file-system-trace",
        mixinStandardHelpOptions = true,
        description = "Records the allocations and releases of a workload as a trace, to be replayed.")
public final class FileSystemTraceCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "WORKLOAD", description = "SC, TP or TS.")
    private Workload workload;

    @Parameters(index = "1", paramLabel = "FILE", description = "The file for the trace.")
    private Path file;

    @Parameters(
            index = "2",
            paramLabel = "DIVISOR",
            defaultValue = "16",
            description = "The disks have this part of the paper's cylinders. Default: ${DEFAULT-VALUE}.")
    private int divisor;

    @Parameters(
            index = "3",
            paramLabel = "OPERATIONS",
            defaultValue = "100000",
            description = "Operations after the disks have been filled. Default: ${DEFAULT-VALUE}.")
    private int operations;

    @Override
    public Integer call() throws IOException {
        spec.commandLine().getOut().println(new FileSystemTrace(workload, file, setting(), operations).write());
        return 0;
    }

    private Setting setting() {
        if (operations < 0) {
            throw new ParameterException(spec.commandLine(), "OPERATIONS: expected 0 or more, found " + operations);
        }
        try {
            return Setting.scaledDown(divisor);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
