package dev.fallow.cli.edit;

import dev.fallow.ContainerFile;
import dev.fallow.StoredObject;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code fallow attr rm}: deletes attributes. */
@Command(name = "rm", mixinStandardHelpOptions = true, description = "Deletes attributes.")
final class AttributeRemove extends EditCommand {
    @Mixin
    private EditedFile edited;

    @Parameters(index = "1", paramLabel = "PATH", description = "An object.")
    private String path;

    @Parameters(index = "2..*", arity = "1..*", paramLabel = "NAME", description = "The attributes to delete.")
    private List<String> names;

    @Override
    void edit() {
        try (ContainerFile container = edited.open(file)) {
            StoredObject object = container.root().get(path);
            names.forEach(object::deleteAttribute);
        }
    }
}
