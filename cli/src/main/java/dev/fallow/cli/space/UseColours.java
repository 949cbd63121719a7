package dev.fallow.cli.space;

import dev.fallow.cli.shell.Colour;
import dev.fallow.report.SpaceUse;

/** How the classes of bytes are drawn: elements blue and green, structures warm or dark, what is not in use pale. */
final class UseColours {
    private UseColours() {}

    /** The colour of a class, as 0xRRGGBB, and the class in words. */
    private record Look(int colour, String words) {}

    private static Look look(SpaceUse use) {
        return switch (use) {
            case USER_BLOCK -> new Look(0x8A7F3F, "user block");
            case SUPERBLOCK -> new Look(0x222222, "superblock");
            case HEADERS -> new Look(0xE69F00, "object headers");
            case HEADER_SLACK -> new Look(0xF6D27A, "slack in headers");
            case LINKS -> new Look(0xD55E00, "links");
            case ATTRIBUTES -> new Look(0xAA3377, "attributes");
            case SHARED_MESSAGES -> new Look(0x6A1B57, "shared messages");
            case INDEXES -> new Look(0xE0506A, "chunk indexes");
            case CONTIGUOUS -> new Look(0x1F5FA8, "contiguous elements");
            case CHUNKS -> new Look(0x56A8E0, "chunks");
            case COMPACT -> new Look(0x7A8FD6, "compact elements");
            case HEAP_LIVE -> new Look(0x0B7A4B, "global heaps, live");
            case HEAP_SLACK -> new Look(0x8CCBA5, "global heaps, slack");
            case HEAP_DEAD -> new Look(0x5F6B5A, "global heaps, dead");
            case MANAGERS -> new Look(0x555555, "free-space managers");
            case FREE_METADATA -> new Look(0xFBEFD5, "free for metadata");
            case FREE_RAW_DATA -> new Look(0xDDEBF7, "free for raw data");
            case FREE_LARGE -> new Look(0xDDF3EC, "free, large");
            case RELEASED -> new Look(0xEFE3F5, "released");
            case UNTRACKED -> new Look(0xC4C4C4, "untracked");
        };
    }

    /** A colour, as 0xRRGGBB. */
    static int of(SpaceUse use) {
        return look(use).colour;
    }

    /** A colour as HTML and SVG write it. */
    static String hex(SpaceUse use) {
        return String.format("#%06X", of(use));
    }

    /** A class in words. */
    static String words(SpaceUse use) {
        return look(use).words;
    }

    /** Characters of a row in a terminal, in the colours of a terminal. */
    static String row(SpaceUse[] uses, int from, int to) {
        StringBuilder row = new StringBuilder();
        for (int i = from; i < to; ) {
            char mark = character(uses[i]);
            StringBuilder same = new StringBuilder();
            for (; i < to && character(uses[i]) == mark; i++) {
                same.append(mark);
            }
            Colour colour = switch (mark) {
                case '#' -> Colour.BLUE;
                case '%' -> Colour.GREEN;
                case '.' -> Colour.FAINT;
                case '?' -> Colour.RED;
                default -> Colour.YELLOW;
            };
            row.append(colour.on(same.toString()));
        }
        return row.toString();
    }

    /** The character of a class in a terminal; the first three are those of the tour. */
    static char character(SpaceUse use) {
        return switch (use.state()) {
            case FREE -> '.';
            case UNTRACKED -> '?';
            case LIVE ->
                switch (use) {
                    case CONTIGUOUS, CHUNKS, COMPACT -> '#';
                    case HEAP_LIVE, HEAP_SLACK -> '%';
                    default -> '=';
                };
        };
    }
}
