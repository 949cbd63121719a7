package dev.fallow.crash;

/**
 * What is on the medium after a crash.
 *
 * @param container bytes of the container file
 * @param journal bytes of the journal; null if there is none
 */
public record Image(byte[] container, byte[] journal) {
    /** Nothing. */
    public static Image none() {
        return new Image(new byte[0], null);
    }
}
