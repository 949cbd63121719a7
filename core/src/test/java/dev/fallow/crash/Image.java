package dev.fallow.crash;

/**
 * The files on the medium after a crash.
 *
 * @param container the content of the container file
 * @param journal the content of the journal; null if there is none
 * @param unforced what of it a failure of the machine may lose; null for nothing
 */
public record Image(byte[] container, byte[] journal, Unforced unforced) {
    /** Files that are wholly on the medium. */
    public Image(byte[] container, byte[] journal) {
        this(container, journal, null);
    }

    /** An empty medium. */
    public static Image none() {
        return new Image(new byte[0], null);
    }
}
