package dev.fallow.cli.manual;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page of the command or of one verb, in the macros of man(7). */
final class ManualPage {
    private static final int WIDE = 10_000;

    private final StringBuilder page = new StringBuilder();
    private final CommandSpec verb;

    private ManualPage(CommandSpec verb) {
        this.verb = verb;
    }

    /** The name of the page and of its file without {@code .1}: {@code fallow-attr-ls}. */
    static String name(CommandSpec verb) {
        return Description.words(verb).replace(' ', '-');
    }

    /** The page. */
    static String of(CommandSpec verb) {
        return new ManualPage(verb).write();
    }

    private String write() {
        CommandSpec root = verb.root();
        page.append(".TH \"").append(text(name(verb)).toUpperCase(Locale.ROOT)).append("\" 1 \"\" \"");
        page.append(text(String.join(" ", root.version()))).append("\" \"Fallow\"\n.nh\n.ad l\n");
        section("NAME");
        line(name(verb) + " - " + Description.sentence(verb));
        section("SYNOPSIS");
        page.append(".B ").append(text(Description.words(verb))).append('\n');
        line(synopsis());
        section("DESCRIPTION");
        Description.lines(verb).forEach(this::paragraph);
        parameters();
        options();
        verbs();
        codes(root);
        section("SEE ALSO");
        seeAlso();
        return page.toString();
    }

    /** What picocli's synopsis says after the words. */
    private String synopsis() {
        verb.usageMessage().width(WIDE);
        String all = new Help(verb, Help.defaultColorScheme(Help.Ansi.OFF)).synopsis(0);
        return all.strip().substring(Description.words(verb).length()).strip().replaceAll("\\s+", " ");
    }

    private void parameters() {
        List<PositionalParamSpec> parameters = verb.positionalParameters().stream()
                .filter(each -> !each.hidden())
                .toList();
        if (!parameters.isEmpty()) {
            section("PARAMETERS");
            for (PositionalParamSpec each : parameters) {
                tagged(each.paramLabel(), Description.text(each));
            }
        }
    }

    private void options() {
        section("OPTIONS");
        for (OptionSpec option : verb.options()) {
            if (!option.hidden()) {
                String value = Description.hasValue(option) ? "=" + option.paramLabel() : "";
                tagged(String.join(", ", option.names()) + value, Description.text(option));
            }
        }
    }

    private void verbs() {
        if (!verb.subcommands().isEmpty()) {
            section("COMMANDS");
            verb.subcommands()
                    .values()
                    .forEach(each -> tagged(each.getCommandName(), Description.sentence(each.getCommandSpec()) + "."));
        }
    }

    private void codes(CommandSpec root) {
        section("EXIT STATUS");
        (verb.usageMessage().exitCodeList().isEmpty() ? root : verb)
                .usageMessage()
                .exitCodeList()
                .forEach((code, meaning) -> tagged(code, meaning + "."));
    }

    private void seeAlso() {
        String above = verb.parent() == null ? "" : name(verb.parent()) + "(1) ";
        String below = String.join(
                " ",
                verb.subcommands().values().stream()
                        .map(each -> name(each.getCommandSpec()) + "(1)")
                        .toList());
        line((above + below).strip().replace(" ", ", "));
    }

    private void section(String name) {
        page.append(".SH ").append(name).append('\n');
    }

    private void tagged(String tag, String text) {
        page.append(".TP\n.B \"").append(text(tag).replace("\"", "\\(dq")).append("\"\n");
        line(text);
    }

    private void paragraph(String text) {
        line(text);
        page.append(".br\n");
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
