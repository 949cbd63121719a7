package dev.fallow.cli.manual;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fallow manual}: writes manual pages. */
@Command(
        name = "manual",
        mixinStandardHelpOptions = true,
        description = {"Writes a manual page for each command.", "To read one: man -l FOLDER/fallow-ls.1"})
public final class ManualCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "FOLDER",
            description =
                    "Where the pages are written; created if it does not exist. Pages that are there are replaced.")
    private Path folder;

    /** Instantiated by picocli. */
    public ManualCommand() {}

    @Override
    public Integer call() throws IOException {
        Files.createDirectories(folder);
        List<CommandSpec> all = new ArrayList<>(List.of(spec.root()));
        all.addAll(Description.verbs(spec.root()));
        for (CommandSpec verb : all) {
            Files.writeString(
                    folder.resolve(ManualPage.name(verb) + ".1"), ManualPage.of(verb), StandardCharsets.UTF_8);
        }
        spec.commandLine().getOut().println(all.size() + " pages");
        return 0;
    }
}
