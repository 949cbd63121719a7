package dev.fallow;

import java.util.Objects;

/** Options for opening a container. */
public final class OpenOptions extends SessionOptions<OpenOptions> {
    private static final OpenOptions DEFAULTS = new OpenOptions();

    private boolean readOnly;
    private boolean ignoreWriteFlag;
    private Verification verification = Verification.BEFORE_FIRST_CHANGE;
    private boolean editDamaged;

    private OpenOptions() {}

    /** For editing; verified before the first change. */
    public static OpenOptions defaults() {
        return DEFAULTS;
    }

    /** Options for editing that are the same as those of another session, as far as both have them. */
    public static OpenOptions like(SessionOptions<?> session) {
        return DEFAULTS.with(copy -> copy.takeFrom(session));
    }

    /** Whether the container is opened read-only. */
    public boolean readOnly() {
        return readOnly;
    }

    /**
     * Whether a file is opened even though it is marked as open for writing. For use after a program was killed while
     * writing: its unwritten data is lost, and the file may be damaged.
     */
    public boolean ignoreWriteFlag() {
        return ignoreWriteFlag;
    }

    /** Whether the container is verified before its first change. */
    public Verification verification() {
        return verification;
    }

    /** Returns a copy that opens a container read-only, or for editing. */
    public OpenOptions withReadOnly(boolean newReadOnly) {
        return with(copy -> copy.readOnly = newReadOnly);
    }

    /** Returns a copy with this verification. */
    public OpenOptions withVerification(Verification newVerification) {
        Objects.requireNonNull(newVerification, "verification");
        return with(copy -> copy.verification = newVerification);
    }

    /** Whether a file may be edited in which verification finds damage that a change could make worse. */
    public boolean editDamaged() {
        return editDamaged;
    }

    /**
     * Returns a copy that permits editing a file in which verification finds damage that a change could make worse, or
     * does not. Make a copy of the file first: overlapping structures overwrite each other.
     */
    public OpenOptions withEditDamaged(boolean newEditDamaged) {
        return with(copy -> copy.editDamaged = newEditDamaged);
    }

    /** Returns a copy that ignores the write flag, or does not. */
    public OpenOptions withIgnoreWriteFlag(boolean newIgnore) {
        return with(copy -> copy.ignoreWriteFlag = newIgnore);
    }
}
