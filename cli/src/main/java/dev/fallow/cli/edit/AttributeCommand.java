package dev.fallow.cli.edit;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fallow attr}: reads and changes attributes. */
@Command(
        name = "attr",
        mixinStandardHelpOptions = true,
        description = "Lists, prints, sets and deletes attributes.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {AttributeList.class, AttributeGet.class, AttributeSet.class, AttributeRemove.class})
public final class AttributeCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing required subcommand");
    }
}
