package dev.fallow.format.objectheader;

/** The flags of a header message. */
public final class MessageFlags {
    /** The message must not be changed; libhdf5 does not rewrite it. */
    public static final int CONSTANT = 0x01;
    /** The body is a reference to the message, which is stored elsewhere. */
    public static final int SHARED = 0x02;
    /** The message must not be shared. */
    public static final int DO_NOT_SHARE = 0x04;
    /** A program that does not understand the type must not open the object for writing. */
    public static final int FAIL_IF_UNKNOWN_AND_WRITING = 0x08;
    /** A writer that does not know the type sets {@link #WAS_UNKNOWN}. */
    public static final int MARK_IF_UNKNOWN = 0x10;
    /** A writer that did not know the type has changed the object. */
    public static final int WAS_UNKNOWN = 0x20;
    /** The message may be shared. */
    public static final int SHARABLE = 0x40;
    /** A program that does not understand the type must not open the object. */
    public static final int FAIL_IF_UNKNOWN = 0x80;

    private MessageFlags() {}

    /**
     * The contradiction between {@code flags} on a message of this type, or null. Flags of NIL and continuation
     * messages are ignored, because libhdf5 1.14 may leave the flags of a message that it has moved there.
     */
    static String problem(int type, int flags) {
        if (type == MessageType.NIL.number() || type == MessageType.CONTINUATION.number()) {
            return null;
        }
        String problem = problemOfAny(flags);
        if (problem != null) {
            return problem;
        }
        if ((flags & (SHARED | SHARABLE)) != 0
                && MessageType.of(type).map(known -> !known.sharable()).orElse(false)) {
            return contradiction(flags, "shared or sharable, which a " + MessageType.titleOf(type) + " cannot be");
        }
        return null;
    }

    /** The contradiction between flags that no type of message can have, or null. libhdf5 refuses it in NIL messages, too. */
    public static String problemOfAny(int flags) {
        if (has(flags, SHARED | DO_NOT_SHARE)) {
            return contradiction(flags, "shared, and must not be shared");
        }
        if (has(flags, WAS_UNKNOWN | FAIL_IF_UNKNOWN_AND_WRITING)) {
            return contradiction(flags, "was unknown to a writer, though no such writer may open it");
        }
        if (has(flags, WAS_UNKNOWN) && !has(flags, MARK_IF_UNKNOWN)) {
            return contradiction(flags, "was unknown to a writer, without the flag that asks for that mark");
        }
        return null;
    }

    private static boolean has(int flags, int wanted) {
        return (flags & wanted) == wanted;
    }

    private static String contradiction(int flags, String what) {
        return "expected flags that agree, found 0x%02x: %s".formatted(flags, what);
    }
}
