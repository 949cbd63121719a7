package dev.fallow.cli.manual;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Completion for zsh: a function for each verb, with its options as {@code _arguments} takes them. */
final class ZshCompletion {
    private final StringBuilder script = new StringBuilder();

    private ZshCompletion() {}

    /** The script for a command. */
    static String of(CommandSpec command) {
        return new ZshCompletion().write(command);
    }

    private String write(CommandSpec command) {
        String name = command.name();
        script.append("#compdef ").append(name).append('\n');
        script.append("# Completion of ")
                .append(name)
                .append(" for zsh. Install as _")
                .append(name);
        script.append(" in a folder of $fpath.\n");
        function(command);
        script.append("if [[ $funcstack[1] = _").append(name).append(" ]]; then\n");
        script.append("  _").append(name).append(" \"$@\"\nelse\n  compdef _");
        script.append(name).append(' ').append(name).append("\nfi\n");
        return script.toString();
    }

    private void function(CommandSpec verb) {
        String name = "_" + Description.words(verb).replace(' ', '_').replace('-', '_');
        for (CommandLine each : verb.subcommands().values()) {
            function(each.getCommandSpec());
        }
        boolean hasVerbs = !verb.subcommands().isEmpty();
        script.append(name).append("() {\n");
        if (hasVerbs) {
            script.append("  local context state line\n  typeset -A opt_args\n");
        }
        script.append("  _arguments ").append(hasVerbs ? "-C" : "-s -S");
        for (OptionSpec option : verb.options()) {
            if (!option.hidden()) {
                option(option);
            }
        }
        if (hasVerbs) {
            script.append(" \\\n    '1: :->verb' \\\n    '*:: :->rest'\n");
            verbs(verb, name);
        } else {
            script.append(" \\\n    '*:file:_files'\n");
        }
        script.append("}\n");
    }

    private void verbs(CommandSpec verb, String name) {
        script.append("  case $state in\n  verb)\n    local -a verbs=(");
        for (CommandLine each : verb.subcommands().values()) {
            script.append("\n      '").append(each.getCommandName()).append(':');
            script.append(quoted(Description.sentence(each.getCommandSpec()).replace(":", "\\:")))
                    .append('\'');
        }
        script.append(")\n    _describe -t commands 'command' verbs\n    ;;\n  rest)\n    case $line[1] in\n");
        for (CommandLine each : verb.subcommands().values()) {
            script.append("    ")
                    .append(each.getCommandName())
                    .append(") ")
                    .append(name)
                    .append('_');
            script.append(each.getCommandName().replace('-', '_')).append(" ;;\n");
        }
        script.append("    esac\n    ;;\n  esac\n");
    }

    private void option(OptionSpec option) {
        String all = String.join(" ", option.names());
        for (String name : option.names()) {
            script.append(" \\\n    '")
                    .append(option.isMultiValue() ? "*" : "(" + all + ")")
                    .append(name);
            boolean hasValue = Description.hasValue(option);
            script.append(hasValue && name.startsWith("--") ? "=" : "").append('[');
            script.append(quoted(Description.text(option).replaceAll("[\\[\\]]", "\\\\$0")))
                    .append(']');
            if (hasValue) {
                List<String> choices = Description.choices(option);
                script.append(":value:").append(choices.isEmpty() ? "_files" : "(" + lower(choices) + ")");
            }
            script.append('\'');
        }
    }

    private static String quoted(String text) {
        return text.replace("'", "'\\''");
    }

    private static String lower(List<String> choices) {
        return String.join(" ", choices).toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
