package dev.fallow.cli.edit;

import dev.fallow.ContainerFile;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fallow mkdir}: creates groups. */
@Command(name = "mkdir", mixinStandardHelpOptions = true, description = "Creates groups.")
public final class MakeGroupCommand extends EditCommand {
    @Mixin
    private EditedFile edited;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "PATH", description = "The groups to create.")
    private List<String> paths;

    @Option(
            names = {"-p", "--parents"},
            description = "Create the groups on the way that do not exist; a group that exists is no error.")
    private boolean parents;

    @Override
    void edit() {
        try (ContainerFile container = edited.open(file)) {
            for (String path : paths) {
                if (parents) {
                    container.root().createGroups(path);
                } else {
                    container.root().createGroup(path);
                }
            }
        }
    }
}
