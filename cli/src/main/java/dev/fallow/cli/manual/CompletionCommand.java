package dev.fallow.cli.manual;

import java.io.PrintWriter;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fallow completion}: prints a script with which a shell completes the command. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = {
            "Prints a script with which a shell completes the command.",
            "bash: source <(fallow completion bash), in .bashrc.",
            "zsh:  fallow completion zsh > FOLDER/_fallow, in a folder of fpath.",
            "fish: fallow completion fish > ~/.config/fish/completions/fallow.fish"
        })
public final class CompletionCommand implements Runnable {
    /** A shell. */
    enum Shell {
        bash,
        zsh,
        fish
    }

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
    private Shell shell;

    /** Instantiated by picocli. */
    public CompletionCommand() {}

    @Override
    public void run() {
        CommandSpec command = spec.root();
        String script = switch (shell) {
            case bash -> AutoComplete.bash(command.name(), command.commandLine()) + "\n";
            case zsh -> ZshCompletion.of(command);
            case fish -> FishCompletion.of(command);
        };
        PrintWriter out = spec.commandLine().getOut();
        out.print(script); // lines end as the shells want it, on Windows too
        out.flush();
    }
}
