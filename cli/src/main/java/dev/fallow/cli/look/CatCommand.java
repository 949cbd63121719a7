package dev.fallow.cli.look;

import dev.fallow.Attribute;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Conversion;
import dev.fallow.Dataset;
import dev.fallow.Hyperslab;
import dev.fallow.OpenOptions;
import dev.fallow.RawElements;
import dev.fallow.Selection;
import dev.fallow.Slices;
import dev.fallow.StoredObject;
import dev.fallow.cli.shell.CsvValues;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.ObjectNames;
import dev.fallow.cli.shell.OutputFile;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.shell.ShapeText;
import dev.fallow.cli.shell.Values;
import dev.fallow.cli.shell.Verb;
import dev.fallow.cli.shell.VirtualSources;
import dev.fallow.type.Datatype;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fallow cat}: prints the elements of a dataset or an attribute. */
@Command(
        name = "cat",
        description = {
            "Prints elements of a dataset or an attribute.",
            "PATH[0:10,5,::2] has an index or from:to:step for each dimension;"
                    + " a dimension with an index is left out of the shape;"
                    + " negative numbers count from the end, \"...\" stands for whole dimensions."
                    + " Quote the path, because shells interpret brackets. PATH@NAME is an attribute.",
            "Of more than 200 elements, the first and the last are printed, unless --all or a format is given.",
            "With --json: path, type, shape, and values in row-major order. There, NaN and infinities are strings,"
                    + " enumerated values are numbers, opaque bytes are hexadecimal.",
            "With --csv: a line for each row of two and more dimensions, otherwise for each element; the members"
                    + " of a compound are columns, and the first line has their names."
                    + " A string with a byte that is not UTF-8 is refused. Control characters other than line ends and tabs are escaped there,"
                    + " as everywhere but in JSON.",
            "With --raw: the bytes of the elements as they are in the file, without the effect of filters.",
            "Exit code 1: elements of a virtual dataset are shown as the fill value, because their source is missing."
        })
public final class CatCommand extends Verb.OnLocation {
    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "PATH",
            defaultValue = "",
            description =
                    "A dataset, or an attribute after @, with an optional slice. It may stand behind FILE instead.")
    private String path;

    @Option(names = "--all", description = "Print all elements.")
    private boolean all;

    @ArgGroup
    private Format format = new Format();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "Write to this file, which must not exist, instead of to standard output.")
    private Path output;

    @Option(
            names = "--external",
            paramLabel = "FOLDER",
            description = "A directory whose files may be read too, if elements are stored in them; may be repeated."
                    + " Default: only the directory of FILE.")
    private List<Path> folders = List.of();

    /** Of the file that is open. */
    private ObjectNames names;
    /** Of the elements that are printed; null for an attribute. */
    private VirtualSources sources;

    /** At most one of these. */
    private static final class Format {
        @Option(names = "--json", description = "Print one JSON object.")
        private boolean json;

        @Option(names = "--csv", description = "Print comma-separated values.")
        private boolean csv;

        @Option(names = "--raw", description = "Print the bytes of the elements.")
        private boolean raw;
    }

    @Override
    public Integer call() throws IOException {
        if (!location.isAddress()) {
            requirePath();
        }
        OpenOptions options =
                OpenOptions.defaults().withReadOnly(true).withExternalFolders(folders.toArray(Path[]::new));
        try (ContainerFile container = open(options)) {
            requirePath();
            names = new ObjectNames(container);
            CatTarget target = CatTarget.of(container, location.path(path));
            sources = target.dataset == null ? null : VirtualSources.of(target.dataset, target.part);
            int code = sources == null ? ExitCode.OK : tell(sources);
            if (output != null) {
                write(target);
            } else if (format.raw) {
                if (Screen.isTerminal()) {
                    throw new ContainerException("bytes would be sent to a terminal: use --output, or a pipe");
                }
                writeRaw(target, System.out);
            } else {
                print(target, out());
            }
            return code;
        }
    }

    private void requirePath() {
        if (location.path(path).isEmpty()) {
            throw wrong("missing: PATH");
        }
    }

    private void write(CatTarget target) throws IOException {
        if (format.raw) {
            OutputFile.create(output, target::writeRaw);
        } else {
            OutputFile.createText(output, out -> print(target, out));
        }
    }

    private static void writeRaw(CatTarget target, OutputStream stream) throws IOException {
        try (OutputStream out = new BufferedOutputStream(stream)) {
            target.writeRaw(out);
        }
    }

    private void print(CatTarget target, PrintWriter out) throws IOException {
        if (format.json) {
            Json.print(out, "cat/1", json -> {
                json.writeStringField("path", target.name());
                target.values().writeFields(json);
                if (sources != null) {
                    sources.writeMissing(json);
                }
                writeHttp(json);
            });
        } else if (format.csv) {
            new CsvValues(out, location + ": " + target.name(), target.values()).print();
        } else if (all) {
            target.values().naming(names).printAll(out);
        } else {
            target.values().naming(names).printEnds(out);
        }
    }

    /**
     * What an argument of {@code fallow cat} stands for: a path with an optional slice, {@code /a/b[0:10, 5, ::2]}.
     *
     * @param name the path, and for an attribute @ and its name
     * @param dataset null for an attribute, which is null for a dataset
     * @param part the elements in all dimensions; null for all elements of what has no dimensions
     * @param shape the number of elements in each dimension, without those for which an index is given
     */
    private record CatTarget(String name, Dataset dataset, Attribute attribute, Hyperslab part, long[] shape) {
        /** The bytes of raw output that are in memory at a time, unless a row has more. */
        private static final long BYTES_AT_A_TIME = 8 << 20;

        /**
         * Finds what a path stands for: a name that ends with brackets, or has an @, comes before a slice or an attribute. Refuses a slice
         * that is not inside it.
         */
        static CatTarget of(ContainerFile container, String text) {
            int open = text.endsWith("]") ? text.lastIndexOf('[') : -1;
            boolean sliced = open >= 0 && !exists(container, text);
            String path = sliced ? text.substring(0, open) : text;
            String slice = sliced ? text.substring(open + 1, text.length() - 1) : "";
            int at = path.lastIndexOf('@');
            if (at < 0 || container.exists(path)) {
                Dataset dataset = container.dataset(path);
                return of(slice, path, dataset.path(), dataset, null);
            }
            StoredObject object = container.root().get(at == 0 ? "/" : path.substring(0, at));
            Attribute attribute = object.attribute(path.substring(at + 1));
            return of(slice, path, object.path() + "@" + attribute.name(), null, attribute);
        }

        private static boolean exists(ContainerFile container, String path) {
            if (container.exists(path)) {
                return true;
            }
            int at = path.lastIndexOf('@');
            return at >= 0
                    && container.exists(path.substring(0, at))
                    && container
                            .root()
                            .get(at == 0 ? "/" : path.substring(0, at))
                            .hasAttribute(path.substring(at + 1));
        }

        /** The selected elements. */
        Values values() {
            return dataset == null ? Values.of(attribute, part, shape) : Values.of(dataset, part, shape);
        }

        /** Writes the bytes of the elements as they are in the file. */
        void writeRaw(OutputStream out) throws IOException {
            Datatype type = dataset == null ? attribute.datatype() : dataset.datatype();
            if (type.refersToGlobalHeap()) {
                throw new ContainerException(name + ": elements of type " + type
                        + " are addresses in the file, which are of no use outside it");
            } else if (dataset == null) {
                if (part != null && !Arrays.equals(part.count(), attribute.dimensions())) {
                    throw new ContainerException(name + ": --raw writes attributes whole");
                }
                out.write(attribute.read(RawElements.class).bytes());
            } else if (part == null) {
                out.write(dataset.read(Selection.all(), RawElements.class, Conversion.ROUNDING)
                        .bytes());
            } else if (Arrays.stream(part.count()).allMatch(count -> count > 0)) {
                long most = Math.max(1, BYTES_AT_A_TIME / type.size());
                Values.forEachPart(
                        part,
                        most,
                        each -> out.write(dataset.read((Selection) each, RawElements.class, Conversion.ROUNDING)
                                .bytes()));
            }
        }

        /** The elements of a slice, which is empty for all of them. */
        private static CatTarget of(String slice, String path, String name, Dataset dataset, Attribute attribute) {
            long[] dimensions = dataset == null ? ShapeText.dimensions(attribute) : ShapeText.dimensions(dataset);
            if (dimensions == null || dimensions.length == 0) {
                if (!slice.isBlank()) {
                    throw new ContainerException(path + ": a slice of something without dimensions");
                }
                return new CatTarget(name, dataset, attribute, null, dimensions);
            }
            try {
                Slices slices = (Slices) Selection.of(slice);
                return new CatTarget(name, dataset, attribute, slices.in(dimensions), slices.shape(dimensions));
            } catch (IllegalArgumentException e) {
                throw new ContainerException(e.getMessage(), e);
            }
        }
    }
}
