package dev.fallow.cli.edit;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.StoredObject;
import dev.fallow.cli.text.GivenValue;
import dev.fallow.cli.text.TypeParser;
import dev.fallow.type.Datatype;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fallow attr set}: creates or replaces an attribute. */
@Command(
        name = "set",
        description = {
            "Creates or replaces an attribute.",
            "VALUE is a number, true, false or a text; several make an array. So does one JSON array: '[[1, 2], [3, 4]]'.",
            "Without --type, the attribute is int64, float64, bool or string: the first that fits all elements.",
            "Write -- before a negative number: fallow attr set FILE PATH NAME -- -1"
        })
final class AttributeSet extends EditCommand {
    @Mixin
    private EditedFile edited;

    @Parameters(index = "1", paramLabel = "PATH", description = "An object.")
    private String path;

    @Parameters(index = "2", paramLabel = "NAME", description = "The attribute.")
    private String name;

    @Parameters(index = "3..*", arity = "1..*", paramLabel = "VALUE", description = "The value.")
    private List<String> values;

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            converter = TypeParser.class,
            description = "The type: " + TypeParser.NAMES + ".")
    private Datatype type;

    @Override
    void edit() {
        GivenValue value = GivenValue.of(values, type);
        try (ContainerFile container = edited.open(file)) {
            StoredObject object = container.root().get(path);
            if (value.isMisfit()) {
                throw new ContainerException("%s: %s, attribute %s: the value, %s, does not fit %s"
                        .formatted(file, object.path(), name, value.value(), value.type()));
            }
            object.putAttribute(name, value.type(), value.dimensions(), value.value());
        }
    }
}
