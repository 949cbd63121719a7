package dev.fallow.cli.manual;

import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Verb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Parameters;

/** {@code fallow manual}: writes manual pages, in the macros of man(7). */
@Command(
        name = "manual",
        description = {"Writes a manual page for each command.", "To read one: man -l FOLDER/fallow-ls.1"})
public final class ManualCommand extends Verb {
    private static final int WIDE = 10_000;

    @Parameters(
            paramLabel = "FOLDER",
            description =
                    "Where the pages are written; created if it does not exist. Pages that are there are replaced.")
    private Path folder;

    private StringBuilder page;

    @Override
    public Integer call() throws IOException {
        Files.createDirectories(folder);
        List<CommandSpec> all = new ArrayList<>();
        collect(spec.root(), all);
        for (CommandSpec verb : all) {
            page = new StringBuilder();
            write(verb);
            Files.writeString(folder.resolve(name(verb) + ".1"), page);
        }
        out().println(all.size() + " pages");
        return ExitCode.OK;
    }

    private static void collect(CommandSpec verb, List<CommandSpec> all) {
        all.add(verb);
        verb.subcommands().values().forEach(each -> collect(each.getCommandSpec(), all));
    }

    /** The name of a page and of its file without {@code .1}: {@code fallow-attr-ls}. */
    private static String name(CommandSpec verb) {
        return verb.qualifiedName("-");
    }

    private void write(CommandSpec verb) {
        CommandSpec root = verb.root();
        page.append(".TH \"%s\" 1 \"\" \"%s\" \"Fallow\"\n.nh\n.ad l\n"
                .formatted(text(name(verb)).toUpperCase(Locale.ROOT), text(String.join(" ", root.version()))));
        section("NAME");
        line(name(verb) + " - " + Description.sentence(verb));
        section("SYNOPSIS");
        page.append(".B ").append(text(verb.qualifiedName())).append('\n');
        line(synopsis(verb));
        section("DESCRIPTION");
        for (String paragraph : Description.lines(verb)) {
            line(paragraph);
            page.append(".br\n");
        }
        List<PositionalParamSpec> parameters = verb.positionalParameters().stream()
                .filter(each -> !each.hidden())
                .toList();
        if (!parameters.isEmpty()) {
            section("PARAMETERS");
            parameters.forEach(each -> tagged(each.paramLabel(), Description.text(each)));
        }
        section("OPTIONS");
        for (OptionSpec option : Description.options(verb)) {
            String value = Description.hasValue(option) ? "=" + option.paramLabel() : "";
            tagged(String.join(", ", option.names()) + value, Description.text(option));
        }
        List<CommandLine> below = List.copyOf(verb.subcommands().values());
        if (!below.isEmpty()) {
            section("COMMANDS");
            below.forEach(each -> tagged(each.getCommandName(), Description.sentence(each.getCommandSpec()) + "."));
        }
        section("EXIT STATUS");
        (verb.usageMessage().exitCodeList().isEmpty() ? root : verb)
                .usageMessage()
                .exitCodeList()
                .forEach((code, meaning) -> tagged(code, meaning + "."));
        section("SEE ALSO");
        String above = verb.parent() == null ? "" : name(verb.parent()) + "(1) ";
        line((above
                        + below.stream()
                                .map(each -> name(each.getCommandSpec()) + "(1)")
                                .collect(Collectors.joining(" ")))
                .strip()
                .replace(" ", ", "));
    }

    /** What picocli's synopsis says after the words. */
    private static String synopsis(CommandSpec verb) {
        verb.usageMessage().width(WIDE);
        String all = new Help(verb, Help.defaultColorScheme(Help.Ansi.OFF)).synopsis(0);
        return all.strip().substring(verb.qualifiedName().length()).strip().replaceAll("\\s+", " ");
    }

    private void section(String name) {
        page.append(".SH ").append(name).append('\n');
    }

    private void tagged(String tag, String text) {
        page.append(".TP\n.B \"").append(text(tag).replace("\"", "\\(dq")).append("\"\n");
        line(text);
    }

    /** A line that cannot be a request. */
    private void line(String text) {
        String safe = text(text.replace("%n", " ").strip());
        page.append(safe.startsWith(".") || safe.startsWith("'") ? "\\&" : "")
                .append(safe)
                .append('\n');
    }

    private static String text(String text) {
        return text.replace("\\", "\\(rs").replace("-", "\\-");
    }
}
