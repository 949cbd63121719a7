package dev.fallow;

import java.util.Objects;

/** How a container is opened. */
public final class OpenOptions extends SessionOptions<OpenOptions> {
    private static final OpenOptions EDIT = new OpenOptions();
    private static final OpenOptions READING = EDIT.with(copy -> copy.readOnly = true);

    private boolean readOnly;
    private boolean ignoreWriteFlag;
    private Verification verification = Verification.BEFORE_FIRST_CHANGE;
    private boolean editDamaged;

    private OpenOptions() {}

    /** For editing. */
    public static OpenOptions edit() {
        return EDIT;
    }

    /** For reading only. */
    public static OpenOptions reading() {
        return READING;
    }

    /** Whether nothing may be changed. */
    public boolean readOnly() {
        return readOnly;
    }

    /**
     * Whether a file is opened although it is marked as open for writing: the way out when a program was ended while it
     * wrote. What that program had not written is lost, and the file may be damaged.
     */
    public boolean ignoreWriteFlag() {
        return ignoreWriteFlag;
    }

    /** Whether the container is verified before its first change. */
    public Verification verification() {
        return verification;
    }

    /** The same options, with another verification. */
    public OpenOptions withVerification(Verification newVerification) {
        Objects.requireNonNull(newVerification, "verification");
        return with(copy -> copy.verification = newVerification);
    }

    /** Whether a file is edited in which the verification finds damage that a change could make worse. */
    public boolean editDamaged() {
        return editDamaged;
    }

    /**
     * The same options, for editing a file in which the verification finds damage that a change could make worse, or not.
     * Make a copy of the file first: structures that overlap are overwritten by each other.
     */
    public OpenOptions withEditDamaged(boolean newEditDamaged) {
        return with(copy -> copy.editDamaged = newEditDamaged);
    }

    /** The same, opening a file that is marked as open for writing or not. */
    public OpenOptions withIgnoreWriteFlag(boolean newIgnore) {
        return with(copy -> copy.ignoreWriteFlag = newIgnore);
    }
}
