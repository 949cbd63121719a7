package dev.fallow.internal.check.dump;

import dev.fallow.format.Layout;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.Widths;
import dev.fallow.format.array.ExtensibleArray;
import dev.fallow.format.array.FixedArray;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionList;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Family;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;

/** The content of blocks whose layout depends on a header, which they refer to. */
final class Blocks {
    /** The layout of the header by that of the block. */
    static final Map<Layout, Layout> HEADERS = Map.of(
            FixedArray.BLOCK,
            FixedArray.LAYOUT,
            ExtensibleArray.INDEX,
            ExtensibleArray.LAYOUT,
            ExtensibleArray.SUPER,
            ExtensibleArray.LAYOUT,
            ExtensibleArray.BLOCK,
            ExtensibleArray.LAYOUT,
            SectionList.LAYOUT,
            FreeSpaceHeader.LAYOUT);

    private final Context context;
    private final Fields fields;
    private final byte[] image;
    private Layout layout;
    private byte[] header;

    Blocks(Context context, Fields fields, byte[] image) {
        this.context = context;
        this.fields = fields;
        this.image = image;
    }

    /**
     * Reads the fields after the address of the header.
     *
     * @param end the position of the checksum
     */
    void read(Layout block, int end) throws IOException {
        layout = HEADERS.get(block);
        int length = layout.length(context.sizes());
        header = Arrays.copyOf( // a header at the end of the file may be cut off
                context.readStart(Family.OTHER, "header", fields.number("header"), length), length);
        if (Context.begins(header, layout.signature())) {
            if (block == FixedArray.BLOCK) {
                fixed(end);
            } else if (block == SectionList.LAYOUT) {
                sections(end);
            } else {
                extensible(block, end);
            }
        }
        fields.bytes("rest", end - fields.position());
    }

    /** A field of the header. */
    private long number(String name) {
        return layout.field(name).get(header, context.sizes());
    }

    private void elements(int end) {
        int offsets = context.sizes().offsets();
        int size = (int) number("elementSize");
        int whole = Math.min(end, fields.position() + fields.left());
        for (int i = 0; size > 0 && fields.position() + size <= whole; i++) {
            fields.number("address " + i, offsets);
            if (size > offsets + Integer.BYTES) {
                fields.number("size " + i, size - offsets - Integer.BYTES);
                fields.number("filterMask " + i, Integer.BYTES);
            }
        }
    }

    private void fixed(int end) {
        if (number("elements") > 1L << number("pageBits")) {
            fields.bytes("pageBitmap", end - fields.position());
        } else {
            elements(end);
        }
    }

    private void extensible(Layout block, int end) {
        if (block == ExtensibleArray.INDEX) {
            elements(fields.position() + (int) (number("indexElements") * number("elementSize")));
            addresses(end);
            return;
        }
        fields.number("firstElement", (int) (number("elementBits") + 7) / 8);
        if (block == ExtensibleArray.BLOCK) {
            elements(end);
        } else {
            int offsets = context.sizes().offsets();
            fields.bytes("pageBitmap", (end - fields.position()) % offsets);
            addresses(end);
        }
    }

    private void addresses(int end) {
        for (int i = 0; fields.position() + context.sizes().offsets() <= end; i++) {
            fields.number("block " + i, context.sizes().offsets());
        }
    }

    private void sections(int end) {
        long serialized = number("serializedSections");
        int bits = (int) number("addressBits");
        int sizeWidth = Widths.bytesFor(number("maxSectionSize"));
        boolean file = number("client") == FreeSpaceHeader.FILE;
        long left = serialized;
        int countWidth = Widths.bytesFor(serialized);
        while (left > 0 && countWidth <= fields.left()) {
            long count = LittleEndian.unsigned(image, fields.position(), countWidth);
            fields.number("sectionsOfSize", countWidth);
            fields.number("size", sizeWidth);
            for (long i = 0; i < count && fields.position() < end; i++, left--) {
                fields.number("address", (bits + 7) / 8);
                boolean first = !file && image[fields.position()] == 1;
                fields.number("class", 1);
                if (first) {
                    fields.bytes("row", (bits + 7) / 8 + 6);
                }
            }
            left = count == 0 ? 0 : left;
        }
    }
}
