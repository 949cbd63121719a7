package dev.fallow.benchmarks.command;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.DatasetOptions;
import dev.fallow.Group;
import dev.fallow.OpenOptions;
import dev.fallow.filter.Filters;
import java.nio.file.Path;

/** What a new process does first with the library. */
enum FirstSteps {
    NOTHING("nothing") {
        @Override
        void run(Path file) {
            // the JVM alone
        }
    },
    CREATE("create a file with a group and two datasets") {
        @Override
        void run(Path file) {
            try (ContainerFile container =
                    ContainerFile.create(file, CreateOptions.defaults().withOverwrite(true))) {
                Group group = container.root().createGroup("run");
                group.createDataset("numbers", new int[100]);
                group.createDataset(
                        "packed", new double[10][10], DatasetOptions.defaults().withFilters(Filters.deflate(1)));
            }
        }
    },
    READ("read one of them") {
        @Override
        void run(Path file) {
            try (ContainerFile container =
                    ContainerFile.open(file, OpenOptions.defaults().withReadOnly(true))) {
                container.dataset("/run/packed").read(double[][].class);
            }
        }
    },
    EDIT("replace the other, and add an attribute") {
        @Override
        void run(Path file) {
            try (ContainerFile container = ContainerFile.open(file)) {
                container.delete("/run/numbers");
                container.group("/run").createDataset("numbers", new int[200]).createAttribute("unit", "m");
            }
        }
    };

    private final String description;

    FirstSteps(String description) {
        this.description = description;
    }

    abstract void run(Path file);

    String description() {
        return description;
    }

    /** The program: a step, and the file, which {@link #CREATE} makes for the later ones. */
    public static void main(String[] arguments) {
        valueOf(arguments[0]).run(Path.of(arguments[1]));
    }
}
