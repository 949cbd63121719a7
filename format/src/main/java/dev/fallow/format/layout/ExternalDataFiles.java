package dev.fallow.format.layout;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Layout;
import dev.fallow.format.objectheader.HeaderMessage;
import java.util.ArrayList;
import java.util.List;

/**
 * External data files message, version 1. O, L: sizes of offsets and of lengths.
 *
 * <pre>
 *   bytes  field
 *     1    version, 1
 *     3    reserved, 0
 *     2    allocated slots
 *     2    used slots, n
 *     O    local heap address
 *   for each used slot:
 *     L      offset in the local heap of the file's name
 *     L      offset of the data in that file
 *     L      length of the data in that file; all ones for unlimited
 * </pre>
 *
 * The local heap has the empty name at offset 0. It belongs to this message and is freed with the dataset.
 */
public record ExternalDataFiles(int allocatedSlots, long heapAddress, List<ExternalFile> files)
        implements HeaderMessage {
    /** The fields before those of the files. */
    public static final Layout LAYOUT =
            Layout.of("external data files", "", "version:1 reserved:3 allocatedSlots:2 usedSlots:2 heap:O");
    /** The size of data in a file that may grow without limit. */
    public static final long UNLIMITED = -1;

    /** A part of the data. */
    public record ExternalFile(long nameOffset, long offset, long size) {
        public ExternalFile {
            if (nameOffset < 0 || offset < 0 || size < UNLIMITED) {
                throw new IllegalArgumentException(
                        "external file: name at " + nameOffset + ", " + size + " bytes at " + offset);
            }
        }
    }

    public ExternalDataFiles {
        files = List.copyOf(files);
        if (heapAddress < 0 || allocatedSlots > 0xFFFF || files.size() > allocatedSlots) {
            throw new IllegalArgumentException("external data files: " + files.size() + " files, " + allocatedSlots
                    + " slots, heap " + heapAddress);
        }
    }

    /** Reads an external data files message. Like libhdf5, refuses more used slots than allocated ones. */
    public static ExternalDataFiles decode(FieldReader in) {
        in.version(1);
        in.skip(3);
        int allocated = in.u16();
        int used = in.u16();
        if (used > allocated) {
            throw in.fail("expected at most " + allocated + " used slots, found " + used, 2);
        }
        long heap = in.definedOffset();
        List<ExternalFile> files = new ArrayList<>();
        for (int i = 0; i < used; i++) {
            files.add(new ExternalFile(in.length(), in.length(), in.lengthOrUnlimited()));
        }
        return new ExternalDataFiles(allocated, heap, files);
    }

    @Override
    public void encode(FieldWriter out) {
        out.u8(1).zeros(3).u16(allocatedSlots).u16(files.size()).offset(heapAddress);
        for (ExternalFile file : files) {
            out.length(file.nameOffset()).length(file.offset()).lengthOrUnlimited(file.size());
        }
    }
}
