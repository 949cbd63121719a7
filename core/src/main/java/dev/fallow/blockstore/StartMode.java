package dev.fallow.blockstore;

/** How a store got its state when it was opened. */
public enum StartMode {
    /** It was created. */
    CREATED,
    /** From what was written when it was closed. */
    FAST,
    /** From headers or lists, since it was not closed. */
    RECOVERED
}
