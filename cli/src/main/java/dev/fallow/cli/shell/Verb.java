package dev.fallow.cli.shell;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ContainerFile;
import dev.fallow.OpenOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A verb of the command. */
@Command(mixinStandardHelpOptions = true)
public abstract class Verb implements Callable<Integer> {
    /** The verb. */
    @Spec
    protected CommandSpec spec;

    /** Where the verb prints. */
    protected final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Prints one line, without the spaces at its end. */
    protected final void line(String format, Object... values) {
        out().println(String.format(Locale.ROOT, format, values).stripTrailing());
    }

    /** Prints one line to standard error. */
    protected final void complain(String message) {
        Messages.complain(spec.commandLine(), message);
    }

    /** Says on standard error which sources of a virtual dataset are missing. Returns the exit code of a verb that shows their elements. */
    protected final int tell(VirtualSources sources) {
        sources.notes().forEach(this::complain);
        return sources.lack() ? ExitCode.FINDINGS : ExitCode.OK;
    }

    /** What says that the command line is wrong. */
    protected final ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Prints the records of a verb, as text or as JSON. */
    final void printAs(boolean json, String schema, IoConsumer<JsonGenerator> fields, IoConsumer<PrintWriter> text)
            throws IOException {
        if (json) {
            Json.print(out(), schema, fields);
        } else {
            text.accept(out());
        }
    }

    /** A verb that only looks at what is in containers. */
    public abstract static class Opening extends Verb {
        /** What was opened on web servers. */
        private final List<Remote> remotes = new ArrayList<>();

        private Location opened;

        /** Opens a container for reading. */
        protected final ContainerFile open(Location place, OpenOptions options) {
            if (!place.isAddress()) {
                opened = place;
                return place.open(options);
            }
            Remote remote = Remote.open(place.text(), options);
            remotes.add(remote);
            opened = new Location(place.text(), place.file(), remote.inside());
            return remote.container();
        }

        /** The location that was opened last. For an address, what is behind the container is known from now on. */
        protected final Location opened() {
            return opened;
        }

        /** Writes the field {@code http}, with the requests and the bytes so far, if there is a container on a web server. */
        protected final void writeHttp(JsonGenerator generator) throws IOException {
            if (!remotes.isEmpty()) {
                Remote.write(remotes, generator);
            }
        }
    }

    /** A verb that only looks at what is in a container. */
    public abstract static class OnLocation extends Opening {
        /** The first argument. */
        @Parameters(
                index = "0",
                paramLabel = "FILE",
                converter = Location.Parser.class,
                description = Location.DESCRIPTION)
        protected Location location;

        /** Opens the container for reading, and finds what is behind it in the first argument. */
        protected final ContainerFile open(OpenOptions options) {
            ContainerFile container = open(location, options);
            location = opened();
            return container;
        }

        /** Requires a path, as an argument or behind the container. In an address, it is known when the container is open. */
        protected final void requirePath(String path) {
            boolean known = !location.isAddress() || opened() != null;
            if (known && location.path(path).isEmpty()) {
                throw missing("PATH");
            }
        }

        /** An argument is missing; if there is no such file, the one that is there may be all of it, mistyped. */
        protected final ParameterException missing(String what) {
            boolean there = location.isAddress() || Location.is(location.text());
            return wrong("missing: " + what + (there ? "" : "; " + location.text() + " does not exist"));
        }
    }

    /** A verb that only looks, and prints what it sees as text or as JSON. */
    public abstract static class Looking extends OnLocation {
        /** Whether the records are printed as JSON. */
        @Option(names = "--json", description = "Print one JSON object.")
        protected boolean json;

        /** Prints the records. The schema is that of {@link Json#print(PrintWriter, String, IoConsumer)}. */
        protected final void print(String schema, IoConsumer<JsonGenerator> fields, IoConsumer<PrintWriter> text)
                throws IOException {
            printAs(
                    json,
                    schema,
                    generator -> {
                        fields.accept(generator);
                        writeHttp(generator);
                    },
                    text);
        }
    }

    /** A verb whose first argument is an HDF5 file. */
    public abstract static class OnFile extends Verb {
        /** The first argument. */
        @Parameters(index = "0", paramLabel = "FILE", description = "An HDF5 file.")
        protected Path file;

        /** Opens the file for reading that may take long: a {@link Meter} shows how far it is. */
        protected final ContainerFile read() {
            return ContainerFile.open(
                    file, OpenOptions.defaults().withReadOnly(true).withProgress(Meter.of(spec)));
        }
    }

    /** A verb that prints its records as text or as JSON. */
    public abstract static class Reporting extends OnFile {
        /** Whether the records are printed as JSON. */
        @Option(names = "--json", description = "Print one JSON object.")
        protected boolean json;

        /** Prints the records. The schema is that of {@link Json#print(PrintWriter, String, IoConsumer)}. */
        protected final void print(String schema, IoConsumer<JsonGenerator> fields, IoConsumer<PrintWriter> text)
                throws IOException {
            printAs(json, schema, fields, text);
        }
    }
}
