package dev.fallow.cli.shell;

import dev.fallow.Durability;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.FreeSpaceBackend;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Converts enum options to and from lower case with hyphens. */
public final class Choices {
    private Choices() {}

    /** Registers the choices of the library. */
    public static void register(CommandLine command) {
        register(command, FreeSpaceBackend.class);
        register(command, Durability.class);
        command.registerConverter(
                FileSpaceStrategy.class,
                text -> parse(FileSpaceStrategy.class, text.equalsIgnoreCase("fsm") ? "fsm-aggr" : text));
    }

    /** Registers one enum. */
    public static <T extends Enum<T>> void register(CommandLine command, Class<T> type) {
        command.registerConverter(type, text -> parse(type, text));
    }

    private static <T extends Enum<T>> T parse(Class<T> type, String text) {
        for (T each : type.getEnumConstants()) {
            if (name(each).equalsIgnoreCase(text.replace('_', '-'))) { // picocli shows the names of constants
                return each;
            }
        }
        String names = Arrays.stream(type.getEnumConstants()).map(Choices::name).collect(Collectors.joining(", "));
        throw new TypeConversionException("expected one of " + names + ", found " + text);
    }

    /** The option's spelling of a value. */
    public static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
