package dev.fallow.research.report;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/** Helpers for command lines. */
public final class ReportCommandLines {
    /** The command line of this program. */
    public static final String JAR = "java -jar benchmarks/target/benchmarks.jar";

    private ReportCommandLines() {}

    /** The command line for results. Absolute paths are reduced to their last name. */
    public static String publicForm(ParseResult parsed) {
        StringBuilder command =
                new StringBuilder(JAR).append(' ').append(parsed.commandSpec().name());
        for (OptionSpec option :
                new LinkedHashSet<>(parsed.matchedOptions())) { // a repeated one is in the list repeatedly
            if (option.arity().max() == 0) {
                command.append(' ').append(option.longestName());
                continue;
            }
            for (String given : option.originalStringValues()) {
                String value = Path.of(given).isAbsolute()
                        ? String.valueOf(Path.of(given).getFileName())
                        : given;
                command.append(' ').append(option.longestName()).append(' ');
                command.append(value.contains(" ") ? '"' + value + '"' : value);
            }
        }
        return command.toString();
    }

    /**
     * Converts an argument.
     *
     * @param named finds the value; throws {@link IllegalArgumentException} if there is none of that name
     */
    public static <T> T named(String argument, Function<String, T> named) {
        try {
            return named.apply(argument);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    /** Converts a whole number from 1 to 999,999,999. */
    public static int wholeNumber(String argument) {
        if (!argument.matches("[1-9]\\d{0,8}")) {
            throw new TypeConversionException("expected a whole number from 1 to 999999999, found " + argument);
        }
        return Integer.parseInt(argument);
    }

    /** Converts the argument of an option as {@link #wholeNumber}. */
    public static final class WholeNumber implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String argument) {
            return wholeNumber(argument);
        }
    }
}
