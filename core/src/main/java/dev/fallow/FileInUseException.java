package dev.fallow;

/** A file that another program has open for writing, or that is still marked so because that program was killed. */
public final class FileInUseException extends ContainerException {
    private static final long serialVersionUID = 1;

    private final Reason reason;
    private final String state;

    /** Why a file counts as in use, and so what can be done about it. */
    public enum Reason {
        /** Another program has it open, as its lock or its list of open files shows. It has to end first. */
        OPEN_ELSEWHERE,
        /** It is open for editing in this JVM. {@link ContainerFile#snapshot()} of the container that edits it can be read. */
        OPEN_HERE,
        /**
         * It is marked as open for writing, and who has marked it is not known. {@link ContainerFile#repair} removes the mark, and {@link
         * OpenOptions#withIgnoreWriteFlag} ignores it.
         */
        MARKED,
        /** The journal beside it cannot be applied. {@link OpenOptions#withIgnoreWriteFlag} discards the journal. */
        JOURNAL
    }

    /**
     * A file that another program has open.
     *
     * @param message file, place and numbers
     */
    public FileInUseException(String message) {
        this(message, null);
    }

    /**
     * A file that another program has open.
     *
     * @param message names the file, the place and the numbers
     * @param cause the underlying failure
     */
    public FileInUseException(String message, Throwable cause) {
        this(Reason.OPEN_ELSEWHERE, message, "", cause);
    }

    /**
     * A file in use for a reason.
     *
     * @param state names the file, the place and the numbers
     * @param advice what a caller of the library can do, which follows the state in the message
     * @param cause the underlying failure, as for {@link Throwable#Throwable(String, Throwable)}
     */
    public FileInUseException(Reason reason, String state, String advice, Throwable cause) {
        super(state + advice, cause);
        this.reason = reason;
        this.state = state;
    }

    /** Why the file counts as in use. */
    public Reason reason() {
        return reason;
    }

    /** The message without what a caller of the library can do about it. */
    public String state() {
        return state;
    }
}
