package dev.fallow.cli.map;

import dev.fallow.cli.text.Colour;
import dev.fallow.report.SpaceUse;

/** How the classes of bytes are drawn: elements blue and green, structures warm or dark, what is not in use pale. */
final class UseColours {
    private UseColours() {}

    /** A colour, as 0xRRGGBB. */
    static int of(SpaceUse use) {
        return switch (use) {
            case USER_BLOCK -> 0x8A7F3F;
            case SUPERBLOCK -> 0x222222;
            case HEADERS -> 0xE69F00;
            case HEADER_SLACK -> 0xF6D27A;
            case LINKS -> 0xD55E00;
            case ATTRIBUTES -> 0xAA3377;
            case SHARED_MESSAGES -> 0x6A1B57;
            case INDEXES -> 0xE0506A;
            case CONTIGUOUS -> 0x1F5FA8;
            case CHUNKS -> 0x56A8E0;
            case COMPACT -> 0x7A8FD6;
            case HEAP_LIVE -> 0x0B7A4B;
            case HEAP_SLACK -> 0x8CCBA5;
            case HEAP_DEAD -> 0x5F6B5A;
            case MANAGERS -> 0x555555;
            case FREE_METADATA -> 0xFBEFD5;
            case FREE_RAW_DATA -> 0xDDEBF7;
            case FREE_LARGE -> 0xDDF3EC;
            case RELEASED -> 0xEFE3F5;
            case UNTRACKED -> 0xC4C4C4;
        };
    }

    /** A colour as HTML and SVG write it. */
    static String hex(SpaceUse use) {
        return String.format("#%06X", of(use));
    }

    /** A class in words. */
    static String words(SpaceUse use) {
        return switch (use) {
            case USER_BLOCK -> "user block";
            case SUPERBLOCK -> "superblock";
            case HEADERS -> "object headers";
            case HEADER_SLACK -> "slack in headers";
            case LINKS -> "links";
            case ATTRIBUTES -> "attributes";
            case SHARED_MESSAGES -> "shared messages";
            case INDEXES -> "chunk indexes";
            case CONTIGUOUS -> "contiguous elements";
            case CHUNKS -> "chunks";
            case COMPACT -> "compact elements";
            case HEAP_LIVE -> "global heaps, live";
            case HEAP_SLACK -> "global heaps, slack";
            case HEAP_DEAD -> "global heaps, dead";
            case MANAGERS -> "free-space managers";
            case FREE_METADATA -> "free for metadata";
            case FREE_RAW_DATA -> "free for raw data";
            case FREE_LARGE -> "free, large";
            case RELEASED -> "released";
            case UNTRACKED -> "untracked";
        };
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
            row.append(colour(mark).on(same.toString()));
        }
        return row.toString();
    }

    private static Colour colour(char mark) {
        return switch (mark) {
            case '#' -> Colour.BLUE;
            case '%' -> Colour.GREEN;
            case '.' -> Colour.FAINT;
            case '?' -> Colour.RED;
            default -> Colour.YELLOW;
        };
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
