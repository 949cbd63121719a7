package dev.fallow.format.message;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.objectheader.HeaderMessage;
import java.util.Arrays;
import java.util.Objects;

/**
 * File space info message, versions 0 and 1. O, L: sizes of offsets and of lengths.
 *
 * <pre>
 *   version 1                                        version 0
 *   bytes  field                                     bytes  field
 *     1    version, 1                                  1    version, 0
 *     1    strategy: 0 FSM and aggregators, 1 paged,   1    strategy: 1 FSM and aggregators, persistent,
 *          2 aggregators, 3 none                            2 FSM and aggregators, not persistent, 3 aggregators, 4 none
 *     1    persistent, 0 or 1                          L    threshold
 *     L    threshold: smallest section tracked        6*O   FSM headers, slots 1 to 6, if persistent
 *     L    page size, 512 to 2^30
 *     2    page-end metadata threshold
 *     O    end of allocation when the message was written, or undefined
 *   12*O   FSM headers, slots 1 to 12, if persistent
 * </pre>
 *
 * Slots: 1 superblock, 2 B-tree, 3 raw data, 4 global heap, 5 local heap, 6 object header; 7 to 12 the same for large
 * blocks of paged files.
 *
 * @param pageSize in bytes; used only with {@link Strategy#PAGE}
 * @param pageEndThreshold free bytes at the end of a page, up to this number, are not tracked
 * @param managers addresses of the free-space manager headers of slots 1 to {@value #SLOTS}; not copied
 */
public record FileSpaceInfo(
        int version,
        Strategy strategy,
        boolean persistent,
        long threshold,
        long pageSize,
        int pageEndThreshold,
        long endOfAllocation,
        long[] managers)
        implements HeaderMessage {
    /** The file-space strategy; the ordinal is the number in a version 1 message. */
    public enum Strategy {
        /** Free-space managers, then aggregators, then the end of the file. */
        FSM_AGGR,
        /** Free-space managers, in pages. */
        PAGE,
        /** Aggregators, then the end of the file. */
        AGGR,
        /** The end of the file. */
        NONE
    }

    /** The number of managers in a version 1 message. */
    public static final int SLOTS = 12;
    /** The page size if none is stored, in bytes. */
    public static final long DEFAULT_PAGE_SIZE = 4096;
    /** The minimum page size, in bytes. */
    public static final long MIN_PAGE_SIZE = 512;
    /** The maximum page size, in bytes. */
    public static final long MAX_PAGE_SIZE = 1L << 30;

    private static final int SLOTS_VERSION_0 = 6;

    /**
     * A version 1 message without manager addresses.
     *
     * @param threshold size of the smallest tracked section in bytes, at least 0
     * @param pageSize {@value #MIN_PAGE_SIZE} to {@value #MAX_PAGE_SIZE}; stored with every strategy
     * @param pageEndThreshold 0 to 65,535 bytes
     */
    public static FileSpaceInfo of(
            Strategy strategy, boolean persistent, long threshold, long pageSize, int pageEndThreshold) {
        if (threshold < 0
                || pageSize < MIN_PAGE_SIZE
                || pageSize > MAX_PAGE_SIZE
                || pageEndThreshold < 0
                || pageEndThreshold > 0xFFFF) {
            throw new IllegalArgumentException(
                    "threshold " + threshold + ", page size " + pageSize + ", page-end threshold " + pageEndThreshold);
        }
        return new FileSpaceInfo(
                1, strategy, persistent, threshold, pageSize, pageEndThreshold, Addresses.UNDEFINED, none());
    }

    private static long[] none() {
        long[] managers = new long[SLOTS];
        Arrays.fill(managers, Addresses.UNDEFINED);
        return managers;
    }

    public static FileSpaceInfo decode(FieldReader in) {
        return in.version(0, 1) == 0 ? decodeVersion0(in) : decodeVersion1(in);
    }

    private static FileSpaceInfo decodeVersion0(FieldReader in) {
        int number = in.u8();
        if (number < 1 || number > 4) {
            throw in.fail("expected strategy 1 to 4 in version 0, found " + number, 1);
        }
        boolean persistent = number == 1;
        Strategy strategy = number <= 2 ? Strategy.FSM_AGGR : number == 3 ? Strategy.AGGR : Strategy.NONE;
        long threshold = in.length();
        long[] managers = none();
        for (int i = 0; persistent && i < SLOTS_VERSION_0; i++) {
            managers[i] = in.offset();
        }
        return new FileSpaceInfo(
                0, strategy, persistent, threshold, DEFAULT_PAGE_SIZE, 0, Addresses.UNDEFINED, managers);
    }

    private static FileSpaceInfo decodeVersion1(FieldReader in) {
        Strategy strategy = Strategy.values()[in.u8("strategy", Strategy.NONE.ordinal())];
        boolean persistent = in.u8("persistence", 1) == 1;
        long threshold = in.length();
        long pageSize = in.length();
        if (pageSize < MIN_PAGE_SIZE || pageSize > MAX_PAGE_SIZE) {
            throw in.fail(
                    "expected a page size of " + MIN_PAGE_SIZE + " to " + MAX_PAGE_SIZE + ", found " + pageSize,
                    in.sizes().lengths());
        }
        int pageEndThreshold = in.u16();
        long end = in.offset();
        long[] managers = none();
        for (int i = 0; persistent && i < SLOTS; i++) {
            managers[i] = in.offset();
        }
        return new FileSpaceInfo(1, strategy, persistent, threshold, pageSize, pageEndThreshold, end, managers);
    }

    @Override
    public void encode(FieldWriter out) {
        out.u8(version);
        if (version == 0) {
            out.u8(persistent ? 1 : strategy == Strategy.FSM_AGGR ? 2 : strategy == Strategy.AGGR ? 3 : 4);
            out.length(threshold);
        } else {
            out.u8(strategy.ordinal()).u8(persistent ? 1 : 0).length(threshold).length(pageSize);
            out.u16(pageEndThreshold).offset(endOfAllocation);
        }
        for (int i = 0; i < storedSlots(); i++) {
            out.offset(managers[i]);
        }
    }

    private int storedSlots() {
        return !persistent ? 0 : version == 0 ? SLOTS_VERSION_0 : SLOTS;
    }

    /**
     * The address of the free-space manager header of a slot, or {@link Addresses#UNDEFINED}.
     *
     * @param slot 1 to {@value #SLOTS}
     */
    public long manager(int slot) {
        return managers[Objects.checkIndex(slot - 1, SLOTS)];
    }

    /**
     * Returns a copy in version 1 with another end of allocation.
     *
     * @param end an address, or {@link Addresses#UNDEFINED}
     */
    public FileSpaceInfo withEndOfAllocation(long end) {
        return with(end, managers);
    }

    /**
     * Returns a copy in version 1 with another address of one free-space manager header.
     *
     * @param slot 1 to {@value #SLOTS}
     * @param address of the header, or {@link Addresses#UNDEFINED}
     */
    public FileSpaceInfo withManager(int slot, long address) {
        if (!persistent) {
            throw new IllegalArgumentException("FSM header at " + address + " in a file that is not persistent");
        }
        long[] other = managers.clone();
        other[Objects.checkIndex(slot - 1, SLOTS)] = address;
        return with(endOfAllocation, other);
    }

    /** Returns a copy in version 1 without free-space manager headers. */
    public FileSpaceInfo withoutManagers() {
        return with(endOfAllocation, none());
    }

    private FileSpaceInfo with(long end, long[] addresses) {
        return new FileSpaceInfo(1, strategy, persistent, threshold, pageSize, pageEndThreshold, end, addresses);
    }
}
