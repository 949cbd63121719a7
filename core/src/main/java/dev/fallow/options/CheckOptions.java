package dev.fallow.options;

/**
 * What to check in a file. Immutable.
 *
 * @param quick whether to leave out what takes as long as reading all elements: decoding the chunks with filters, and looking
 *     for what references lead to
 */
public record CheckOptions(boolean quick) {
    /** Everything. */
    public static CheckOptions defaults() {
        return new CheckOptions(false);
    }

    /** Returns a copy that leaves out, or does not, what takes long. */
    public CheckOptions withQuick(boolean other) {
        return new CheckOptions(other);
    }
}
