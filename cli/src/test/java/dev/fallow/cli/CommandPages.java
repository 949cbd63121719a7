package dev.fallow.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The pages of the reference about the command, from the model of its command line: one for each verb, and a list of them. */
final class CommandPages {
    /** Columns of a synopsis, as wide as a page of the site. */
    private static final int WIDTH = 85;
    /** Options of every verb, which the list describes once. */
    private static final List<String> COMMON = List.of("--color", "--help", "--version");

    private final StringBuilder page = new StringBuilder();

    private CommandPages() {}

    /** Returns the text of each page by its name, without {@code .md}. */
    static Map<String, String> all() {
        CommandSpec root = Fallow.command().getCommandSpec();
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("index", new CommandPages().index(root));
        for (CommandLine verb : root.subcommands().values()) {
            pages.put(verb.getCommandName(), new CommandPages().verb(verb.getCommandSpec()));
        }
        return pages;
    }

    private String index(CommandSpec root) {
        page.append("# Commands\n\n")
                .append(text(String.join(" ", root.usageMessage().description())));
        page.append(" [The command](../command.md) says how to install it, and what all verbs have in common.\n\n");
        page.append("| verb | what it does |\n|---|---|\n");
        root.subcommands().values().forEach(verb -> {
            String name = verb.getCommandName();
            page.append("| [").append(name).append("](").append(name).append(".md) | ");
            page.append(text(description(verb.getCommandSpec()).get(0))).append(" |\n");
        });
        page.append("\n## Options of every verb\n\n");
        table("option", root.options().stream().filter(CommandPages::common).toList());
        exitCodes(root);
        return page.toString();
    }

    private String verb(CommandSpec verb) {
        page.append("# ").append(verb.qualifiedName()).append("\n\n");
        body(verb);
        for (CommandLine each : verb.subcommands().values()) {
            page.append("\n## ").append(each.getCommandSpec().qualifiedName()).append("\n\n");
            body(each.getCommandSpec());
        }
        exitCodes(verb);
        return page.toString();
    }

    private void body(CommandSpec verb) {
        for (String paragraph : paragraphs(description(verb))) {
            page.append(text(paragraph)).append("\n\n");
        }
        verb.usageMessage().width(WIDTH);
        String synopsis = new Help(verb, Help.defaultColorScheme(Help.Ansi.OFF)).synopsis(0);
        page.append("```\n").append(synopsis.strip().replaceAll("\\s+\n", "\n")).append("\n```\n");
        table(
                "parameter",
                verb.positionalParameters().stream()
                        .filter(each -> !each.hidden())
                        .toList());
        table(
                "option",
                verb.options().stream()
                        .filter(each -> !each.hidden() && !common(each))
                        .toList());
    }

    private static boolean common(OptionSpec option) {
        return COMMON.contains(option.longestName());
    }

    private static List<String> description(CommandSpec verb) {
        List<String> lines = new ArrayList<>(List.of(verb.usageMessage().header()));
        lines.addAll(List.of(verb.usageMessage().description()));
        return lines;
    }

    /** The lines of a help text as paragraphs: what does not end a sentence goes on in the next line. */
    private static List<String> paragraphs(List<String> lines) {
        List<String> paragraphs = new ArrayList<>();
        boolean goesOn = false;
        for (String line : lines) {
            String text = line.strip();
            if (goesOn) {
                text = paragraphs.remove(paragraphs.size() - 1) + " " + text;
            }
            paragraphs.add(text);
            goesOn = !text.endsWith(".") && !text.endsWith(":");
        }
        return paragraphs;
    }

    private void table(String kind, List<? extends ArgSpec> arguments) {
        if (arguments.isEmpty()) {
            return;
        }
        page.append(page.toString().endsWith("\n\n") ? "" : "\n");
        page.append("| ").append(kind).append(" | meaning |\n|---|---|\n");
        for (ArgSpec each : arguments) {
            String name = each.paramLabel();
            if (each instanceof OptionSpec option) {
                String value = option.arity().max() > 0 ? "=" + option.paramLabel() : "";
                name = String.join(", ", option.names()) + value;
            }
            page.append("| ").append(code(name)).append(" | ");
            page.append(text(String.join(" ", each.description()))).append(" |\n");
        }
    }

    private void exitCodes(CommandSpec verb) {
        Map<String, String> codes = verb.usageMessage().exitCodeList();
        if (!codes.isEmpty()) {
            page.append("\n| exit code | meaning |\n|---|---|\n");
            codes.forEach((code, meaning) -> page.append("| %s | %s |%n".formatted(code, text(meaning))));
        }
    }

    /** A name as code. In a cell of a table a bar is understood by all readers of Markdown only as an entity. */
    private static String code(String name) {
        return name.contains("|") ? "<code>" + name.replace("|", "&#124;") + "</code>" : "`" + name + "`";
    }

    /** Text in which nothing is markup. */
    private static String text(String text) {
        String plain = text.replace("%n", " ").replace("%%", "%");
        return plain.replaceAll("[\\\\|*_`\\[\\]]|^#", "\\\\$0").replace("<", "&lt;");
    }
}
