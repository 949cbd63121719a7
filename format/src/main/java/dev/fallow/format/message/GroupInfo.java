package dev.fallow.format.message;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.objectheader.HeaderMessage;

/**
 * Group info message, version 0.
 *
 * <pre>
 *   bytes   field
 *     1     version, 0
 *     1     flags: 1 link phase change stored, 2 estimates stored
 *   0 or 4  maximum number of compact links (2), minimum number of dense links (2)
 *   0 or 4  estimated number of entries (2), estimated length of a name in bytes (2)
 * </pre>
 */
public record GroupInfo(
        boolean phaseChangeStored,
        int maxCompact,
        int minDense,
        boolean estimatesStored,
        int estimatedEntries,
        int estimatedNameLength)
        implements HeaderMessage {
    /** HDF5's defaults, nothing stored: 8 and 6 links, 4 entries, names of 8 bytes. */
    public static final GroupInfo DEFAULT = new GroupInfo(false, 8, 6, false, 4, 8);

    private static final int PHASE_CHANGE = 1;
    private static final int ESTIMATES = 2;

    public static GroupInfo decode(FieldReader in) {
        in.version(0);
        int flags = in.flags(PHASE_CHANGE | ESTIMATES);
        boolean phaseChange = (flags & PHASE_CHANGE) != 0;
        boolean estimates = (flags & ESTIMATES) != 0;
        int maxCompact = phaseChange ? in.u16() : DEFAULT.maxCompact;
        int minDense = phaseChange ? in.u16() : DEFAULT.minDense;
        int entries = estimates ? in.u16() : DEFAULT.estimatedEntries;
        int nameLength = estimates ? in.u16() : DEFAULT.estimatedNameLength;
        return new GroupInfo(phaseChange, maxCompact, minDense, estimates, entries, nameLength);
    }

    @Override
    public void encode(FieldWriter out) {
        out.u8(0).u8((phaseChangeStored ? PHASE_CHANGE : 0) | (estimatesStored ? ESTIMATES : 0));
        if (phaseChangeStored) {
            out.u16(maxCompact).u16(minDense);
        }
        if (estimatesStored) {
            out.u16(estimatedEntries).u16(estimatedNameLength);
        }
    }
}
