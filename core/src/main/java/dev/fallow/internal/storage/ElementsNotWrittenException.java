package dev.fallow.internal.storage;

import java.io.IOException;
import java.util.Arrays;

/** Elements of a dataset could not be written. Nothing else was changed since the last commit. */
public final class ElementsNotWrittenException extends IOException {
    private static final long serialVersionUID = 1;

    private final String committed;

    /** @param cause why: an exception of the storage, or one that names the dataset */
    public ElementsNotWrittenException(Exception cause) {
        this(cause, "");
    }

    private ElementsNotWrittenException(Exception cause, String committed) {
        super(cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage(), cause);
        this.committed = committed;
    }

    /**
     * The same failure, of a call of which a part is committed.
     *
     * @param first the coordinates of the first chunk that is not written
     */
    public ElementsNotWrittenException after(long[] first) {
        return new ElementsNotWrittenException(
                (Exception) getCause(),
                "; of the selected chunks, those before %s are written and committed, the others are not"
                        .formatted(Arrays.toString(first)));
    }

    /** What the same call has written and committed, as the end of a message; empty if it has committed nothing. */
    public String committed() {
        return committed;
    }
}
