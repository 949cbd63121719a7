package dev.fallow.freespace.file;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.FreeSpaceFactory;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.SectionVisitor;
import java.util.ArrayList;
import java.util.List;

/**
 * What of a file's space the last commit refers to, and which of it has been released since. What is written before the next
 * commit must not get there, since a crash brings the last one back: so those runs are nobody's until then; or metadata's,
 * which is written by way of the journal.
 *
 * <p>Of the bytes below the end that the last commit had, only those are known to be free in it that were handed out
 * since, because what it refers to is never handed out. Bytes behind that end are free in it in any case.
 */
final class Quarantine {
    private record Released(AllocationType type, long address, long size) {}

    private final long committedEnd;
    /** Below the committed end, what has been handed out since; overlapping runs are one. */
    private final FreeSpace handedOut;
    /** What has been released and may be handed out again, although the last commit refers to it. */
    private final FreeSpace referredTo;
    /** The released runs by address, merged. */
    private final FreeSpace runs;
    /** The same, as they were released. */
    private final List<Released> released = new ArrayList<>();
    /** From when it is emptied: the next commit is being made, and nothing is kept or noted any more. */
    private boolean over;

    Quarantine(FreeSpaceFactory backend, long committedEnd) {
        this.committedEnd = committedEnd;
        handedOut = backend.create(0);
        referredTo = backend.create(0);
        runs = backend.create(0);
    }

    /** Says that a run was handed out. O(1) behind the committed end. */
    void handedOut(long address, long size) {
        if (over || address >= committedEnd || refersToNoneOf(address, size)) {
            return;
        }
        long end = Math.min(address + size, committedEnd);
        if (referredTo.freeBytes() == 0 || referredTo.overlapping(address, end - address) == null) {
            add(handedOut, address, end);
        }
    }

    /** Says that a run was released that the last commit refers to, and that is not kept. */
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

    /** Whether the last commit refers to no byte of a run that is, or was, handed out. */
    boolean refersToNoneOf(long address, long size) {
        if (address >= committedEnd) {
            return true;
        }
        long end = Math.min(address + size, committedEnd);
        Section around = handedOut.overlapping(address, end - address);
        return around != null && around.address() <= address && around.end() >= end;
    }

    /** Whether a run that is being released is to be kept. */
    boolean keeps(long address, long size) {
        return !over && !refersToNoneOf(address, size);
    }

    /** Keeps a run that was released from being handed out. */
    void add(AllocationType type, long address, long size) {
        runs.free(address, size);
        released.add(new Released(type, address, size));
    }

    /** The lowest merged run that shares a byte with this one, or null. */
    Section overlapping(long address, long size) {
        return runs.freeBytes() == 0 ? null : runs.overlapping(address, size);
    }

    long bytes() {
        return runs.freeBytes();
    }

    void forEach(SectionVisitor visitor) {
        runs.forEach(visitor);
    }

    /** Where the runs go when they may be used again. */
    @FunctionalInterface
    interface Release {
        void release(AllocationType type, long address, long size);
    }

    /** Empties the quarantine, in the order in which the runs came; nothing is quarantined after that. */
    void empty(Release release) {
        over = true;
        runs.clear();
        for (Released one : released) {
            release.release(one.type, one.address, one.size);
        }
        released.clear();
    }
}
