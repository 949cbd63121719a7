package dev.fallow.format;

/** Constants of file addresses. */
public final class Addresses {
    /** The undefined address (all ones in a file): nothing is there. */
    public static final long UNDEFINED = -1;

    private Addresses() {}
}
