package dev.fallow.cli.edit;

import dev.fallow.Attribute;
import dev.fallow.ContainerFile;
import dev.fallow.StoredObject;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.text.Json;
import dev.fallow.cli.text.PlainValues;
import dev.fallow.cli.text.Values;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fallow attr get}: prints an attribute. */
@Command(
        name = "get",
        mixinStandardHelpOptions = true,
        description = "Prints the value of an attribute, as fallow cat does.")
final class AttributeGet implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FILE", description = "An HDF5 file.")
    private Path file;

    @Parameters(index = "1", paramLabel = "PATH", description = "An object.")
    private String path;

    @Parameters(index = "2", paramLabel = "NAME", description = "One of its attributes.")
    private String name;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            StoredObject object = container.root().get(path);
            Attribute attribute = object.attribute(name);
            PrintWriter out = spec.commandLine().getOut();
            if (json) {
                Json.print(out, "attr/1", generator -> {
                    generator.writeStringField("path", object.path());
                    generator.writeStringField("name", attribute.name());
                    Values.of(attribute).writeFields(generator);
                });
            } else {
                new PlainValues(out, Values.of(attribute)).printAll();
            }
            return ExitCode.OK;
        }
    }
}
