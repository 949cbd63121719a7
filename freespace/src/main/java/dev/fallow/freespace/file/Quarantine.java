package dev.fallow.freespace.file;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.FreeSpaceFactory;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.SectionVisitor;
import java.util.ArrayList;
import java.util.List;

/**
 * The space that the last commit refers to, and the part of it that has been released since. It must not be overwritten
 * before the next commit, because a crash restores the last one. Until then those runs are unavailable, or available
 * only to metadata, which is written through the journal.
 *
 * <p>Below the last commit's end, only bytes allocated since are known to be free in it, because space that it refers
 * to is never reallocated. Bytes past that end are always free in it.
 */
final class Quarantine {
    private record Released(AllocationType type, long address, long size) {}

    private final long committedEnd;
    /** Runs below the committed end that have been allocated since, with overlapping runs merged. */
    private final FreeSpace handedOut;
    /** Runs that have been released and may be reallocated although the last commit refers to them. */
    private final FreeSpace referredTo;
    /** The released runs by address, merged. */
    private final FreeSpace runs;
    /** The same runs, as they were released. */
    private final List<Released> released = new ArrayList<>();
    /** Set when the quarantine is emptied for the next commit; from then on nothing is kept or recorded. */
    private boolean over;

    Quarantine(FreeSpaceFactory backend, long committedEnd) {
        this.committedEnd = committedEnd;
        handedOut = backend.create(0);
        referredTo = backend.create(0);
        runs = backend.create(0);
    }

    /** The end of the last commit. */
    long committedEnd() {
        return committedEnd;
    }

    /** Records an allocated run. O(1) past the committed end. */
    void handedOut(long address, long size) {
        if (over || address >= committedEnd || refersToNoneOf(address, size)) {
            return;
        }
        long end = Math.min(address + size, committedEnd);
        if (hasReleasedNoneOf(address, end - address)) {
            add(handedOut, address, end);
        }
    }

    /** Records a released run that the last commit refers to, and that is not kept. */
    void released(long address, long size) {
        add(referredTo, address, address + size);
    }

    private static void add(FreeSpace set, long address, long end) {
        long from = address;
        long to = end;
        for (Section other = set.overlapping(from, to - from);
                other != null;
                other = set.overlapping(from, to - from)) {
            set.take(other.address(), other.size());
            from = Math.min(from, other.address());
            to = Math.max(to, other.end());
        }
        set.free(from, to - from);
    }

    /** Whether the last commit refers to no byte of a run that is or was allocated. */
    boolean refersToNoneOf(long address, long size) {
        if (address >= committedEnd) {
            return true;
        }
        long end = Math.min(address + size, committedEnd);
        Section around = handedOut.overlapping(address, end - address);
        return around != null && around.address() <= address && around.end() >= end;
    }

    /** Whether no byte of a run that is free has been released since the last commit, although that refers to it. */
    boolean hasReleasedNoneOf(long address, long size) {
        return referredTo.freeBytes() == 0 || referredTo.overlapping(address, size) == null;
    }

    /** The parts of a free run of which no byte has been released since the last commit, although that refers to it. */
    List<Section> notReleased(long address, long size) {
        List<Section> parts = new ArrayList<>();
        long end = address + size;
        long from = address;
        while (from < end) {
            Section released = referredTo.freeBytes() == 0 ? null : referredTo.overlapping(from, end - from);
            long to = released == null ? end : released.address();
            if (to > from) {
                parts.add(new Section(from, to - from));
            }
            from = released == null ? end : released.end();
        }
        return parts;
    }

    /** Whether a run being released has to be kept. */
    boolean keeps(long address, long size) {
        return !over && !refersToNoneOf(address, size);
    }

    /** Whether it has been emptied for the next commit. */
    boolean isOver() {
        return over;
    }

    /** Prevents a released run from being reallocated. */
    void add(AllocationType type, long address, long size) {
        runs.free(address, size);
        released.add(new Released(type, address, size));
    }

    /** The lowest merged run that overlaps this one, or null. */
    Section overlapping(long address, long size) {
        return runs.freeBytes() == 0 ? null : runs.overlapping(address, size);
    }

    long bytes() {
        return runs.freeBytes();
    }

    void forEach(SectionVisitor visitor) {
        runs.forEach(visitor);
    }

    /** Receives the runs when they become available. */
    @FunctionalInterface
    interface Release {
        void release(AllocationType type, long address, long size);
    }

    /** Empties the quarantine, in order of arrival; nothing is quarantined after that. */
    void empty(Release release) {
        over = true;
        runs.clear();
        for (Released one : released) {
            release.release(one.type, one.address, one.size);
        }
        released.clear();
    }
}
