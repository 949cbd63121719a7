package dev.fallow.cli.manual;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What the model of a command line says. */
final class Description {
    private Description() {}

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

    /** The options that are not hidden. */
    static List<OptionSpec> options(CommandSpec verb) {
        return verb.options().stream().filter(option -> !option.hidden()).toList();
    }

    /** The description of an option or a parameter. */
    static String text(ArgSpec argument) {
        return String.join(" ", argument.description());
    }

    /** Whether an option is followed by a value. */
    static boolean hasValue(OptionSpec option) {
        return option.arity().max() > 0;
    }
}
