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
    /** So many verbs are all named. */
    private static final int FEW = 8;

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
        } else if (exception instanceof CommandLine.UnmatchedArgumentException unmatched) {
            String words = String.join(" ", unmatched.getUnmatched());
            CommandSpec spec = exception.getCommandLine().getCommandSpec();
            boolean verb = !spec.subcommands().isEmpty();
            String kind =
                    unmatched.isUnknownOption() ? "unknown option: " : verb ? "no such verb: " : "too many arguments: ";
            return kind + words;
        }
        return plain(exception.getMessage());
    }

    /** Without the words of picocli and of Java. */
    private static String plain(String message) {
        return message.replaceFirst("^Error: ", "")
                .replaceFirst("positional parameter at index \\S+ \\((.*?)\\)", "$1")
                .replaceFirst(": '(.*)' is not an? (?:int|long)$", ": expected a whole number, found $1")
                .replaceFirst(": '(.*)' is not a (?:float|double)$", ": expected a number, found $1")
                .replaceFirst(" \\(case-sensitive\\) but was '(.*)'$", ", found $1");
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
        String[] own = spec.usageMessage().customSynopsis();
        if (own.length > 0) {
            return own[0];
        }
        StringBuilder line = new StringBuilder(spec.qualifiedName());
        for (OptionSpec option : spec.options()) {
            if (option.required() && option.group() == null) {
                line.append(' ').append(label(option)).append(' ').append(option.paramLabel());
            }
        }
        line.append(" [OPTION...]");
        if (!spec.subcommands().isEmpty()) {
            boolean few = spec.subcommands().size() <= FEW;
            line.append(few ? " " + String.join("|", spec.subcommands().keySet()) : " COMMAND")
                    .append(" ...");
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
