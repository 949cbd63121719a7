package dev.fallow.cli.edit;

import dev.fallow.Attribute;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.LinkOrder;
import dev.fallow.NameText;
import dev.fallow.OpenOptions;
import dev.fallow.StoredObject;
import dev.fallow.cli.shell.AlignedColumns;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.GivenValue;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.MissingPath;
import dev.fallow.cli.shell.ObjectNames;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.shell.ShapeText;
import dev.fallow.cli.shell.Values;
import dev.fallow.cli.shell.Verb;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fallow attr}: reads and changes attributes. */
@Command(
        name = "attr",
        mixinStandardHelpOptions = true,
        description = "Lists, prints, sets, copies and deletes attributes.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            AttributeCommand.ListAll.class,
            AttributeCommand.Get.class,
            AttributeCommand.Set.class,
            AttributeCommand.Copy.class,
            AttributeCommand.Remove.class
        })
public final class AttributeCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing: a verb");
    }

    /** {@code fallow attr ls}: lists the attributes of an object. */
    @Command(
            name = "ls",
            description = "Lists the attributes of an object: name, type, shape, and the beginning of the value.")
    static final class ListAll extends Verb.OnLocation {
        @Parameters(
                index = "1",
                paramLabel = "PATH",
                defaultValue = "/",
                description = "An object. Default: the root group.")
        private String path;

        @Option(names = "--json", description = "Print one JSON object, with the values.")
        private boolean json;

        @Option(
                names = "--creation-order",
                description = "In the order of creation; those of an object that does not track it, in that of names.")
        private boolean creationOrder;

        private boolean problems;

        @Override
        public Integer call() {
            try (ContainerFile container = open(OpenOptions.defaults().withReadOnly(true))) {
                StoredObject object = MissingPath.object(container, location.path(path));
                if (json) {
                    printJson(object);
                } else {
                    print(container, object);
                }
                return problems ? ExitCode.FINDINGS : ExitCode.OK;
            }
        }

        private List<String> names(StoredObject object) {
            boolean tracked = object.attributeOptions().creationOrder().tracked();
            return object.attributeNames(creationOrder && tracked ? LinkOrder.CREATION : LinkOrder.NAME);
        }

        private void print(ContainerFile container, StoredObject object) {
            AlignedColumns columns = AlignedColumns.fitting(out(), 1);
            ObjectNames objects = new ObjectNames(container);
            for (String name : names(object)) {
                try {
                    Attribute attribute = object.attribute(name);
                    columns.add(
                            NameText.printable(name),
                            attribute.datatype().toString(),
                            ShapeText.of(attribute),
                            Values.of(attribute).naming(objects).preview(Screen.width() / 2));
                } catch (ContainerException | IOException e) {
                    problems = true;
                    columns.add(
                            NameText.printable(name), "", "", "(" + NameText.printableMessage(e.getMessage()) + ")");
                }
            }
            columns.flush();
        }

        private void printJson(StoredObject object) {
            Json.print(out(), "attr-ls/1", json -> {
                json.writeStringField("path", object.path());
                Json.array(json, "attributes", names(object), name -> {
                    json.writeStringField("name", name);
                    Values values = null;
                    try {
                        Attribute attribute = object.attribute(name);
                        attribute.read();
                        values = Values.of(attribute);
                    } catch (ContainerException e) {
                        problems = true;
                        json.writeStringField("problem", e.getMessage());
                    }
                    if (values != null) {
                        values.writeFields(json);
                    }
                });
                writeHttp(json);
            });
        }
    }

    /** {@code fallow attr get}: prints an attribute. */
    @Command(name = "get", description = "Prints the value of an attribute, as fallow cat does.")
    static final class Get extends Verb.Looking {
        @Parameters(
                index = "1",
                paramLabel = "PATH",
                description = "An object. It may stand behind FILE instead; then this is NAME.")
        private String path;

        @Parameters(index = "2", arity = "0..1", paramLabel = "NAME", description = "One of its attributes.")
        private String name;

        @Override
        public Integer call() throws IOException {
            if (!location.isAddress()) {
                nameIsThere();
            }
            try (ContainerFile container = open(OpenOptions.defaults().withReadOnly(true))) {
                nameIsThere();
                StoredObject object = MissingPath.object(container, location.path(path));
                Attribute attribute = object.attribute(name);
                print(
                        "attr/1",
                        generator -> {
                            generator.writeStringField("path", object.path());
                            generator.writeStringField("name", attribute.name());
                            Values.of(attribute).writeFields(generator);
                        },
                        out -> Values.of(attribute)
                                .naming(new ObjectNames(container))
                                .printAll(out));
                return ExitCode.OK;
            }
        }

        /** The only argument behind a location with an object is the name. */
        private void nameIsThere() {
            if (name == null && location.inside().isEmpty()) {
                throw wrong("missing: NAME");
            } else if (name == null) {
                name = path;
                path = "/";
            }
        }
    }

    /** {@code fallow attr set}: creates or replaces an attribute. */
    @Command(
            name = "set",
            description = {
                "Creates or replaces an attribute.",
                "VALUE is a number, true, false or a text; several make an array. So does one JSON array: '[[1, 2], [3, 4]]'.",
                "Without --type, the attribute is int64, float64, bool or string: the first that fits all elements."
                        + " One that is a string already stays one, of the same type if the text fits into it.",
                "Negative numbers are values; -- comes before any other value that begins with -: fallow attr set FILE PATH NAME -- -x"
            })
    static final class Set extends EditCommand {
        @Parameters(index = "1", paramLabel = "PATH", description = "An object.")
        private String path;

        @Parameters(index = "2", paramLabel = "NAME", description = "The attribute.")
        private String name;

        @Parameters(index = "3..*", arity = "1..*", paramLabel = "VALUE", description = "The value.")
        private List<String> values;

        @Option(
                names = "--type",
                paramLabel = "TYPE",
                converter = GivenValue.TypeParser.class,
                description = "The type: " + GivenValue.TypeParser.NAMES + ".")
        private Datatype type;

        @Override
        void edit() {
            GivenValue given = GivenValue.of(values, type);
            try (ContainerFile container = open()) {
                StoredObject object = MissingPath.object(container, path);
                GivenValue value = type == null && object.hasAttribute(name)
                        ? AttributeTypes.textOf(object.attribute(name).datatype(), values)
                                .orElse(given)
                        : given;
                if (value.isMisfit()) {
                    throw new ContainerException("%s: %s, attribute %s: the value, %s, does not fit %s"
                            .formatted(file, object.path(), name, value.value(), value.type()));
                }
                object.putAttribute(name, value.type(), value.dimensions(), value.value());
            }
        }
    }

    /** {@code fallow attr cp}: copies an attribute. */
    @Command(
            name = "cp",
            description = {
                "Copies an attribute to another object, or under another name.",
                "The copy is in the same file or in another one."
            })
    static final class Copy extends EditCommand {
        @Parameters(index = "1", paramLabel = "PATH", description = "An object.")
        private String path;

        @Parameters(index = "2", paramLabel = "NAME", description = "One of its attributes.")
        private String name;

        @Parameters(index = "3", paramLabel = "TO", description = "The object that gets the copy; it may be the same.")
        private String to;

        @Parameters(
                index = "4",
                arity = "0..1",
                paramLabel = "NEW_NAME",
                description = "The name of the copy, which must not exist. Default: NAME.")
        private String newName;

        @Option(
                names = "--into",
                paramLabel = "OTHER",
                description = "TO is in this HDF5 file, which must exist. Default: FILE itself.")
        private Path other;

        @Override
        void edit() throws IOException {
            if (isOther(other)) {
                try (ContainerFile source = ContainerFile.openReadOnly(file);
                        ContainerFile target = open(other, OpenOptions.defaults())) {
                    Attribute attribute = MissingPath.object(source, path).attribute(name);
                    if (AttributeTypes.hasReferences(attribute.datatype())) {
                        throw new ContainerException("%s: %s, attribute %s: references are addresses of this file,"
                                        .formatted(file, path, name)
                                + " which lead nowhere in another one");
                    }
                    copy(attribute, target);
                }
            } else {
                try (ContainerFile container = open()) {
                    copy(MissingPath.object(container, path).attribute(name), container);
                }
            }
        }

        private void copy(Attribute attribute, ContainerFile target) {
            target.root()
                    .get(to)
                    .createAttribute(
                            newName == null ? name : newName,
                            attribute.datatype(),
                            attribute.dimensions(),
                            attribute.read());
        }
    }

    /** {@code fallow attr rm}: deletes attributes. */
    @Command(
            name = "rm",
            description = "Deletes attributes: all that are named, or none if one of them does not exist.")
    static final class Remove extends EditCommand {
        @Parameters(index = "1", paramLabel = "PATH", description = "An object.")
        private String path;

        @Parameters(index = "2..*", arity = "1..*", paramLabel = "NAME", description = "The attributes to delete.")
        private List<String> names;

        @Override
        void edit() {
            try (ContainerFile container = open()) {
                StoredObject object = MissingPath.object(container, path);
                java.util.Set<String> each = new LinkedHashSet<>(names);
                each.forEach(object::attribute); // all of them are there, or nothing is deleted
                each.forEach(object::deleteAttribute);
            }
        }
    }
}
