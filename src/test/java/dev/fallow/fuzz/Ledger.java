package dev.fallow.fuzz;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The effects of an edit session: the new paths of the objects, and the values that the session changed. */
final class Ledger {
    private final List<Move> moves = new ArrayList<>();
    private final Set<Long> rewritten = new HashSet<>();
    private final Set<String> attributes = new HashSet<>();
    private final List<String> log = new ArrayList<>();

    /** A renamed or moved path; the new path is null if it was deleted. */
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

    /** Records that an attribute of the object at an address was created, replaced, deleted or renamed. */
    void changedAttribute(long address, String name) {
        attributes.add(address + " " + name);
    }

    /** Records that the elements of the dataset at an address were overwritten. */
    void rewrote(long address) {
        rewritten.add(address);
    }

    /** Returns the current path of the object that was at a path, or null if it was deleted. */
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

    /** Returns whether any path was deleted. */
    boolean hasDeletions() {
        return moves.stream().anyMatch(move -> move.to == null);
    }

    /** Returns whether the session changed the value of the object at an address. */
    boolean changed(Reading.Value value, long address) {
        return value.isAttribute()
                ? attributes.contains(address + " " + value.attribute())
                : rewritten.contains(address);
    }

    void note(String step) {
        log.add(step);
    }

    /** Returns the steps, one per line. */
    @Override
    public String toString() {
        return String.join("\n", log);
    }
}
