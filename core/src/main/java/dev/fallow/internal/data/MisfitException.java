package dev.fallow.internal.data;

import dev.fallow.WrongTypeException;

/**
 * An element that the wanted Java type cannot represent. A codec only knows the element's place in a row; the reader
 * that made the row adds its place in the dataset.
 */
public final class MisfitException extends WrongTypeException {
    private static final long serialVersionUID = 1;
    private static final String MEMBER = "member ";

    private final transient Object row;
    private final int index;
    private final String where;
    private final String inside;
    private final String problem;

    /**
     * @param row the array that was being filled; null for an element that is not in an array yet
     * @param problem the value, the stored type, the wanted type, and how to read it
     */
    public MisfitException(String where, Object row, int index, String problem) {
        this(where, row, index, "", problem);
    }

    private MisfitException(String where, Object row, int index, String inside, String problem) {
        super(message(where, "element " + index + " of a row", inside, problem));
        this.where = where;
        this.row = row;
        this.index = index;
        this.inside = inside;
        this.problem = problem;
    }

    private static String message(String where, String place, String inside, String problem) {
        return "%s: %s%s: %s".formatted(where, place, inside, problem);
    }

    /** The array that was being filled. */
    public Object row() {
        return row;
    }

    /** The element's index in the row. */
    public int index() {
        return index;
    }

    /**
     * The same failure in terms of the element that contains this one.
     *
     * @param part of that element: such as {@code member x}; members of members are separated by dots
     */
    public MisfitException in(Object outerRow, int outerIndex, String part) {
        boolean members = part.startsWith(MEMBER) && inside.startsWith(", " + MEMBER);
        String within = members ? "." + inside.substring(2 + MEMBER.length()) : inside;
        return new MisfitException(where, outerRow, outerIndex, ", " + part + within, problem);
    }

    /** The same failure for the element at another place. */
    public MisfitException moved(Object newRow, int newIndex) {
        return new MisfitException(where, newRow, newIndex, inside, problem);
    }

    /** The failure with the element's place in the whole value. */
    public WrongTypeException at(String place) {
        return new WrongTypeException(message(where, place, inside, problem), this);
    }
}
