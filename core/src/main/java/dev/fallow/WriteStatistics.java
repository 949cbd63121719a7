package dev.fallow;

/**
 * What a session has asked of the medium so far; it can be asked for after closing too.
 *
 * @param commits how many were made, those when creating, opening and closing included
 * @param forces how often the medium was to be forced: container, journal, folder
 * @param containerWrites writes into the container
 * @param containerBytes their bytes
 * @param journalWrites writes into the journal
 * @param journalBytes their bytes
 */
public record WriteStatistics(
        long commits, long forces, long containerWrites, long containerBytes, long journalWrites, long journalBytes) {
    /** Bytes written, to both files. */
    public long bytes() {
        return containerBytes + journalBytes;
    }
}
