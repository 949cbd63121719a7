package dev.fallow;

import java.util.Objects;

/**
 * What to check in a file. Immutable.
 *
 * @param quick whether to leave out what takes as long as reading all elements: decoding the chunks with filters, and looking
 *     for what references lead to
 * @param progress is told of the progress, in bytes, for each of the walks that a check consists of; if it ends one, that throws a {@link
 *     java.util.concurrent.CancellationException}
 */
public record CheckOptions(boolean quick, Progress progress) {
    /** A progress is needed. */
    public CheckOptions {
        Objects.requireNonNull(progress, "progress");
    }

    /** Everything. */
    public static CheckOptions defaults() {
        return new CheckOptions(false, Progress.NONE);
    }

    /** Returns a copy that leaves out, or does not, what takes long. */
    public CheckOptions withQuick(boolean other) {
        return new CheckOptions(other, progress);
    }

    /** Returns a copy that tells of its progress. */
    public CheckOptions withProgress(Progress other) {
        return new CheckOptions(quick, other);
    }
}
