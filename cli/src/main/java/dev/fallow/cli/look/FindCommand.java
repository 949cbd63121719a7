package dev.fallow.cli.look;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Entry;
import dev.fallow.Group;
import dev.fallow.NameText;
import dev.fallow.ObjectKind;
import dev.fallow.OpenOptions;
import dev.fallow.Reference;
import dev.fallow.cli.shell.AlignedColumns;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.IoConsumer;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.MissingPath;
import dev.fallow.cli.shell.NamePattern;
import dev.fallow.cli.shell.ObjectNames;
import dev.fallow.cli.shell.Units;
import dev.fallow.cli.shell.Verb;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code fallow find}: the objects and links of which something is true. */
@Command(
        name = "find",
        description = {
            "Finds objects and links by what they are.",
            "Prints the path of each one below GROUP of which everything that is asked for is true.",
            "A PATTERN has *, ? and [a-z], as in shells, and has to be quoted.",
            "The size of a dataset is that of its elements without filters."
        })
public final class FindCommand extends Verb.Looking {
    @Parameters(index = "1", arity = "0..1", paramLabel = "GROUP", description = "Default: the root group.")
    private String group = "/";

    @Option(
            names = "--name",
            paramLabel = "PATTERN",
            converter = PatternParser.class,
            description = "The name in its group is as the pattern says.")
    private NamePattern name;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            split = ",",
            converter = KindParser.class,
            description =
                    "It is a group, dataset, datatype, soft-link, external-link or user-defined-link; may be repeated.")
    private List<ObjectKind> kinds = List.of();

    @Option(
            names = "--type",
            paramLabel = "PATTERN",
            converter = PatternParser.class,
            description = "The datatype, as fallow ls --json prints it, is as the pattern says: \"float*\".")
    private NamePattern type;

    @Option(
            names = "--shape",
            paramLabel = "SHAPE",
            converter = ShapeParser.class,
            description =
                    "The dimensions are these: \"100,3\"; * is any size, ... any number of dimensions; scalar; null.")
    private ShapePattern shape;

    @Option(
            names = "--attribute",
            paramLabel = "NAME[=VALUE]",
            converter = AttributeParser.class,
            description =
                    "It has this attribute, with an element that is a number of this value, or a text as the pattern"
                            + " VALUE says; may be repeated. GROUP itself is compared, too.")
    private List<AttributeCondition> attributes = List.of();

    @Option(
            names = "--min-size",
            paramLabel = "BYTES",
            converter = Units.class,
            description = "It is a dataset of at least this size: 4096, 64M, 2G.")
    private Long least;

    @Option(
            names = "--max-size",
            paramLabel = "BYTES",
            converter = Units.class,
            description = "It is a dataset of at most this size.")
    private Long most;

    @Option(
            names = {"-l", "--long"},
            description = "Print kind, type and shape too.")
    private boolean details;

    private boolean problems;

    @Override
    public Integer call() throws IOException {
        try (ContainerFile container = open(OpenOptions.defaults().withReadOnly(true))) {
            print(
                    "find/1",
                    generator -> {
                        generator.writeArrayFieldStart("entries");
                        forEach(container, facts -> Json.object(generator, facts::writeFields));
                        generator.writeEndArray();
                    },
                    out -> print(container));
            return problems ? ExitCode.FINDINGS : ExitCode.OK;
        }
    }

    private void print(ContainerFile container) throws IOException {
        if (!details) {
            forEach(
                    container,
                    facts -> out().println(NameText.printable(facts.entry().path())));
            return;
        }
        AlignedColumns columns = AlignedColumns.fitting(out(), 1);
        forEach(
                container,
                facts -> columns.add(
                        facts.coloured(facts.kind()),
                        facts.typeName(),
                        facts.shape(),
                        facts.named(facts.entry().path())));
        columns.flush();
    }

    /** Visits one at a time: there can be millions. */
    private void forEach(ContainerFile container, IoConsumer<ObjectFacts> visitor) throws IOException {
        ObjectNames names = new ObjectNames(container);
        Group start;
        try {
            start = container.group(location.path(group));
        } catch (ContainerException e) {
            throw MissingPath.explained(container, location.path(group), e);
        }
        if (!attributes.isEmpty()) { // those of the whole file are the root group's
            visit(container, names, new Entry(start.path(), ObjectKind.GROUP, start.address()), visitor);
        }
        for (Entry entry : start.walk(Integer.MAX_VALUE)) {
            visit(container, names, entry, visitor);
        }
    }

    private void visit(ContainerFile container, ObjectNames names, Entry entry, IoConsumer<ObjectFacts> visitor)
            throws IOException {
        try {
            if (!matches(container, names, entry)) {
                return;
            }
        } catch (ContainerException e) {
            problems = true;
            complain(entry.path() + " cannot be compared: " + e.getMessage());
            return;
        }
        ObjectFacts facts = ObjectFacts.of(container, names, entry, json);
        problems |= facts.problem() != null;
        visitor.accept(facts);
    }

    /** What costs least is compared first. */
    private boolean matches(ContainerFile container, ObjectNames names, Entry entry) throws IOException {
        if (!kinds.isEmpty() && !kinds.contains(entry.kind()) || name != null && !name.matches(name(entry))) {
            return false;
        }
        boolean isObject = entry.address() >= 0;
        boolean looksInside = type != null || shape != null || least != null || most != null || !attributes.isEmpty();
        if (!looksInside) {
            return true;
        } else if (isObject && entry.problem().isPresent()) {
            throw new ContainerException(entry.problem().get());
        }
        return isObject && isDescribed(container, names, entry) && hasAttributes(container, entry);
    }

    private static String name(Entry entry) {
        String path = entry.path();
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private boolean isDescribed(ContainerFile container, ObjectNames names, Entry entry) {
        if (type == null && shape == null && least == null && most == null) {
            return true;
        }
        ObjectFacts facts = ObjectFacts.of(container, names, entry, false);
        if (facts.problem() != null) {
            throw new ContainerException(facts.problem());
        }
        return (type == null || facts.type() != null && type.matches(facts.typeName()))
                && (shape == null
                        || isDataset(facts) && shape.matches(facts.dataset().shape()))
                && (least == null || isDataset(facts) && facts.dataset().bytes() >= least)
                && (most == null || isDataset(facts) && facts.dataset().bytes() <= most);
    }

    private static boolean isDataset(ObjectFacts facts) {
        return facts.dataset() != null;
    }

    private boolean hasAttributes(ContainerFile container, Entry entry) throws IOException {
        for (AttributeCondition each : attributes) {
            if (!each.holds(container.get(new Reference.ToObject(entry.address())))) {
                return false;
            }
        }
        return true;
    }

    /** Reads a word with a function that refuses what it does not understand. */
    private static <T> T read(Function<String, T> reader, String text) {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    /** Reads a pattern of names. */
    static final class PatternParser implements ITypeConverter<NamePattern> {
        @Override
        public NamePattern convert(String text) {
            return read(NamePattern::of, text);
        }
    }

    /** Reads a shape. */
    static final class ShapeParser implements ITypeConverter<ShapePattern> {
        @Override
        public ShapePattern convert(String text) {
            return read(ShapePattern::of, text);
        }
    }

    /** Reads a condition. */
    static final class AttributeParser implements ITypeConverter<AttributeCondition> {
        @Override
        public AttributeCondition convert(String text) {
            return read(AttributeCondition::of, text);
        }
    }

    /** Reads a kind, as JSON has it. */
    static final class KindParser implements ITypeConverter<ObjectKind> {
        @Override
        public ObjectKind convert(String text) {
            for (ObjectKind each : ObjectKind.values()) {
                if (each.label().equalsIgnoreCase(text)) {
                    return each;
                }
            }
            String labels =
                    Arrays.stream(ObjectKind.values()).map(ObjectKind::label).collect(Collectors.joining(", "));
            throw new TypeConversionException("expected one of " + labels + ", found " + text);
        }
    }
}
