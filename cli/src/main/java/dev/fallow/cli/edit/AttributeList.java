package dev.fallow.cli.edit;

import dev.fallow.Attribute;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.StoredObject;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.FileVerb;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.text.AlignedColumns;
import dev.fallow.cli.text.Json;
import dev.fallow.cli.text.PlainValues;
import dev.fallow.cli.text.ShapeText;
import dev.fallow.cli.text.Values;
import dev.fallow.value.NameText;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fallow attr ls}: lists the attributes of an object. */
@Command(
        name = "ls",
        description = "Lists the attributes of an object: name, type, shape, and the beginning of the value.")
final class AttributeList extends FileVerb {
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
                print(out(), object);
            }
            return problems ? ExitCode.FINDINGS : ExitCode.OK;
        }
    }

    private void print(PrintWriter out, StoredObject object) {
        AlignedColumns columns = AlignedColumns.fitting(out, 1);
        for (String name : object.attributeNames()) {
            try {
                Attribute attribute = object.attribute(name);
                columns.add(
                        NameText.printable(name),
                        attribute.datatype().toString(),
                        ShapeText.of(attribute.dimensions()),
                        PlainValues.preview(Values.of(attribute), Screen.width() / 2));
            } catch (ContainerException | IOException e) {
                problems = true;
                columns.add(NameText.printable(name), "", "", "(" + NameText.printableMessage(e.getMessage()) + ")");
            }
        }
        columns.flush();
    }

    private void printJson(StoredObject object) {
        Json.print(out(), "attr-ls/1", json -> {
            json.writeStringField("path", object.path());
            json.writeArrayFieldStart("attributes");
            for (String name : object.attributeNames()) {
                json.writeStartObject();
                json.writeStringField("name", name);
                Values values = null;
                try {
                    Attribute attribute = object.attribute(name);
                    attribute.value();
                    values = Values.of(attribute);
                } catch (ContainerException e) {
                    problems = true;
                    json.writeStringField("problem", e.getMessage());
                }
                if (values != null) {
                    values.writeFields(json);
                }
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }
}
