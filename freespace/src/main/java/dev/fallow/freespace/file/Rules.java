package dev.fallow.freespace.file;

import dev.fallow.freespace.Section;
import dev.fallow.freespace.SectionVisitor;

/** The decisions of one family of strategies. Arguments were checked by {@link FileSpace}. */
interface Rules {
    /** The slot of the manager that a block of this type and size belongs to. */
    int slotOf(AllocationType type, long size);

    /** The slot whose manager hands out what a file has in this slot. */
    int slotInUse(int slot, Section section);

    /** The class of the sections in the slot. */
    SectionClass sectionClassOf(int slot);

    long allocate(AllocationType type, long size);

    long allocateAtEnd(long size);

    void release(AllocationType type, long address, long size);

    boolean tryExtend(AllocationType type, long address, long size, long extra);

    /**
     * Whether a block that the last commit refers to can be released at once: what is put in its place will be written by
     * way of the journal, as all metadata is, and nothing else can get there.
     */
    boolean releasesCommitted(AllocationType type);

    /** Whether an allocation of metadata may take a section of the raw data now. */
    default boolean sharesRawData() {
        return false;
    }

    void giveBackAggregators();

    void shrink();

    /** Visits what the aggregators have not handed out yet, in the order of addresses. */
    void forEachAggregatorRest(SectionVisitor visitor);
}
