package dev.fallow.cli.edit;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.NoSuchObjectException;
import dev.fallow.cli.shell.IoConsumer;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A command that creates a dataset, in a new file or one that exists. After a failure, nothing of it is there. */
abstract class NewDatasetCommand extends EditCommand {
    /** Where the dataset is created. */
    @Parameters(index = "1", paramLabel = "PATH", description = "The dataset to create.")
    String path;

    @Mixin
    private StoredAs stored;

    /** Creates the dataset, and the groups on the way to it, and fills it. */
    final void create(Datatype type, long[] shape, IoConsumer<Dataset> fill) throws IOException {
        if (Arrays.stream(shape).anyMatch(size -> size < 0)) {
            throw new IllegalArgumentException("none is for --max-shape only");
        }
        DatasetOptions options = stored.options(shape, type.size());
        boolean isNew = Files.notExists(file);
        try (ContainerFile container = isNew ? ContainerFile.create(file) : open()) {
            String first = firstNew(container);
            try {
                int slash = path.lastIndexOf('/');
                if (slash > 0) {
                    container.root().createGroups(path.substring(0, slash));
                }
                fill.accept(container.root().createDataset(path, type, shape, options));
            } catch (IOException | RuntimeException e) {
                if (!first.isEmpty() && hasLink(container, first)) {
                    container.delete(first);
                }
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            if (isNew) {
                Files.deleteIfExists(file);
            }
            throw e;
        }
    }

    /** The first part of the path that leads to nothing yet; empty if there is none. */
    private String firstNew(ContainerFile container) {
        int slash = 0;
        do {
            slash = path.indexOf('/', slash + 1);
            String part = slash < 0 ? path : path.substring(0, slash);
            if (!part.matches("/*") && !hasLink(container, part)) {
                return part;
            }
        } while (slash >= 0);
        return "";
    }

    private static boolean hasLink(ContainerFile container, String part) {
        try {
            container.root().link(part);
            return true;
        } catch (NoSuchObjectException e) {
            return false;
        } catch (ContainerException e) {
            return true; // not known: nothing is deleted that was perhaps there before
        }
    }
}
