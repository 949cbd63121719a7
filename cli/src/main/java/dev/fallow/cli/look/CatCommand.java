package dev.fallow.cli.look;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.text.DatasetText;
import dev.fallow.options.OpenOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fallow cat}: prints the elements of a dataset. */
@Command(
        name = "cat",
        mixinStandardHelpOptions = true,
        description = {
            "Prints elements of a dataset.",
            "PATH[0:10,5,::2] has an index or from:to:step for each dimension;",
            "a dimension with an index is left out of the shape;",
            "negative numbers count from the end, \"...\" stands for whole dimensions.",
            "Quote the path, because shells interpret brackets.",
            "With --json: path, type, shape, and values in row-major order. There, NaN and",
            "infinities are strings, enumerated values are numbers, opaque bytes are hexadecimal."
        })
public final class CatCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FILE", description = "An HDF5 file.")
    private Path file;

    @Parameters(index = "1", paramLabel = "PATH", description = "A dataset in it, with an optional slice.")
    private String path;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Option(
            names = "--external",
            paramLabel = "FOLDER",
            description = {
                "A directory whose files may be read too, if elements are stored in them;",
                "may be repeated. Default: only the directory of FILE."
            })
    private List<Path> folders = List.of();

    @Override
    public Integer call() throws IOException {
        OpenOptions options = OpenOptions.reading().withExternalFolders(folders.toArray(Path[]::new));
        try (ContainerFile container = ContainerFile.open(file, options)) {
            SlicePath target = SlicePath.of(path);
            if (target.slice() != null && container.exists(path)) { // the name itself ends with brackets
                target = new SlicePath(path, null);
            }
            Dataset dataset = container.dataset(target.path());
            PrintWriter out = spec.commandLine().getOut();
            SlicePath.Part part = part(dataset, target);
            DatasetText text =
                    part == null ? new DatasetText(dataset) : new DatasetText(dataset, part.elements(), part.shape());
            if (json) {
                text.printJson(out);
            } else {
                text.print(out);
            }
            return ExitCode.OK;
        }
    }

    /** Null for a scalar, or a dataset without elements. */
    private static SlicePath.Part part(Dataset dataset, SlicePath target) {
        long[] dimensions = dataset.dimensions();
        if (dimensions == null || dimensions.length == 0) {
            if (target.slice() != null && !target.slice().isBlank()) {
                throw new ContainerException(target.path() + ": a slice of a dataset without dimensions");
            }
            return null;
        }
        return target.selection(dimensions);
    }
}
