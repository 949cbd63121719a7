package dev.fallow.cli.edit;

import dev.fallow.Attribute;
import dev.fallow.ContainerFile;
import dev.fallow.StoredObject;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.FileVerb;
import dev.fallow.cli.text.PlainValues;
import dev.fallow.cli.text.Values;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code fallow attr get}: prints an attribute. */
@Command(name = "get", description = "Prints the value of an attribute, as fallow cat does.")
final class AttributeGet extends FileVerb.Reporting {
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
                    out -> new PlainValues(out, Values.of(attribute)).printAll());
            return ExitCode.OK;
        }
    }
}
