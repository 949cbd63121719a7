package dev.fallow;

import dev.fallow.format.Printable;
import java.util.List;

/**
 * Where every byte of a file is. {@code liveBytes + freeBytes + untrackedBytes = fileBytes}, always.
 *
 * <p>The untracked bytes are the file's waste: released space of a strategy that tracks none, sections below the threshold,
 * ends of pages, what a session without persistence left behind, what another library lost, objects of the global heap that
 * no element holds, and quarantined sections. {@link
 * ContainerFile#reclaimUntracked()} takes it back.
 *
 * @param fileBytes the length of the file
 * @param liveBytes bytes of structures and elements that are reached from the superblock, and of a user block
 * @param freeBytes bytes in the sections that the managers track
 * @param untrackedBytes the rest: nothing reaches it and no manager knows it
 * @param sections the tracked sections, in the order of addresses
 * @param untracked the runs that make up {@code untrackedBytes}, in the order of addresses, their type "untracked"
 * @param quarantined sections that the file calls free and that cannot be: they overlap live data or each other, or end past
 *     the end of allocation. They are not used, and not among {@code sections}; what is not live of them is untracked
 * @param findings what does not add up, or could not be followed; empty for a file that is in order. Where an object
 *     could not be followed, its bytes are among the untracked ones. They are safe to print, as messages of exceptions are
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
    /** Takes copies of the lists, of the findings in the form of {@link Printable#message}. */
    public SpaceReport {
        sections = List.copyOf(sections);
        untracked = List.copyOf(untracked);
        quarantined = List.copyOf(quarantined);
        findings = findings.stream().map(Printable::message).toList();
    }
}
