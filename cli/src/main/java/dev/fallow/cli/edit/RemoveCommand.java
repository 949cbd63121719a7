package dev.fallow.cli.edit;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.FileVerb;
import dev.fallow.cli.shell.Messages;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code fallow rm}: deletes links, and objects that are no longer reachable. */
@Command(
        name = "rm",
        description = {
            "Deletes objects, and groups with their contents.",
            "Deletes the links, and the objects that become unreachable.",
            "Continues after a path that cannot be deleted."
        })
public final class RemoveCommand extends FileVerb {
    @Mixin
    private EditedFile edited;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "PATH", description = "The paths of the links to delete.")
    private List<String> paths;

    @Override
    public Integer call() {
        int code = ExitCode.OK;
        try (ContainerFile container = edited.open(file)) {
            for (String path : paths) {
                try {
                    container.delete(path);
                } catch (ContainerException e) {
                    Messages.complain(spec.commandLine(), e.getMessage());
                    code = ExitCode.CANNOT_OPEN;
                }
            }
        }
        return code;
    }
}
