package dev.fallow.format.group;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Layout;

/**
 * Symbol table entry: a link of an old-style group. O, L: sizes of offsets and of lengths.
 *
 * <pre>
 *   bytes  field
 *     L    link name offset, in the group's local heap
 *     O    object header address; undefined for a soft link
 *     4    cache type
 *     4    reserved, 0
 *    16    scratch pad, padded with zeros:
 *            cache type 0: nothing
 *            cache type 1: a group's B-tree address (O) and local heap address (O)
 *            cache type 2: offset of a soft link's path in the local heap (4)
 * </pre>
 *
 * The scratch pad of a group only caches the content of its symbol table message. Addresses of another cache type are
 * undefined, and its offset is 0.
 */
public record SymbolTableEntry(
        long nameOffset, long headerAddress, int cacheType, long btreeAddress, long heapAddress, long targetOffset) {
    /** Cache type of an object without cached data. */
    public static final int NOTHING_CACHED = 0;
    /** Cache type of a group with a symbol table. */
    public static final int GROUP = 1;
    /** Cache type of a soft link. */
    public static final int SOFT_LINK = 2;
    /** The length of the scratch pad in bytes. */
    public static final int SCRATCH_LENGTH = 16;

    public static final Layout LAYOUT =
            Layout.of("symbol table entry", "", "nameOffset:L header:O cacheType:4 reserved:4 scratch:16");

    public SymbolTableEntry {
        if (nameOffset < 0
                || headerAddress < Addresses.UNDEFINED
                || cacheType < NOTHING_CACHED
                || cacheType > SOFT_LINK
                || cacheType != GROUP && (btreeAddress != Addresses.UNDEFINED || heapAddress != Addresses.UNDEFINED)
                || targetOffset < 0
                || targetOffset > (cacheType == SOFT_LINK ? 0xFFFF_FFFFL : 0)) {
            throw new IllegalArgumentException("symbol table entry of cache type " + cacheType + ": name at "
                    + nameOffset + ", object header " + headerAddress + ", B-tree " + btreeAddress + ", heap "
                    + heapAddress + ", target at " + targetOffset);
        }
    }

    /** A hard link, with nothing cached. */
    public static SymbolTableEntry hardLink(long nameOffset, long headerAddress) {
        return new SymbolTableEntry(
                nameOffset, headerAddress, NOTHING_CACHED, Addresses.UNDEFINED, Addresses.UNDEFINED, 0);
    }

    /** A hard link to an old-style group. */
    public static SymbolTableEntry group(long nameOffset, long headerAddress, long btreeAddress, long heapAddress) {
        return new SymbolTableEntry(nameOffset, headerAddress, GROUP, btreeAddress, heapAddress, 0);
    }

    /** A soft link. */
    public static SymbolTableEntry softLink(long nameOffset, long targetOffset) {
        return new SymbolTableEntry(
                nameOffset, Addresses.UNDEFINED, SOFT_LINK, Addresses.UNDEFINED, Addresses.UNDEFINED, targetOffset);
    }

    /** The length of an entry in bytes: 40 for offsets and lengths of 8 bytes. */
    public static int length(FieldSizes sizes) {
        return LAYOUT.length(sizes);
    }

    /**
     * Reads an entry. Like libhdf5, refuses a cache type of more than 2. Other bytes of the scratch pad are ignored.
     */
    public static SymbolTableEntry decode(FieldReader in) {
        long name = in.length();
        long header = in.offset();
        long type = in.u32();
        if (type > SOFT_LINK) {
            throw in.fail("expected a cache type of at most " + SOFT_LINK + ", found " + type, 4);
        }
        in.skip(4);
        FieldReader scratch = in.inner(SCRATCH_LENGTH, "symbol table entry scratch pad");
        return switch ((int) type) {
            case GROUP -> new SymbolTableEntry(name, header, GROUP, scratch.offset(), scratch.offset(), 0);
            case SOFT_LINK ->
                new SymbolTableEntry(name, header, SOFT_LINK, Addresses.UNDEFINED, Addresses.UNDEFINED, scratch.u32());
            default -> hardLink(name, header);
        };
    }

    /** Writes {@link #length} bytes. */
    public void encode(FieldWriter out) {
        out.length(nameOffset).offset(headerAddress).u32(cacheType).zeros(4);
        int from = out.position();
        if (cacheType == GROUP) {
            out.offset(btreeAddress).offset(heapAddress);
        } else if (cacheType == SOFT_LINK) {
            out.u32(targetOffset);
        }
        out.zeros(SCRATCH_LENGTH - (out.position() - from));
    }

    /** Whether this is a soft link. */
    public boolean isSoftLink() {
        return cacheType == SOFT_LINK;
    }
}
