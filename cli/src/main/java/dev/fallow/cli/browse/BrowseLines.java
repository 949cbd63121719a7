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
    /** The characters before a name, without those of the bar. */
    private static final int START = 23;

    private static final int NUMBER = 7;
    private static final int SHORT_BAR = 3;
    private static final int USUAL_BAR = 10;
    private static final int WIDE_BAR = 24;
    /** From these widths on, bars are longer. */
    private static final int USUAL = 60;

    private static final int WIDE = 100;
    /** From this width on, names leave room for types and shapes. */
    private static final int WITH_TITLES = 70;

    private static final int LEAST_TITLE = 16;

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
            case HELP, HELP_OF_VALUES -> addHelp(lines);
            default -> addObjects(lines, state);
        }
        while (lines.size() < height - 2) {
            lines.add(new Line("", Look.PLAIN));
        }
        lines.add(status(state));
        lines.add(new Line(padded(BrowseKeys.of(state.view(), width)), Look.FRAMED));
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
        int first = Math.max(0, Math.min(state.row() - page() / 2, rows.size() - page()));
        List<TreeRows.Row> shown = rows.subList(first, Math.min(rows.size(), first + page()));
        int names = names(shown);
        String heading = "   %s%s  %s  ".formatted(right("held"), right("returns"), left("", bar()));
        boolean titles = names < width - heading.length() - 1;
        lines.add(plain(cut(heading + (titles ? left("name", names) + "  type, shape" : "name"))));
        for (int i = 0; i < shown.size(); i++) {
            lines.add(row(shown.get(i), state, first + i == state.row(), names));
        }
        if (rows.isEmpty()) {
            lines.add(plain("   (empty)"));
        }
    }

    /** The width of the column of names: that of the longest one, if types and shapes fit behind it; they get at most half. */
    private int names(List<TreeRows.Row> shown) {
        int room = width - START - bar() - 1;
        int longest = "name".length();
        int title = 0;
        for (TreeRows.Row each : shown) {
            if (each.number() != TreeRows.Row.MORE && width >= WITH_TITLES) {
                longest = Math.max(longest, Screen.length(name(each.number())));
                title = Math.max(title, objects.title(each.number()).length());
            }
        }
        if (title == 0) {
            return room;
        }
        int forTitle = Math.min(title, Math.max(Math.max(LEAST_TITLE, room / 2), room - longest - 2));
        return Math.min(longest, room - forTitle - 2);
    }

    /** A name with the marks behind it. */
    private String name(int number) {
        return NameText.printable(objects.name(number)) + behind(number);
    }

    private String behind(int number) {
        return (objects.kind(number) == ObjectKind.GROUP ? "/" : "") + (objects.hasOtherLinks(number) ? " *" : "");
    }

    /** @param names the width of their column */
    private Line row(TreeRows.Row row, BrowseState state, boolean cursor, int names) {
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
        String end = behind(number);
        String plain = NameText.printable(objects.name(number));
        String name = Screen.end(plain, Math.max(4, names - end.length())) + end;
        String text = start + name;
        int room = width - Screen.length(start) - names - 3;
        Title title = room < LEAST_TITLE ? Title.NONE : objects.title(number);
        if (!title.isEmpty()) {
            text += " ".repeat(Math.max(0, names - Screen.length(name)) + 2) + title.fitting(room);
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
        lines.add(plain(" " + values.title().fitting(width - 2)));
        values.read(from, page(), state.column(), width).stream()
                .limit(page())
                .forEach(each -> lines.add(plain(" " + Screen.end(NameText.printableMessage(each), width - 2))));
    }

    private void addHelp(List<Line> lines) {
        lines.add(plain(""));
        BrowseKeys.HELP.stream().limit(page() + 1).forEach(each -> lines.add(plain(cut("  " + each))));
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

    private String cut(String text) {
        return Screen.end(text, width);
    }

    private String padded(String text) {
        String fitting = cut(text);
        return fitting + " ".repeat(width - Screen.length(fitting));
    }

    /** A text at the left and one at the right, which is left out if it does not fit. */
    private String ends(String left, String right) {
        int space = width - Screen.length(left) - Screen.length(right);
        return space < 1 ? padded(left) : left + " ".repeat(space) + right;
    }
}
