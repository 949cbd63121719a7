package dev.fallow.freespace.file;

import dev.fallow.freespace.Section;
import dev.fallow.freespace.SectionVisitor;

/** The rules of one family of strategies. {@link FileSpace} has checked the arguments. */
interface Rules {
    /** The slot of the manager that a block of this type and size belongs to. */
    int slotOf(AllocationType type, long size);

    /** The slot whose manager allocates the sections stored in this slot. */
    int slotInUse(int slot, Section section);

    /** The class of the sections in the slot. */
    SectionClass sectionClassOf(int slot);

    long allocate(AllocationType type, long size);

    long allocateAtEnd(long size);

    /** Allocates a run if all of it is free in the manager of its kind; never in a paged file. */
    default boolean allocateAt(AllocationType type, long address, long size) {
        return false;
    }

    void release(AllocationType type, long address, long size);

    boolean tryExtend(AllocationType type, long address, long size, long extra);

    /**
     * Whether a block that the last commit refers to can be released immediately, because only metadata can be placed
     * there, which is written through the journal.
     */
    boolean releasesCommitted(AllocationType type);

    /**
     * Turns free metadata sections from an address on into free raw data, except for what the last commit refers to;
     * once the quarantine has been emptied for the next commit, that, too. Nothing in a paged file. O(sections of the
     * metadata).
     *
     * @param quarantine null if nothing is protected
     */
    default void giveToRawData(long from, Quarantine quarantine) {}

    /**
     * Turns the metadata sections with free raw data on both sides. Nothing in a paged file. O((m + n) log n) for m
     * sections of the metadata and n of the raw data, with any backend, and 16 bytes for each of the raw data.
     *
     * @param quarantine as above
     */
    default void joinRawData(Quarantine quarantine) {}

    void releaseAggregators();

    void shrink();

    /** Visits the unused bytes of the aggregators, in address order. */
    void forEachAggregatorRest(SectionVisitor visitor);
}
