package dev.fallow.cli.browse;

import java.util.List;

/** What is said of keys: the last line of each view, and the help. */
final class BrowseKeys {
    /** Keys first: they are what is left on a small screen. */
    static final List<String> HELP = List.of(
            "Up Down  k j          move by one",
            "PgUp PgDn  Space      move by a screen",
            "Home End  g G         first, last",
            "Enter Right  l        open; show values",
            "Left Esc  h           back",
            "Right Left in values  move by a column",
            "d                     mark for deletion",
            "u                     remove all marks",
            "q                     end; asks first",
            "Ctrl-C                end as it is",
            "",
            "Groups and datasets, those that hold most bytes first.",
            "held      the bytes of an object and of everything below it",
            "returns   the bytes that deleting it would make free",
            "*         another link keeps the object: deleting this one returns nothing",
            "D         marked for deletion; d: in a group that is marked",
            "",
            "Nothing is changed before you say yes at the end. Then everything is",
            "deleted in one commit.");

    /** Of each view, for ever narrower screens. How to leave is in all of them. */
    private static final List<String> OBJECTS = List.of(
            " Up Down move   Enter open   Left back   d mark   u unmark all   ? help   q end",
            " Up Down move   Enter open   Left back   d mark   ? help   q end",
            " Enter open   d mark   ? help   q end",
            " ? help   q end");

    private static final List<String> VALUES = List.of(
            " Up Down PgUp PgDn move   Left Right columns   ? help   Esc back",
            " Left Right columns   ? help   Esc back",
            " ? help   Esc back");

    private static final List<String> QUESTION = List.of(
            " y delete, and end   n end, and delete nothing   Esc back",
            " y delete   n end as it is   Esc back",
            " y delete   Esc back");

    private BrowseKeys() {}

    /** The keys of a view, as many as fit into a width of at least 20. */
    static String of(BrowseState.View view, int width) {
        List<String> lines = switch (view) {
            case VALUES -> VALUES;
            case HELP, HELP_OF_VALUES -> List.of(" any key: back");
            case QUESTION -> QUESTION;
            default -> OBJECTS;
        };
        return lines.stream().filter(line -> line.length() <= width).findFirst().orElse(lines.get(lines.size() - 1));
    }
}
