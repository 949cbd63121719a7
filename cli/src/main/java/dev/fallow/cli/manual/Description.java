package dev.fallow.cli.manual;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What the model of a command line says. */
final class Description {
    private Description() {}

    /** All verbs below a command, and the verbs below them. */
    static List<CommandSpec> verbs(CommandSpec command) {
        List<CommandSpec> verbs = new ArrayList<>();
        for (CommandLine verb : command.subcommands().values()) {
            verbs.add(verb.getCommandSpec());
            verbs.addAll(verbs(verb.getCommandSpec()));
        }
        return verbs;
    }

    /** The words from the command to the verb, with the name of the command: {@code fallow attr ls}. */
    static String words(CommandSpec verb) {
        return verb.qualifiedName();
    }

    /** The first sentence of the description, without its full stop. */
    static String sentence(CommandSpec verb) {
        String first = lines(verb).get(0);
        return first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
    }

    /** The lines of the description. */
    static List<String> lines(CommandSpec verb) {
        List<String> lines = new ArrayList<>(List.of(verb.usageMessage().header()));
        lines.addAll(List.of(verb.usageMessage().description()));
        return lines;
    }

    /** The description of an option or a parameter. */
    static String text(ArgSpec argument) {
        return String.join(" ", argument.description());
    }

    /** Whether an option is followed by a value. */
    static boolean hasValue(OptionSpec option) {
        return option.arity().max() > 0;
    }

    /** The values that an option or a parameter can have, where they are a few words. */
    static List<String> choices(ArgSpec argument) {
        return argument.completionCandidates() == null
                ? List.of()
                : StreamSupport.stream(argument.completionCandidates().spliterator(), false)
                        .toList();
    }
}
