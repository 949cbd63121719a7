package dev.fallow.cli.manual;

import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Verb;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;

/** {@code fallow completion}: prints a script with which a shell completes the command. */
@Command(
        name = "completion",
        description = {
            "Prints a script with which a shell completes the command.",
            "bash: source <(fallow completion bash), in .bashrc.",
            "zsh:  fallow completion zsh > FOLDER/_fallow, in a folder of fpath.",
            "fish: fallow completion fish > ~/.config/fish/completions/fallow.fish"
        })
public final class CompletionCommand extends Verb {
    private static final String ZSH_HEAD = """
            #compdef %1$s
            # Completion of %1$s for zsh. Install as _%1$s in a folder of $fpath.
            """;

    private static final String ZSH_TAIL = """
            if [[ $funcstack[1] = _%1$s ]]; then
              _%1$s "$@"
            else
              compdef _%1$s %1$s
            fi
            """;

    private static final String FISH_HEAD = """
            # Completion of %1$s for fish. Install as ~/.config/fish/completions/%1$s.fish
            function __%1$s_verb
                set -l words (commandline -opc | string match -v -- '-*')
                set -l last (math (count $argv) + 1)
                test (count $argv) -eq 0; or begin
                    test (count $words) -ge $last; and test "$words[2..$last]" = "$argv"
                end
            end
            function __%1$s_last
                set -l words (commandline -opc | string match -v -- '-*')
                test (count $words) -eq (math (count $argv) + 1); and __%1$s_verb $argv
            end
            """;

    /** A shell. */
    enum Shell {
        bash,
        zsh,
        fish
    }

    @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
    private Shell shell;

    private final StringBuilder script = new StringBuilder();

    @Override
    public Integer call() {
        CommandSpec command = spec.root();
        String name = command.name();
        switch (shell) {
            case bash ->
                script.append(AutoComplete.bash(name, command.commandLine())).append("\n");
            case zsh -> {
                script.append(ZSH_HEAD.formatted(name));
                zsh(command);
                script.append(ZSH_TAIL.formatted(name));
            }
            case fish -> {
                script.append(FISH_HEAD.formatted(name));
                fish(command, "");
            }
        }
        out().print(script); // lines end as the shells want it, on Windows too
        out().flush();
        return ExitCode.OK;
    }

    /** A function for each verb, with its options as {@code _arguments} takes them. */
    private void zsh(CommandSpec verb) {
        String name = "_" + verb.qualifiedName("_").replace('-', '_');
        verb.subcommands().values().forEach(each -> zsh(each.getCommandSpec()));
        boolean hasVerbs = !verb.subcommands().isEmpty();
        script.append(name).append("() {\n");
        script.append(hasVerbs ? "  local context state line\n  typeset -A opt_args\n" : "");
        script.append("  _arguments ").append(hasVerbs ? "-C" : "-s -S");
        Description.options(verb).forEach(this::zsh);
        if (hasVerbs) {
            script.append(" \\\n    '1: :->verb' \\\n    '*:: :->rest'\n");
            zshVerbs(verb, name);
        } else {
            script.append(" \\\n    '*:file:_files'\n");
        }
        script.append("}\n");
    }

    private void zshVerbs(CommandSpec verb, String name) {
        script.append("  case $state in\n  verb)\n    local -a verbs=(");
        for (CommandLine each : verb.subcommands().values()) {
            String described = Description.sentence(each.getCommandSpec()).replace(":", "\\:");
            script.append("\n      '%s:%s'".formatted(each.getCommandName(), zshQuoted(described)));
        }
        script.append(")\n    _describe -t commands 'command' verbs\n    ;;\n  rest)\n    case $line[1] in\n");
        for (CommandLine each : verb.subcommands().values()) {
            String word = each.getCommandName();
            script.append("    %s) %s_%s ;;\n".formatted(word, name, word.replace('-', '_')));
        }
        script.append("    esac\n    ;;\n  esac\n");
    }

    private void zsh(OptionSpec option) {
        String others = option.isMultiValue() ? "*" : "(" + String.join(" ", option.names()) + ")";
        String described = zshQuoted(Description.text(option).replaceAll("[\\[\\]]", "\\\\$0"));
        boolean hasValue = Description.hasValue(option);
        String choices = choices(option);
        String value = hasValue ? ":value:" + (choices.isEmpty() ? "_files" : "(" + choices + ")") : "";
        for (String name : option.names()) {
            String equals = hasValue && name.startsWith("--") ? "=" : "";
            script.append(" \\\n    '" + others + name + equals + "[" + described + "]" + value + "'");
        }
    }

    private static String zshQuoted(String text) {
        return text.replace("'", "'\\''");
    }

    /** One line for each verb and each option. The words of the verb are without the name of the command. */
    private void fish(CommandSpec verb, String words) {
        for (CommandLine each : verb.subcommands().values()) {
            fish(verb, "last" + words, " -f -a " + each.getCommandName(), Description.sentence(each.getCommandSpec()));
        }
        for (OptionSpec option : Description.options(verb)) {
            StringBuilder line = new StringBuilder();
            for (String name : option.names()) {
                line.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
            }
            if (Description.hasValue(option)) {
                String choices = choices(option);
                line.append(choices.isEmpty() ? " -r" : " -x -a '" + choices + "'");
            }
            fish(verb, "verb" + words, line.toString(), Description.text(option));
        }
        for (CommandLine each : verb.subcommands().values()) {
            fish(each.getCommandSpec(), words + " " + each.getCommandName());
        }
    }

    private void fish(CommandSpec verb, String condition, String rest, String description) {
        String described = description.replace("\\", "\\\\").replace("'", "\\'");
        script.append("complete -c %1$s -n '__%1$s_%2$s'%3$s -d '%4$s'\n"
                .formatted(verb.root().name(), condition, rest, described));
    }

    /** The values that an option can have, where they are a few words; otherwise empty. */
    private static String choices(OptionSpec option) {
        if (option.completionCandidates() == null) {
            return "";
        }
        List<String> choices = StreamSupport.stream(
                        option.completionCandidates().spliterator(), false)
                .toList();
        return String.join(" ", choices).toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
