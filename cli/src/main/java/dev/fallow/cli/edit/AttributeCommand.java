package dev.fallow.cli.edit;

import dev.fallow.Attribute;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.NameText;
import dev.fallow.StoredObject;
import dev.fallow.cli.shell.AlignedColumns;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.GivenValue;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.shell.ShapeText;
import dev.fallow.cli.shell.Values;
import dev.fallow.cli.shell.Verb;
import dev.fallow.type.Datatype;
import java.io.IOException;
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
        description = "Lists, prints, sets and deletes attributes.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            AttributeCommand.ListAll.class,
            AttributeCommand.Get.class,
            AttributeCommand.Set.class,
            AttributeCommand.Remove.class
        })
public final class AttributeCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing required subcommand");
    }

    /** {@code fallow attr ls}: lists the attributes of an object. */
    @Command(
            name = "ls",
            description = "Lists the attributes of an object: name, type, shape, and the beginning of the value.")
    static final class ListAll extends Verb.OnFile {
        @Parameters(
                index = "1",
                paramLabel = "PATH",
                defaultValue = "/",
                description = "An object. Default: the root group.")
        private String path;

        @Option(names = "--json", description = "Print one JSON object, with the values.")
        private boolean json;

        private boolean problems;

        @Override
        public Integer call() {
            try (ContainerFile container = ContainerFile.openReadOnly(file)) {
                StoredObject object = container.root().get(path);
                if (json) {
                    printJson(object);
                } else {
                    print(object);
                }
                return problems ? ExitCode.FINDINGS : ExitCode.OK;
            }
        }

        private void print(StoredObject object) {
            AlignedColumns columns = AlignedColumns.fitting(out(), 1);
            for (String name : object.attributeNames()) {
                try {
                    Attribute attribute = object.attribute(name);
                    columns.add(
                            NameText.printable(name),
                            attribute.datatype().toString(),
                            ShapeText.of(attribute.isNull() ? null : attribute.dimensions()),
                            Values.of(attribute).preview(Screen.width() / 2));
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
                Json.array(json, "attributes", object.attributeNames(), name -> {
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
            });
        }
    }

    /** {@code fallow attr get}: prints an attribute. */
    @Command(name = "get", description = "Prints the value of an attribute, as fallow cat does.")
    static final class Get extends Verb.Reporting {
        @Parameters(index = "1", paramLabel = "PATH", description = "An object.")
        private String path;

        @Parameters(index = "2", paramLabel = "NAME", description = "One of its attributes.")
        private String name;

        @Override
        public Integer call() throws IOException {
            try (ContainerFile container = ContainerFile.openReadOnly(file)) {
                StoredObject object = container.root().get(path);
                Attribute attribute = object.attribute(name);
                print(
                        "attr/1",
                        generator -> {
                            generator.writeStringField("path", object.path());
                            generator.writeStringField("name", attribute.name());
                            Values.of(attribute).writeFields(generator);
                        },
                        out -> Values.of(attribute).printAll(out));
                return ExitCode.OK;
            }
        }
    }

    /** {@code fallow attr set}: creates or replaces an attribute. */
    @Command(
            name = "set",
            description = {
                "Creates or replaces an attribute.",
                "VALUE is a number, true, false or a text; several make an array. So does one JSON array: '[[1, 2], [3, 4]]'.",
                "Without --type, the attribute is int64, float64, bool or string: the first that fits all elements.",
                "Write -- before a negative number: fallow attr set FILE PATH NAME -- -1"
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
            GivenValue value = GivenValue.of(values, type);
            try (ContainerFile container = open()) {
                StoredObject object = container.root().get(path);
                if (value.isMisfit()) {
                    throw new ContainerException("%s: %s, attribute %s: the value, %s, does not fit %s"
                            .formatted(file, object.path(), name, value.value(), value.type()));
                }
                object.putAttribute(name, value.type(), value.dimensions(), value.value());
            }
        }
    }

    /** {@code fallow attr rm}: deletes attributes. */
    @Command(name = "rm", description = "Deletes attributes.")
    static final class Remove extends EditCommand {
        @Parameters(index = "1", paramLabel = "PATH", description = "An object.")
        private String path;

        @Parameters(index = "2..*", arity = "1..*", paramLabel = "NAME", description = "The attributes to delete.")
        private List<String> names;

        @Override
        void edit() {
            try (ContainerFile container = open()) {
                StoredObject object = container.root().get(path);
                names.forEach(object::deleteAttribute);
            }
        }
    }
}
