package dev.fallow.cli.shell;

import dev.fallow.cli.text.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A verb whose first argument is an HDF5 file. */
@Command(mixinStandardHelpOptions = true)
public abstract class FileVerb implements Callable<Integer> {
    /** The verb. */
    @Spec
    protected CommandSpec spec;

    /** The first argument. */
    @Parameters(index = "0", paramLabel = "FILE", description = "An HDF5 file.")
    protected Path file;

    /** Where the verb prints. */
    protected final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** A verb that prints its records as text or as JSON. */
    public abstract static class Reporting extends FileVerb {
        /** Whether the records are printed as JSON. */
        @Option(names = "--json", description = "Print one JSON object.")
        protected boolean json;

        /** Prints text. */
        @FunctionalInterface
        protected interface Text {
            /** Prints it. */
            void print(PrintWriter out) throws IOException;
        }

        /**
         * Prints the records.
         *
         * @param schema see {@link Json#print(PrintWriter, String, Json.Body)}
         */
        protected final void print(String schema, Json.Body fields, Text text) throws IOException {
            if (json) {
                Json.print(out(), schema, fields);
            } else {
                text.print(out());
            }
        }
    }
}
