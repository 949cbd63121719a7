package dev.fallow.internal.check.structure;

import dev.fallow.format.Checksum;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.Layout;
import dev.fallow.format.LittleEndian;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;

/** A check of the structures of one family that belong to one object. All findings name that object. */
public abstract class StructureCheck {
    protected final Context context;
    protected final FieldSizes sizes;
    protected final PathNode path;
    private final Family family;

    /**
     * A check of structures.
     *
     * @param path of the object; null if they belong to the file
     */
    protected StructureCheck(Context context, Family family, PathNode path) {
        this.context = context;
        this.family = family;
        this.path = path;
        sizes = context.sizes();
    }

    /** Adds a finding. */
    protected final void add(FindingCode code, long at, String sentence) {
        context.add(code, at, path, sentence);
    }

    /** A sentence on a structure. */
    protected static String sentence(String structure, long address, String problem) {
        return "%s at address %d: %s".formatted(structure, address, problem);
    }

    /** Runs a part of the check. Its failure becomes a finding; returns whether there is none. */
    protected final boolean attempt(long at, Findings.Part part) throws IOException {
        return context.findings().attempt(family, at, path, part);
    }

    /** Runs a part that decodes a message of the object. Returns whether there is no contradiction. */
    protected final boolean decoded(long at, Findings.Part part) throws IOException {
        return context.decoded(at, path, part);
    }

    /** Reads a structure, and requires its signature. */
    protected final byte[] signed(Layout layout, long at, long length) throws IOException {
        return context.signed(family, layout.signature(), layout.structure(), at, length);
    }

    /** As {@link #signed}, of a structure that ends with a checksum of everything before. */
    protected final byte[] sealed(Layout layout, long at, long length) throws IOException {
        byte[] image = signed(layout, at, length);
        mend(layout.structure(), image, image.length - Integer.BYTES, at);
        return image;
    }

    /** Compares a checksum with the bytes before it. A wrong one is a finding, and is corrected in the image. */
    protected final void mend(String structure, byte[] image, int checksumAt, long at) {
        context.mend(family, structure, image, checksumAt, at, path);
    }

    /** Puts the checksum of the bytes before it into an image that was corrected. */
    protected static void seal(byte[] image, int checksumAt) {
        LittleEndian.put(image, checksumAt, Integer.BYTES, Checksum.of(image, 0, checksumAt) & 0xFFFF_FFFFL);
    }

    /** A reader of the image of a structure. */
    protected final FieldReader reader(byte[] image, Layout layout, long at) {
        return context.reader(image, layout.structure(), at);
    }

    /** Claims the bytes of a structure, to be visited once; a second owner is a defect. */
    protected final void claim(String structure, long at, long length) {
        context.claim(structure, at, length, path);
    }
}
