package dev.fallow.cli.shell;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** What is said of a wrong command line, in two lines: what is wrong, and what to type. */
public final class UsageLine {
    private UsageLine() {}

    /** Prints the two lines to standard error. */
    public static void complain(CommandLine.ParameterException exception) {
        CommandLine command = exception.getCommandLine();
        Messages.complain(command, problem(exception));
        command.getErr().println(suggestion(exception, command.getCommandSpec()));
    }

    private static String problem(CommandLine.ParameterException exception) {
        if (exception instanceof CommandLine.MissingParameterException missing) {
            String names = missing.getMissing().stream()
                    .filter(UsageLine::isNeeded)
                    .map(UsageLine::label)
                    .collect(Collectors.joining(", "));
            return names.isEmpty() ? exception.getMessage() : "missing: " + names;
        }
        return exception.getMessage();
    }

    private static String suggestion(CommandLine.ParameterException exception, CommandSpec spec) {
        if (exception instanceof CommandLine.UnmatchedArgumentException unmatched) {
            List<String> similar = unmatched.getSuggestions().stream()
                    .map(word -> spec.subcommands().containsKey(word) ? spec.qualifiedName() + " " + word : word)
                    .toList();
            if (!similar.isEmpty()) {
                return "Did you mean: " + String.join(" or ", similar) + "?";
            }
        }
        return "usage: " + of(spec);
    }

    /** The synopsis of a command on one line: {@code fallow ls [OPTION...] FILE [PATH]}. */
    static String of(CommandSpec spec) {
        StringBuilder line = new StringBuilder(spec.qualifiedName());
        for (OptionSpec option : spec.options()) {
            if (option.required() && option.group() == null) {
                line.append(' ').append(label(option)).append(' ').append(option.paramLabel());
            }
        }
        line.append(" [OPTION...]");
        if (!spec.subcommands().isEmpty()) {
            line.append(" COMMAND ...");
        }
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            String label = parameter.paramLabel() + (parameter.arity().max() > 1 ? "..." : "");
            line.append(' ').append(isNeeded(parameter) ? label : "[" + label + "]");
        }
        return line.toString();
    }

    private static boolean isNeeded(ArgSpec argument) {
        return argument.required() && argument.defaultValue() == null;
    }

    private static String label(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }
}
