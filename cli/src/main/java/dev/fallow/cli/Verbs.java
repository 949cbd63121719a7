package dev.fallow.cli;

import dev.fallow.cli.edit.AttributeCommand;
import dev.fallow.cli.edit.CopyCommand;
import dev.fallow.cli.edit.CreateCommand;
import dev.fallow.cli.edit.LinkCommand;
import dev.fallow.cli.edit.MakeGroupCommand;
import dev.fallow.cli.edit.MoveCommand;
import dev.fallow.cli.edit.RecoverCommand;
import dev.fallow.cli.edit.RemoveCommand;
import dev.fallow.cli.edit.SetStrategyCommand;
import dev.fallow.cli.look.CatCommand;
import dev.fallow.cli.look.CheckCommand;
import dev.fallow.cli.look.DiffCommand;
import dev.fallow.cli.look.DumpCommand;
import dev.fallow.cli.look.InfoCommand;
import dev.fallow.cli.look.ListCommand;
import dev.fallow.cli.look.TreeCommand;
import dev.fallow.cli.manual.CompletionCommand;
import dev.fallow.cli.manual.ManualCommand;
import dev.fallow.cli.map.MapCommand;
import dev.fallow.cli.space.HolesCommand;
import dev.fallow.cli.space.ReclaimCommand;
import dev.fallow.cli.space.ShrinkCommand;
import dev.fallow.cli.space.SpaceCommand;
import dev.fallow.cli.space.UpgradeCommand;
import dev.fallow.cli.space.WhyCommand;
import java.util.List;
import picocli.CommandLine;

/**
 * The verbs of the command. Their classes are loaded on first use: the model of a command line is built by
 * reflection, which for all verbs takes longer than what most of them do.
 */
final class Verbs {
    /** The names, in the order of the help. */
    static final List<String> NAMES = List.of(
            "tour",
            "ls",
            "tree",
            "cat",
            "attr",
            "diff",
            "space",
            "why",
            "holes",
            "map",
            "info",
            "check",
            "dump",
            "recover",
            "reclaim",
            "shrink",
            "upgrade",
            "set-strategy",
            "create",
            "mkdir",
            "cp",
            "mv",
            "ln",
            "rm",
            "replay",
            "bench",
            "help",
            "completion",
            "manual");

    /** The verbs that describe the others. */
    private static final List<String> DESCRIBING = List.of("help", "completion", "manual");

    private Verbs() {}

    /** Adds the verb that the arguments name first; all verbs if they name none, or one that describes the others. */
    static void add(CommandLine command, String... arguments) {
        String first = first(arguments);
        if (NAMES.contains(first) && !DESCRIBING.contains(first)) {
            command.addSubcommand(first, of(first));
        } else {
            NAMES.forEach(name -> command.addSubcommand(name, of(name)));
        }
    }

    private static String first(String... arguments) {
        String before = "";
        for (String argument : arguments) {
            if (!argument.startsWith("-") && !before.equals("--color")) {
                return argument;
            }
            before = argument;
        }
        return "";
    }

    private static Class<?> of(String name) {
        return switch (name) {
            case "tour" -> TourCommand.class;
            case "ls" -> ListCommand.class;
            case "tree" -> TreeCommand.class;
            case "cat" -> CatCommand.class;
            case "attr" -> AttributeCommand.class;
            case "diff" -> DiffCommand.class;
            case "space" -> SpaceCommand.class;
            case "why" -> WhyCommand.class;
            case "holes" -> HolesCommand.class;
            case "map" -> MapCommand.class;
            case "info" -> InfoCommand.class;
            case "check" -> CheckCommand.class;
            case "dump" -> DumpCommand.class;
            case "recover" -> RecoverCommand.class;
            case "reclaim" -> ReclaimCommand.class;
            case "shrink" -> ShrinkCommand.class;
            case "upgrade" -> UpgradeCommand.class;
            case "set-strategy" -> SetStrategyCommand.class;
            case "create" -> CreateCommand.class;
            case "mkdir" -> MakeGroupCommand.class;
            case "cp" -> CopyCommand.class;
            case "mv" -> MoveCommand.class;
            case "ln" -> LinkCommand.class;
            case "rm" -> RemoveCommand.class;
            case "replay" -> ReplayCommand.class;
            case "bench" -> BenchCommand.class;
            case "help" -> CommandLine.HelpCommand.class;
            case "completion" -> CompletionCommand.class;
            case "manual" -> ManualCommand.class;
            default -> throw new IllegalArgumentException(name);
        };
    }
}
