package dev.fallow.report;

import dev.fallow.format.Printable;
import java.util.List;

/**
 * An account of every byte of a file. {@code liveBytes + freeBytes + untrackedBytes = fileBytes} always holds.
 *
 * <p>Untracked bytes are unusable space: released under a strategy that tracks none, sections below the threshold, ends
 * of pages, space lost by a session without persistence or by another library, global heap objects that no element
 * refers to, and quarantined sections. {@link dev.fallow.ContainerFile#reclaimUntracked()} reclaims it.
 *
 * @param fileBytes the length of the file
 * @param liveBytes bytes of the structures and elements reachable from the superblock, and of the user block
 * @param freeBytes bytes in the sections that the managers track
 * @param untrackedBytes the remaining bytes: unreachable and not tracked by any manager
 * @param sections the tracked sections, in address order
 * @param untracked the runs that make up {@code untrackedBytes}, in address order, of type
 *     {@link FreeSection.Type#UNTRACKED}
 * @param quarantined sections that the file lists as free although they overlap live data or each other, or extend past
 *     the end of allocation. They are neither used nor included in {@code sections}; those of their bytes that are not
 *     live count as untracked
 * @param findings inconsistencies and structures that could not be followed; empty for a consistent file. The bytes of
 *     objects that could not be followed count as untracked. Safe to print, like exception messages
 */
public record SpaceReport(
        long fileBytes,
        long liveBytes,
        long freeBytes,
        long untrackedBytes,
        List<FreeSection> sections,
        List<FreeSection> untracked,
        List<FreeSection> quarantined,
        List<String> findings) {
    /** Copies the lists; findings are stored in the form of {@link dev.fallow.NameText#printableMessage}. */
    public SpaceReport {
        sections = List.copyOf(sections);
        untracked = List.copyOf(untracked);
        quarantined = List.copyOf(quarantined);
        findings = findings.stream().map(Printable::message).toList();
    }
}
