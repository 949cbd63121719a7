package dev.fallow.crash;

/**
 * The files on the medium after a crash.
 *
 * @param container the content of the container file
 * @param journal the content of the journal; null if there is none
 */
public record Image(byte[] container, byte[] journal) {
    /** An empty medium. */
    public static Image none() {
        return new Image(new byte[0], null);
    }
}
