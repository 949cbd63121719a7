package dev.fallow.cli;

import dev.fallow.freespace.file.FileSpaceStrategy;
import dev.fallow.options.Durability;
import dev.fallow.options.FreeSpaceBackend;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Converts enum options to and from lower case with hyphens. */
final class Choices {
    private Choices() {}

    static void register(CommandLine command) {
        command.registerConverter(FreeSpaceBackend.class, text -> parse(FreeSpaceBackend.class, text));
        command.registerConverter(Durability.class, text -> parse(Durability.class, text));
        command.registerConverter(CreateDelete.class, text -> parse(CreateDelete.class, text));
        command.registerConverter(
                FileSpaceStrategy.class,
                text -> parse(FileSpaceStrategy.class, text.equalsIgnoreCase("fsm") ? "fsm-aggr" : text));
    }

    private static <T extends Enum<T>> T parse(Class<T> type, String text) {
        return Arrays.stream(type.getEnumConstants())
                .filter(one -> name(one).equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("expected one of "
                        + Arrays.stream(type.getEnumConstants())
                                .map(Choices::name)
                                .collect(Collectors.joining(", "))
                        + ", found " + text));
    }

    /** The option's spelling of a value. */
    static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
