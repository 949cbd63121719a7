package dev.fallow.cli.manual;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Completion for fish: one line for each verb and each option. */
final class FishCompletion {
    private static final String HEAD = """
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

    private final StringBuilder script = new StringBuilder();
    private final CommandSpec command;

    private FishCompletion(CommandSpec command) {
        this.command = command;
    }

    /** The script for a command. */
    static String of(CommandSpec command) {
        return new FishCompletion(command).write();
    }

    private String write() {
        script.append(HEAD.formatted(command.name()));
        write(command, "");
        return script.toString();
    }

    /** @param words the verb, without the name of the command */
    private void write(CommandSpec verb, String words) {
        if (!verb.subcommands().isEmpty()) {
            String last = "__" + command.name() + "_last" + words;
            for (CommandLine each : verb.subcommands().values()) {
                line(last, " -f -a " + each.getCommandName() + described(Description.sentence(each.getCommandSpec())));
            }
        }
        for (OptionSpec option : verb.options()) {
            if (option.hidden()) {
                continue;
            }
            StringBuilder line = new StringBuilder();
            for (String name : option.names()) {
                line.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
            }
            if (Description.hasValue(option)) {
                List<String> choices = Description.choices(option);
                line.append(choices.isEmpty() ? " -r" : " -x -a '" + lower(choices) + "'");
            }
            line("__" + command.name() + "_verb" + words, line + described(Description.text(option)));
        }
        for (CommandLine each : verb.subcommands().values()) {
            write(each.getCommandSpec(), words + " " + each.getCommandName());
        }
    }

    private void line(String condition, String rest) {
        script.append("complete -c ")
                .append(command.name())
                .append(" -n '")
                .append(condition)
                .append('\'')
                .append(rest)
                .append('\n');
    }

    private static String described(String text) {
        return " -d '" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    private static String lower(List<String> choices) {
        return String.join(" ", choices).toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
