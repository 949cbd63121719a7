package dev.fallow.fuzz;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What an edit session did: where the objects of the file are now, and which values it changed itself. */
final class Ledger {
    private final List<Move> moves = new ArrayList<>();
    private final Set<Long> rewritten = new HashSet<>();
    private final Set<String> attributes = new HashSet<>();
    private final List<String> log = new ArrayList<>();

    /** A path that became another one; null for none. */
    private record Move(String from, String to) {
        boolean concerns(String path) {
            return path.equals(from) || path.startsWith(from + "/");
        }
    }

    void moved(String from, String to) {
        moves.add(new Move(from, to));
    }

    void deleted(String path) {
        moves.add(new Move(path, null));
    }

    /** An attribute of the object at an address was put, deleted or renamed. */
    void changedAttribute(long address, String name) {
        attributes.add(address + " " + name);
    }

    /** The elements of the dataset at an address were written. */
    void rewrote(long address) {
        rewritten.add(address);
    }

    /** Where what was at a path is now; null if it was deleted. */
    String now(String path) {
        String now = path;
        for (Move move : moves) {
            if (move.concerns(now)) {
                if (move.to == null) {
                    return null;
                }
                now = move.to + now.substring(move.from.length());
            }
        }
        return now;
    }

    /** Whether anything was deleted. */
    boolean hasDeletions() {
        return moves.stream().anyMatch(move -> move.to == null);
    }

    /** Whether the session itself changed the value of the object at an address. */
    boolean changed(Reading.Value value, long address) {
        return value.isAttribute()
                ? attributes.contains(address + " " + value.attribute())
                : rewritten.contains(address);
    }

    void note(String step) {
        log.add(step);
    }

    /** The steps, one to a line. */
    @Override
    public String toString() {
        return String.join("\n", log);
    }
}
