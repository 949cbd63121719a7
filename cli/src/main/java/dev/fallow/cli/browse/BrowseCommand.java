package dev.fallow.cli.browse;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.NameText;
import dev.fallow.NoSuchObjectException;
import dev.fallow.OpenOptions;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Meter;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.shell.Verb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.jline.terminal.Terminal;
import picocli.CommandLine.Command;

/** {@code fallow browse}: who holds the bytes of a file, on a full screen, and deletion of what is marked there. */
@Command(
        name = "browse",
        description = {
            "Shows on a full screen which objects hold the bytes of a file.",
            "Groups are entered and left, values of datasets are looked at, and objects are marked for deletion."
                    + " At the end it asks, and deletes what is marked in one commit; nothing is changed before. The key ? shows all keys.",
            "fallow why prints the same as text and JSON."
        })
public final class BrowseCommand extends Verb.OnFile {
    @Override
    public Integer call() throws IOException {
        if (!Screen.isTerminal()) {
            throw new ContainerException("browse needs a terminal for input and output; fallow why prints text");
        }
        List<String> marked;
        FileTime time = Files.exists(file) ? Files.getLastModifiedTime(file) : null;
        try (ContainerFile container = read()) {
            BrowseObjects objects = new BrowseObjects(container);
            Meter.clear();
            BrowseState end = show(objects);
            marked = end.view() == BrowseState.View.DELETE
                    ? end.marks().stream().map(objects::path).toList()
                    : List.of();
        }
        if (!marked.isEmpty()) {
            if (!Files.getLastModifiedTime(file).equals(time)) {
                throw new ContainerException(file + " was changed by another program meanwhile; nothing was deleted");
            }
            delete(marked);
        }
        return ExitCode.OK;
    }

    private static BrowseState show(BrowseObjects objects) throws IOException {
        Terminal terminal;
        try {
            terminal = FullScreen.open();
        } catch (IOException | IllegalStateException e) {
            throw new ContainerException("browse needs a terminal: " + e.getMessage(), e);
        }
        try (terminal) {
            return new FullScreen(terminal, objects).run();
        }
    }

    /** Deletes everything in one commit, or nothing: before the first change, each path is looked for. */
    private void delete(List<String> paths) throws IOException {
        OpenOptions options = OpenOptions.defaults().withProgress(Meter.of(spec));
        long returned;
        try (ContainerFile container = ContainerFile.open(file, options)) {
            for (String path : paths) {
                if (!container.exists(path)) {
                    throw new NoSuchObjectException(
                            container.name() + ": " + path + " does not exist; nothing was deleted");
                }
            }
            long before = used(container);
            paths.forEach(container::delete);
            container.flush();
            returned = before - used(container);
        }
        paths.forEach(path -> out().println("deleted " + NameText.printable(path)));
        line(
                "%s returned; the file has %s",
                Screen.bytes(Math.max(0, returned), false), Screen.bytes(Files.size(file), false));
    }

    private static long used(ContainerFile container) {
        return container.allocatedBytes() - container.freeBytes();
    }
}
