package dev.fallow.report;

import java.util.List;

/**
 * What {@link dev.fallow.ContainerFile#check()} found.
 *
 * @param fileBytes the length of the file
 * @param objects the number of object headers that were checked
 * @param structures the number of blocks with structures or elements that were found
 * @param decodedChunks the number of chunks with filters that were decoded
 * @param complete whether nothing was left out on request ({@link dev.fallow.CheckOptions#quick()})
 * @param findings in the order in which they were found, which follows the structures from the superblock on
 * @param omitted the number of further findings, which are not in the list because it would be too long
 */
public record CheckReport(
        long fileBytes,
        long objects,
        long structures,
        long decodedChunks,
        boolean complete,
        List<Finding> findings,
        long omitted) {
    /** Copies the list. */
    public CheckReport {
        findings = List.copyOf(findings);
    }

    /** Whether there is nothing of severity {@link Severity#ERROR} or {@link Severity#WARNING}. */
    public boolean isSound() {
        return count(Severity.ERROR) == 0 && count(Severity.WARNING) == 0;
    }

    /** The number of findings of a severity in the list. */
    public long count(Severity severity) {
        return findings.stream().filter(each -> each.severity() == severity).count();
    }
}
