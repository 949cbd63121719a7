package dev.fallow.report;

import dev.fallow.format.Printable;
import java.util.List;

/**
 * The bytes of a file by what they are used for. The amounts add up to {@code fileBytes}.
 *
 * @param fileBytes the length of the file
 * @param allocatedBytes the end of allocation according to the superblock, with the user block
 * @param objects the number of objects found
 * @param amounts one for each class, in the order of the classes
 * @param managers the free-space managers that the file stores; empty if it stores none
 * @param quarantined the number of sections that the file lists as free and that are not used; see
 *     {@link SpaceReport#quarantined}
 * @param findings as in {@link SpaceReport#findings}
 */
public record SpaceBreakdown(
        long fileBytes,
        long allocatedBytes,
        long objects,
        List<Amount> amounts,
        List<Manager> managers,
        long quarantined,
        List<String> findings) {
    /**
     * The bytes of one class.
     *
     * @param bytes of this class
     * @param count the number of blocks or sections; of a class that is a part of others, the number of parts
     */
    public record Amount(SpaceUse use, long bytes, long count) {}

    /**
     * What the file says of a free-space manager.
     *
     * @param slot its number in the file
     * @param type of its sections
     * @param sections the number of its sections
     * @param bytes the total of their sizes
     */
    public record Manager(int slot, FreeSection.Type type, long sections, long bytes) {}

    /** Copies the lists; findings are stored in the form of {@link dev.fallow.NameText#printableMessage}. */
    public SpaceBreakdown {
        amounts = List.copyOf(amounts);
        managers = List.copyOf(managers);
        findings = findings.stream().map(Printable::message).toList();
    }

    /** The amount of a class. */
    public Amount amount(SpaceUse use) {
        return amounts.get(use.ordinal());
    }

    /** The bytes of all classes of a state. */
    public long bytes(SpaceUse.State state) {
        return amounts.stream()
                .filter(amount -> amount.use().state() == state)
                .mapToLong(Amount::bytes)
                .sum();
    }
}
