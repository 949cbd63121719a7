package dev.fallow.cli.shell;

import dev.fallow.FileInUseException;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The messages of files that another program writes, with what to type instead of names of the library. */
final class InUse {
    private static final String REPAIR = "fallow check --repair FILE";

    private InUse() {}

    /** The message for a command. A verb without {@code --force} is not told to be typed with it. */
    static String message(CommandLine command, FileInUseException exception) {
        CommandLine verb = verb(command);
        boolean forces = verb.getCommandSpec().optionsMap().containsKey("--force");
        String again = forces ? "; with --force, " + verb.getCommandSpec().qualifiedName() + " works nevertheless" : "";
        return exception.state()
                + switch (exception.reason()) {
                    case OPEN_ELSEWHERE, OPEN_HERE -> "";
                    case MARKED ->
                        ". If no program is writing it, " + file(verb.getCommandSpec()) + " removes the mark" + again;
                    case JOURNAL ->
                        ". To keep the file as it is, type the command again with --force; this discards the journal";
                };
    }

    /** What removes the mark, with the name of the file if the verb has one. */
    private static String file(CommandSpec spec) {
        boolean one = !spec.positionalParameters().isEmpty();
        Object first = one ? spec.positionalParameters().get(0).getValue() : null;
        if (first instanceof Location place && place.isAddress()) {
            return "fallow check --repair, where the file is kept,";
        }
        return first == null ? REPAIR : "fallow check --repair " + Messages.word(first.toString());
    }

    private static CommandLine verb(CommandLine command) {
        CommandLine.ParseResult parsed = command.getParseResult();
        while (parsed != null && parsed.hasSubcommand()) {
            parsed = parsed.subcommand();
        }
        return parsed == null ? command : parsed.commandSpec().commandLine();
    }
}
