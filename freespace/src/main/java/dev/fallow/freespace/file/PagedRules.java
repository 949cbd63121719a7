package dev.fallow.freespace.file;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.SectionVisitor;

/**
 * PAGE, as in libhdf5: blocks smaller than a page are placed inside one page, together with blocks of their kind (small
 * metadata: slot 1, small raw data: slot 3); blocks of a page or more start at a page boundary (slot 7, for both
 * kinds). The end of allocation is always a multiple of the page size. There are no aggregators, and no alignment other
 * than the page's.
 *
 * <p>Intentional differences from libhdf5, none of which affects libhdf5's own requests at its default page-end
 * threshold, 0:
 *
 * <ul>
 *   <li>libhdf5 never releases part of a large block, so it has no rule for it and uses the size of the part. Here a
 *       part smaller than a page stays with its block's large sections where that can be determined: it crosses the end
 *       of a page, or it is adjacent to a large section of its page. A run released as large also absorbs the adjacent
 *       small sections of its page. Thus no byte is left behind once all of the block has been released.
 *   <li>A section released before a page end, or a block that grows there, absorbs only bytes known to have been
 *       dropped in this session; libhdf5 absorbs whatever is there, even a block in use.
 *   <li>A page that becomes entirely free because a dropped page end is recovered becomes a large section immediately;
 *       libhdf5 checks this only when two sections merge, and keeps it as a small one.
 *   <li>When the end is lowered to the first page boundary in a section, the fragment before it is kept; libhdf5 loses
 *       it if there was no manager for large sections yet.
 * </ul>
 */
final class PagedRules implements Rules {
    private static final int METADATA_SLOT = AllocationType.SUPERBLOCK.number();
    private static final int RAW_DATA_SLOT = AllocationType.RAW_DATA.number();
    private static final int LARGE_SLOT = SpaceMap.SLOTS / 2 + 1;

    private final SpaceMap map;
    private final long page;
    private final long threshold;
    private final long pageEndThreshold;

    PagedRules(FileSpaceOptions options, SpaceMap map) {
        this.map = map;
        page = options.pageSize();
        threshold = options.threshold();
        pageEndThreshold = options.pageEndThreshold();
        if (map.end() % page != 0) {
            throw new IllegalArgumentException(
                    "end of allocation must be a multiple of the page size, " + page + ": " + map.end());
        }
    }

    @Override
    public int slotOf(AllocationType type, long size) {
        return size >= page ? LARGE_SLOT : smallSlotOf(type);
    }

    private static int smallSlotOf(AllocationType type) {
        return type.raw() ? RAW_DATA_SLOT : METADATA_SLOT;
    }

    @Override
    public int slotInUse(int slot, Section section) {
        if (slot >= LARGE_SLOT || section.size() >= page || !onePage(section.address(), section.end())) {
            return LARGE_SLOT;
        }
        return slot == AllocationType.RAW_DATA.number() || slot == AllocationType.GLOBAL_HEAP.number()
                ? RAW_DATA_SLOT
                : METADATA_SLOT;
    }

    @Override
    public SectionClass sectionClassOf(int slot) {
        return slot < LARGE_SLOT ? SectionClass.SMALL : SectionClass.LARGE;
    }

    private boolean onePage(long address, long end) {
        return address / page == (end - 1) / page;
    }

    // ---- allocate --------------------------------------------------------------------------------------------

    //            a section that fits                       none
    // small      its front                                 the front of a new page, which is a large block
    // large      from the first page's start in it         at the end; what is left of the last page is a section
    @Override
    public long allocate(AllocationType type, long size) {
        return size >= page ? allocateLarge(size) : allocateSmall(type, size);
    }

    private long allocateSmall(AllocationType type, long size) {
        FreeSpace manager = map.manager(smallSlotOf(type));
        if (manager != null) {
            long address = manager.allocate(size);
            if (address != FreeSpace.NO_SPACE) {
                dropRest(type, manager, address + size);
                return address;
            }
        }
        long address = allocateLarge(page);
        long rest = page - size;
        boolean dropped = isDropped(type, address + size, rest);
        (dropped ? map.droppedPageEnds() : map.managerMade(smallSlotOf(type))).free(address + size, rest);
        return address;
    }

    private long allocateLarge(long size) {
        FreeSpace manager = map.manager(LARGE_SLOT);
        if (manager != null) {
            long address = manager.allocate(size, page);
            if (address != FreeSpace.NO_SPACE) {
                cutLast(manager); // loaded sections may reach the end
                return address;
            }
        }
        return growWithFragment(size);
    }

    /** Raises the end of allocation by whole pages; what the size leaves of the last one is free. Returns the old end. */
    private long growWithFragment(long size) {
        long address = allocateAtEnd(size);
        long fragment = map.end() - address - size;
        if (fragment > 0) {
            map.managerMade(LARGE_SLOT).free(address + size, fragment);
        }
        return address;
    }

    /** {@inheritDoc} The size is rounded up to whole pages, all of which belong to the caller. */
    @Override
    public long allocateAtEnd(long size) {
        map.requireRoom(size);
        long rounding = Section.padding(map.end() + size, page);
        map.requireRoom(size, rounding);
        return map.grow(size + rounding);
    }

    // ---- release ---------------------------------------------------------------------------------------------

    @Override
    public void release(AllocationType type, long address, long size) {
        if (size >= page || !onePage(address, address + size) || touchesLarge(address, size)) {
            releaseLarge(address, size);
        } else {
            releaseSmall(type, address, size);
        }
    }

    /** Whether a large section is adjacent to the run, in the same page. */
    private boolean touchesLarge(long address, long size) {
        FreeSpace manager = map.manager(LARGE_SLOT);
        return manager != null && touches(manager, address, size);
    }

    // metadata at the end of its page     dropped, if it is no larger than the page-end threshold
    // metadata before a dropped page end  takes the page end in
    // below the threshold                 kept only if it merges
    // makes its page whole                the page is released as a large block
    // otherwise                           kept
    private void releaseSmall(AllocationType type, long address, long size) {
        int slot = smallSlotOf(type);
        FreeSpace manager = map.manager(slot);
        if (size < threshold && (manager == null || !touches(manager, address, size))) {
            map.lose(size);
            return;
        }
        if (size >= threshold && isDropped(type, address, size)) {
            map.droppedPageEnds().free(address, size);
            return;
        }
        long length = size;
        if (size >= threshold && !type.raw()) {
            length += takenPageEnd(address + size);
        }
        FreeSpace made = map.managerMade(slot);
        made.free(address, length);
        long start = address - address % page;
        if (made.sizeAt(start) == page) {
            made.take(start, page);
            releaseLarge(start, page);
        }
    }

    private boolean touches(FreeSpace manager, long address, long size) {
        long end = address + size;
        return address % page != 0 && manager.sizeEndingAt(address) > 0 || end % page != 0 && manager.sizeAt(end) > 0;
    }

    private boolean isDropped(AllocationType type, long address, long size) {
        return !type.raw() && size <= pageEndThreshold && (address + size) % page == 0;
    }

    /** Recovers the dropped end of a page if it starts at the address; returns its size, or 0. */
    private long takenPageEnd(long address) {
        if (pageEndThreshold == 0) {
            return 0;
        }
        long size = map.droppedPageEnds().sizeAt(address);
        if (size > 0) {
            map.droppedPageEnds().take(address, size);
        }
        return size;
    }

    // at the end, a page or more    the end moves down to the first start of a page in it; what is before that stays
    // below the threshold           kept only if it merges, or the end moved
    // otherwise                     kept
    private void releaseLarge(long address, long size) {
        long from = address - takenSmall(address, true);
        long to = address + size + takenSmall(address + size, false);
        FreeSpace manager = map.manager(LARGE_SLOT);
        boolean tooSmall = size < threshold && to - from == size && (manager == null || !adjoins(manager, from, to));
        if (tooSmall && !(to == map.end() && size >= page)) {
            map.lose(size);
            return;
        }
        FreeSpace made = map.managerMade(LARGE_SLOT);
        made.free(from, to - from);
        cutLast(made);
    }

    private static boolean adjoins(FreeSpace manager, long from, long to) {
        return manager.sizeEndingAt(from) > 0 || manager.sizeAt(to) > 0;
    }

    /**
     * Takes the small section that ends at the address inside a page, or starts there; returns its size, or 0.
     *
     * @param before whether it ends there
     */
    private long takenSmall(long address, boolean before) {
        for (int slot = METADATA_SLOT; slot < LARGE_SLOT && address % page != 0; slot++) {
            FreeSpace manager = map.manager(slot);
            long size = manager == null ? 0 : before ? manager.sizeEndingAt(address) : manager.sizeAt(address);
            if (size > 0) {
                manager.take(before ? address - size : address, size);
                return size;
            }
        }
        return 0;
    }

    // ---- extend ----------------------------------------------------------------------------------------------

    // small    inside its page: into the section behind it, or into the dropped end of its page
    // large    at the end: the end moves up, by whole pages; else into the section behind it
    @Override
    public boolean tryExtend(AllocationType type, long address, long size, long extra) {
        long end = address + size;
        if (size < page) {
            return extra <= Section.padding(end, page) && extendsSmall(type, end, extra);
        }
        if (end == map.end()) {
            growWithFragment(extra);
            return true;
        }
        FreeSpace manager = map.manager(LARGE_SLOT);
        return manager != null && extra <= Long.MAX_VALUE - end && manager.take(end, extra);
    }

    private boolean extendsSmall(AllocationType type, long end, long extra) {
        FreeSpace manager = map.manager(smallSlotOf(type));
        if (manager == null || !manager.take(end, extra)) {
            return !type.raw() && pageEndThreshold > 0 && map.droppedPageEnds().take(end, extra);
        }
        dropRest(type, manager, end + extra);
        return true;
    }

    /** Drops the section at the address if it is a page end that is not to be tracked. */
    private void dropRest(AllocationType type, FreeSpace manager, long address) {
        long rest = manager.sizeAt(address);
        if (rest > 0 && isDropped(type, address, rest)) {
            manager.take(address, rest);
            map.droppedPageEnds().free(address, rest);
        }
    }

    // ---- the end of a session --------------------------------------------------------------------------------

    /** {@inheritDoc} A page that becomes entirely free may next be used for raw data. */
    @Override
    public boolean releasesCommitted(AllocationType type) {
        return false;
    }

    @Override
    public void releaseAggregators() {
        // pages are used in place of aggregators
    }

    @Override
    public void shrink() {
        long before;
        do {
            before = map.end();
            for (int slot = LARGE_SLOT; slot <= SpaceMap.SLOTS; slot++) {
                FreeSpace manager = map.manager(slot);
                if (manager != null) {
                    cutLast(manager);
                }
            }
        } while (map.end() < before);
    }

    /** Lowers the end of allocation over whole pages of the manager's last section. */
    private void cutLast(FreeSpace manager) {
        long address = manager.lastAddress();
        if (address == FreeSpace.NO_SPACE) {
            return;
        }
        long size = manager.lastSize();
        if (address + size == map.end() && size >= page) {
            long fragment = Section.padding(address, page);
            manager.take(address + fragment, size - fragment);
            map.cutTo(address + fragment);
        }
    }

    @Override
    public void forEachAggregatorRest(SectionVisitor visitor) {
        // pages are used in place of aggregators
    }
}
