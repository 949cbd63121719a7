package dev.fallow.cli.space;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ContainerFile;
import dev.fallow.NoSuchObjectException;
import dev.fallow.ObjectKind;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.FileVerb;
import dev.fallow.cli.shell.Opening;
import dev.fallow.cli.shell.Screen;
import dev.fallow.report.SpaceBreakdown;
import dev.fallow.report.SpaceUse;
import dev.fallow.value.NameText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code fallow why}: who holds the bytes of a file. */
@Command(
        name = "why",
        description = {
            "Shows which objects hold the bytes of a file.",
            "The largest come first. The columns:",
            "held: the bytes of an object and of everything below it;",
            "returns: the bytes that deleting it would make free, apart from the link. An object with another link (*)",
            "returns nothing. Of a global heap collection that others use too, only its own objects count;",
            "logical: its elements as type and shape say; stored: its elements as they are in the file."
        })
public final class WhyCommand extends FileVerb.Reporting {
    private static final int DEFAULT_DEPTH = 3;
    private static final int NUMBER = 8;
    private static final int EXACT_NUMBER = 15;
    private static final int BAR = 12;

    @Parameters(index = "1", arity = "0..1", paramLabel = "PATH", description = "Default: the root group.")
    private String path = "/";

    @Option(names = "--depth", paramLabel = "N", description = "Levels below PATH to show. Default: 3.")
    private int depth = DEFAULT_DEPTH;

    @Option(names = "--all", description = "Show all objects, not only a screen of the largest.")
    private boolean all;

    @Option(names = "--bytes", description = "Print exact numbers.")
    private boolean exact;

    @Override
    public Integer call() throws IOException {
        if (depth < 0) {
            throw new ParameterException(spec.commandLine(), "--depth: expected 0 or more, found " + depth);
        }
        try (ContainerFile container = Opening.reading(spec, file)) {
            DeletionTree tree = new DeletionTree(address(container));
            SpaceBreakdown found = container.spaceBreakdown(tree);
            if (tree.target() == DeletionTree.NOBODY) {
                throw new NoSuchObjectException(container.name() + ": the walk did not reach " + path);
            }
            tree.addUp();
            List<TreeRow> rows = new TreeRows(tree, depth, all ? Integer.MAX_VALUE : Window.height()).of(tree.target());
            print("why/1", generator -> writeJson(generator, found, tree, rows), out -> print(out, found, tree, rows));
            return found.findings().isEmpty() ? ExitCode.OK : ExitCode.FINDINGS;
        }
    }

    private long address(ContainerFile container) {
        if (path.isEmpty() || path.equals("/")) {
            return container.root().address();
        }
        return container.root().get(path).address();
    }

    private void print(PrintWriter out, SpaceBreakdown found, DeletionTree tree, List<TreeRow> rows) {
        int number = exact ? EXACT_NUMBER : NUMBER;
        int columns = 4 * (number + 1) + BAR + 4;
        int width = Math.max(Screen.width() - columns, 2 * BAR);
        String head = ("%" + number + "s ").repeat(4);
        out.println(head.formatted("held", "returns", "logical", "stored"));
        long whole = tree.held(tree.target());
        boolean starred = false;
        for (TreeRow row : rows) {
            String indent = " ".repeat(2 * Math.min(row.depth(), width / 4));
            if (row.number() == TreeRow.MORE) {
                out.println((" ".repeat(number + 1).repeat(3)
                                + " ".repeat(number + 1)
                                + " ".repeat(BAR + 3)
                                + indent
                                + "... %,d more with %s".formatted(row.count(), Window.bytes(row.held(), exact)))
                        .stripTrailing());
                continue;
            }
            int one = row.number();
            boolean star = one != 0 && tree.hasOtherLinks(one);
            starred |= star;
            String name = one == tree.target() ? tree.path(one) : tree.name(one);
            String end = (tree.kind(one) == ObjectKind.GROUP && one != 0 ? "/" : "") + (star ? " *" : "");
            out.println((head.formatted(
                                    Window.bytes(row.held(), exact),
                                    one == 0 ? "-" : Window.bytes(tree.returned(one), exact),
                                    Window.bytes(tree.logical(one), exact),
                                    Window.bytes(tree.stored(one), exact))
                            + "[%-12s] ".formatted(Window.bar(row.held(), whole, BAR))
                            + indent
                            + Window.end(NameText.printable(name), Math.max(4, width - indent.length() - end.length()))
                            + end)
                    .stripTrailing());
        }
        if (starred) {
            out.println("* has another link, which keeps it");
        }
        if (tree.target() == 0) {
            long objects = tree.held(0);
            out.printf(
                    "The rest of the file: %s of no object, %s free, %s untracked%n",
                    Window.bytes(found.bytes(SpaceUse.State.LIVE) - objects + dead(found), exact),
                    Window.bytes(found.bytes(SpaceUse.State.FREE), exact),
                    Window.bytes(found.bytes(SpaceUse.State.UNTRACKED) - dead(found), exact));
        }
        if (!found.findings().isEmpty()) {
            out.printf(
                    "Something may be missing: fallow space prints %,d finding(s)%n",
                    found.findings().size());
        }
    }

    /** Dead objects of global heaps, which are in the collections that objects hold. */
    private static long dead(SpaceBreakdown found) {
        return found.amount(SpaceUse.HEAP_DEAD).bytes();
    }

    private static void writeJson(JsonGenerator generator, SpaceBreakdown found, DeletionTree tree, List<TreeRow> rows)
            throws IOException {
        generator.writeNumberField("fileBytes", found.fileBytes());
        generator.writeNumberField("freeBytes", found.bytes(SpaceUse.State.FREE));
        generator.writeNumberField("untrackedBytes", found.bytes(SpaceUse.State.UNTRACKED) - dead(found));
        generator.writeArrayFieldStart("objects");
        for (TreeRow row : rows) {
            generator.writeStartObject();
            generator.writeNumberField("depth", row.depth());
            if (row.number() == TreeRow.MORE) {
                generator.writeNumberField("more", row.count());
                generator.writeNumberField("heldBytes", row.held());
            } else {
                int one = row.number();
                generator.writeStringField("path", tree.path(one));
                generator.writeStringField("kind", tree.kind(one).label());
                generator.writeNumberField("heldBytes", row.held());
                generator.writeNumberField("returnedBytes", one == 0 ? 0 : tree.returned(one));
                generator.writeNumberField("logicalBytes", tree.logical(one));
                generator.writeNumberField("storedBytes", tree.stored(one));
                generator.writeBooleanField("otherLinks", one != 0 && tree.hasOtherLinks(one));
            }
            generator.writeEndObject();
        }
        generator.writeEndArray();
        generator.writeNumberField("findings", found.findings().size());
    }
}
