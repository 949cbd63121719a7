package dev.fallow.cli.browse;

import dev.fallow.NameText;
import dev.fallow.ObjectKind;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.space.TreeRows;
import java.util.ArrayList;
import java.util.List;

/** The lines that show a state, which fill the screen. Safe to print. */
final class BrowseLines {
    /** The lines above and below the rows. */
    private static final int FRAME = 5;

    private static final int LEAST_WIDTH = 20;
    private static final int NUMBER = 7;
    private static final int SHORT_BAR = 3;
    private static final int USUAL_BAR = 10;
    private static final int WIDE_BAR = 24;
    /** From these widths on, there is room for more than names; and for a type and a shape. */
    private static final int USUAL = 60;

    private static final int WIDE = 100;

    private static final List<String> HELP = List.of(
            "Groups and datasets, those that hold most bytes first.",
            "",
            "held      the bytes of an object and of everything below it",
            "returns   the bytes that deleting it would make free",
            "*         another link keeps the object: deleting this one returns nothing",
            "D         marked for deletion; d: in a group that is marked",
            "",
            "Up Down PgUp PgDn Home End, k j g G   move",
            "Enter Right l                         open a group, or the values of a dataset",
            "Left h Backspace Esc                  leave it",
            "d                                     mark for deletion, or remove the mark",
            "u                                     remove all marks",
            "q                                     end, and ask whether to delete",
            "Ctrl-C                                end, and delete nothing",
            "",
            "Nothing is changed before you say yes at the end. Then everything is",
            "deleted in one commit.");

    private final BrowseObjects objects;
    private final int width;
    private final int height;

    /** How a line looks. */
    enum Look {
        PLAIN,
        /** The frame. */
        FRAMED,
        /** The row that the next key is for. */
        CURSOR,
        MARKED,
        /** A question, or why something was not done. */
        NOTE
    }

    /** A line of at most the width of the screen, in characters. */
    record Line(String text, Look look) {}

    BrowseLines(BrowseObjects objects, int width, int height) {
        this.objects = objects;
        this.width = Math.max(LEAST_WIDTH, width);
        this.height = height;
    }

    /** The rows of objects or the lines of values that fit between the frame. */
    int page() {
        return Math.max(1, height - FRAME);
    }

    /** As many lines as the screen has. */
    List<Line> lines(BrowseState state) {
        List<Line> lines = new ArrayList<>();
        String title = " fallow browse  " + NameText.printable(objects.fileName());
        String size = "%s, %s free "
                .formatted(Screen.bytes(objects.fileBytes(), false), Screen.bytes(objects.freeBytes(), false));
        lines.add(new Line(ends(title, size), Look.FRAMED));
        switch (state.view()) {
            case VALUES -> addValues(lines, state);
            case HELP -> addHelp(lines);
            default -> addObjects(lines, state);
        }
        while (lines.size() < height - 2) {
            lines.add(new Line("", Look.PLAIN));
        }
        lines.add(status(state));
        lines.add(new Line(padded(keys(state)), Look.FRAMED));
        return height < FRAME + 1 ? lines.subList(0, Math.min(height, lines.size())) : lines;
    }

    private void addObjects(List<Line> lines, BrowseState state) {
        int group = state.group();
        String path = " " + NameText.printable(objects.path(group));
        List<TreeRows.Row> rows = objects.in(group);
        String place = rows.isEmpty()
                ? ""
                : "%,d of %,d, "
                        .formatted(
                                state.row() + 1,
                                rows.stream().mapToLong(TreeRows.Row::count).sum());
        String held = place + bytes(objects.held(group)) + " held ";
        lines.add(plain(ends(Screen.start(path, Math.max(4, width - held.length() - 2)), held)));
        lines.add(plain(cut("   %s%s  %s  name".formatted(right("held"), right("returns"), left("", bar())))));
        int first = Math.max(0, Math.min(state.row() - page() / 2, rows.size() - page()));
        for (int i = first; i < Math.min(rows.size(), first + page()); i++) {
            boolean cursor = i == state.row();
            lines.add(row(rows.get(i), state, cursor));
        }
        if (rows.isEmpty()) {
            lines.add(plain("   (empty)"));
        }
    }

    private Line row(TreeRows.Row row, BrowseState state, boolean cursor) {
        if (row.number() == TreeRows.Row.MORE) {
            return plain(
                    cut("   %s%s ... %,d smaller ones".formatted(right(bytes(row.held())), right(""), row.count())));
        }
        int number = row.number();
        boolean marked = state.isMarked(number, objects);
        String mark = state.marks().contains(number) ? "D" : marked ? "d" : " ";
        String start = " %s %s%s [%s] "
                .formatted(
                        mark,
                        right(bytes(row.held())),
                        right(bytes(objects.returned(number))),
                        left(Screen.bar(row.held(), objects.held(state.group()), bar()), bar()));
        String end =
                (objects.kind(number) == ObjectKind.GROUP ? "/" : "") + (objects.hasOtherLinks(number) ? " *" : "");
        int room = width - start.length() - end.length() - 1;
        String details = width >= WIDE ? objects.title(number) : "";
        int forName = details.isEmpty() ? room : Math.max(room / 2, room - details.length() - 2);
        String name = Screen.end(NameText.printable(objects.name(number)), Math.max(4, forName)) + end;
        String text = start + name;
        if (!details.isEmpty()) {
            text = ends(text, Screen.end(details, Math.max(4, width - length(text) - 3)) + " ");
        }
        Look look = cursor ? Look.CURSOR : marked ? Look.MARKED : Look.PLAIN;
        return new Line(cursor ? padded(text) : cut(text), look);
    }

    private int bar() {
        return width >= WIDE ? WIDE_BAR : width >= USUAL ? USUAL_BAR : SHORT_BAR;
    }

    private void addValues(List<Line> lines, BrowseState state) {
        int number = state.selected(objects);
        ValuePages values = objects.values(number);
        long count = values.lines();
        // of a screen that has become larger since
        long from = Math.max(0, Math.min(state.line(), count - page()));
        String path = " " + NameText.printable(objects.path(number));
        String place =
                count == 0 ? "empty " : "%,d to %,d of %,d ".formatted(from + 1, Math.min(count, from + page()), count);
        lines.add(plain(ends(Screen.start(path, Math.max(4, width - place.length() - 2)), place)));
        lines.add(plain(" " + Screen.end(values.title(), width - 2)));
        values.read(from, page(), state.column(), width).stream()
                .limit(page())
                .forEach(each -> lines.add(plain(" " + Screen.end(NameText.printableMessage(each), width - 2))));
    }

    private void addHelp(List<Line> lines) {
        lines.add(plain(""));
        HELP.stream().limit(page() + 1).forEach(each -> lines.add(plain(cut("  " + each))));
    }

    private Line status(BrowseState state) {
        int marks = state.marks().size();
        String marked = marks == 1 ? "1 object" : "%,d objects".formatted(marks);
        String returned = (marks == 1 ? "It returns " : "They return at least ") + bytes(state.returned(objects)) + ".";
        if (state.view() == BrowseState.View.QUESTION) {
            return new Line(cut(" Delete " + marked + " now? " + returned), Look.NOTE);
        } else if (!state.note().isEmpty()) {
            return new Line(cut(" " + NameText.printableMessage(state.note())), Look.NOTE);
        } else if (marks > 0) {
            return new Line(cut(" " + marked + " marked for deletion. " + returned), Look.MARKED);
        }
        int findings = objects.findings();
        return plain(findings == 0 ? "" : cut(" %,d problems found; fallow check has them".formatted(findings)));
    }

    private String keys(BrowseState state) {
        return switch (state.view()) {
            case VALUES -> " Up Down PgUp PgDn move   Left Right columns   Esc back";
            case HELP -> " any key: back";
            case QUESTION -> " y delete, and end   n end, and delete nothing   Esc back";
            default -> " Up Down move   Enter open   Left back   d mark   u unmark all   ? help   q end";
        };
    }

    private static String bytes(long bytes) {
        return Screen.bytes(bytes, false);
    }

    private Line plain(String text) {
        return new Line(text, Look.PLAIN);
    }

    private static String right(String text) {
        return " ".repeat(Math.max(0, NUMBER - text.length())) + text + " ";
    }

    private static String left(String text, int size) {
        return text + " ".repeat(Math.max(0, size - text.length()));
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    private String cut(String text) {
        return Screen.end(text, width);
    }

    private String padded(String text) {
        String fitting = cut(text);
        return fitting + " ".repeat(width - length(fitting));
    }

    /** A text at the left and one at the right, which is left out if it does not fit. */
    private String ends(String left, String right) {
        int space = width - length(left) - length(right);
        return space < 1 ? padded(left) : left + " ".repeat(space) + right;
    }
}
