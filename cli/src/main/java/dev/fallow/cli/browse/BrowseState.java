package dev.fallow.cli.browse;

import dev.fallow.ContainerException;
import dev.fallow.ObjectKind;
import dev.fallow.cli.space.TreeRows;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What is shown, and what keys make of it. Does not change.
 *
 * @param group whose objects are listed
 * @param row of the object that the next key is for
 * @param marks the objects that are to be deleted; none is below another one
 * @param line the first one of the values that are shown
 * @param column the first element of these lines that is shown
 * @param note what the last key could not do; empty otherwise
 */
record BrowseState(View view, int group, int row, SortedSet<Integer> marks, long line, long column, String note) {
    /** What fills the screen. */
    enum View {
        OBJECTS,
        VALUES,
        HELP,
        HELP_OF_VALUES,
        /** Asks whether the marked objects are to be deleted. */
        QUESTION,
        /** It is over; nothing is deleted. */
        END,
        /** It is over; the marked objects are to be deleted. */
        DELETE
    }

    /** The root group. */
    static BrowseState first() {
        return new BrowseState(View.OBJECTS, 0, 0, new TreeSet<>(), 0, 0, "");
    }

    boolean isOver() {
        return view == View.END || view == View.DELETE;
    }

    /** The number of the object at the row; -1 in an empty group. */
    int selected(BrowseObjects objects) {
        return objects.count(group) == 0 ? -1 : objects.in(group).get(row).number();
    }

    /** The bytes that deleting the marked objects returns at least: more, if two of them are all links of an object. */
    long returned(BrowseObjects objects) {
        return marks.stream().mapToLong(objects::returned).sum();
    }

    /** Whether an object is marked, or below one that is. */
    boolean isMarked(int number, BrowseObjects objects) {
        return marks.stream().anyMatch(mark -> mark == number || objects.isBelow(number, mark));
    }

    /** The state after a key; {@code page} is the number of rows or lines that are shown. */
    BrowseState press(Key key, BrowseObjects objects, int page) {
        BrowseState plain = withNote("");
        if (key == Key.INTERRUPT) {
            return plain.withView(View.END);
        }
        return switch (view) {
            case OBJECTS -> plain.inObjects(key, objects, page);
            case VALUES -> plain.inValues(key, objects, page);
            case HELP -> plain.withView(View.OBJECTS);
            case HELP_OF_VALUES -> plain.withView(View.VALUES);
            case QUESTION ->
                switch (key) {
                    case YES -> plain.withView(View.DELETE);
                    case NO, QUIT -> plain.withView(View.END);
                    default -> plain.withView(View.OBJECTS);
                };
            case END, DELETE -> this;
        };
    }

    private BrowseState inObjects(Key key, BrowseObjects objects, int page) {
        int last = Math.max(0, objects.count(group) - 1);
        return switch (key) {
            case UP -> withRow(Math.max(0, row - 1));
            case DOWN -> withRow(Math.min(last, row + 1));
            case PAGE_UP -> withRow(Math.max(0, row - page));
            case PAGE_DOWN -> withRow(Math.min(last, row + page));
            case HOME -> withRow(0);
            case END -> withRow(last);
            case ENTER, RIGHT -> enter(objects);
            case LEFT, BACK -> leave(objects);
            case MARK -> mark(objects);
            case CLEAR -> withMarks(new TreeSet<>());
            case HELP -> withView(View.HELP);
            case QUIT -> withView(marks.isEmpty() ? View.END : View.QUESTION);
            default -> this;
        };
    }

    private BrowseState enter(BrowseObjects objects) {
        int number = selected(objects);
        if (number < 0) {
            return withNote("This group is empty.");
        } else if (objects.kind(number) == ObjectKind.GROUP) {
            return new BrowseState(view, number, 0, marks, 0, 0, "");
        } else if (objects.kind(number) != ObjectKind.DATASET) {
            return withNote("Only groups and datasets can be opened.");
        }
        try {
            objects.values(number);
            return new BrowseState(View.VALUES, group, row, marks, 0, 0, "");
        } catch (ContainerException e) {
            return withNote(e.getMessage());
        }
    }

    private BrowseState leave(BrowseObjects objects) {
        if (group == 0) {
            return withNote("This is the root group; q ends.");
        }
        int parent = objects.parent(group);
        List<TreeRows.Row> rows = objects.in(parent);
        int at = 0;
        for (int i = 0; i < objects.count(parent); i++) {
            at = rows.get(i).number() == group ? i : at;
        }
        return new BrowseState(view, parent, at, marks, 0, 0, "");
    }

    private BrowseState mark(BrowseObjects objects) {
        int number = selected(objects);
        if (number < 0) {
            return withNote("This group is empty.");
        } else if (!objects.canBeDeleted(number)) {
            return withNote("It has no name of its own: it is deleted with what uses it.");
        }
        SortedSet<Integer> after = new TreeSet<>(marks);
        if (!after.remove(number)) {
            if (isMarked(number, objects)) {
                return withNote("A group that it is in is marked.");
            }
            after.removeIf(mark -> objects.isBelow(mark, number));
            after.add(number);
        }
        return withMarks(after).withRow(Math.min(objects.count(group) - 1, row + 1));
    }

    private BrowseState inValues(Key key, BrowseObjects objects, int page) {
        ValuePages values = objects.values(selected(objects));
        long lastLine = Math.max(0, values.lines() - page);
        return switch (key) {
            case UP -> at(Math.max(0, line - 1), column);
            case DOWN -> at(Math.min(lastLine, line + 1), column);
            case PAGE_UP -> at(Math.max(0, line - page), column);
            case PAGE_DOWN -> at(Math.min(lastLine, line + page), column);
            case HOME -> at(0, 0);
            case END -> at(lastLine, column);
            case RIGHT -> at(line, Math.min(values.columns() - 1, column + 1));
            case LEFT -> column > 0 ? at(line, column - 1) : withView(View.OBJECTS);
            case BACK, QUIT, ENTER -> withView(View.OBJECTS);
            case HELP -> withView(View.HELP_OF_VALUES);
            default -> this;
        };
    }

    private BrowseState withView(View other) {
        return new BrowseState(other, group, row, marks, line, column, note);
    }

    private BrowseState withRow(int other) {
        return new BrowseState(view, group, other, marks, line, column, note);
    }

    private BrowseState withMarks(SortedSet<Integer> other) {
        return new BrowseState(view, group, row, other, line, column, note);
    }

    private BrowseState withNote(String other) {
        return new BrowseState(view, group, row, marks, line, column, other);
    }

    private BrowseState at(long otherLine, long otherColumn) {
        return new BrowseState(view, group, row, marks, otherLine, otherColumn, note);
    }
}
