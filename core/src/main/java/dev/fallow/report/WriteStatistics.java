package dev.fallow.report;

/**
 * The I/O issued so far by a session; remains available after closing.
 *
 * @param commits the number of commits, including those made on creating, opening and closing
 * @param forces the number of forces requested: container, journal, directory
 * @param containerWrites the number of writes to the container
 * @param containerBytes bytes written to the container
 * @param journalWrites the number of writes to the journal
 * @param journalBytes bytes written to the journal
 * @param movedBytes bytes of blocks that the session has copied without being asked: to keep the file short after commits, and chunks
 *     on closing; a part of the bytes written to the container
 * @param unmovedDatasets the number of datasets with rewritten chunks that closing wanted to move and could not, because
 *     they cannot be read or copied, or overlap something
 */
public record WriteStatistics(
        long commits,
        long forces,
        long containerWrites,
        long containerBytes,
        long journalWrites,
        long journalBytes,
        long movedBytes,
        int unmovedDatasets) {
    /** Bytes written to both files. */
    public long bytes() {
        return containerBytes + journalBytes;
    }
}
