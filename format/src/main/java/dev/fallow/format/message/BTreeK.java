package dev.fallow.format.message;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.objectheader.HeaderMessage;

/**
 * B-tree 'K' values message: version 0 (1), then three numbers of 2 bytes.
 *
 * @param chunkInternal K of the nodes of chunk B-trees; more than 0
 * @param groupInternal K of the internal nodes of group B-trees; more than 0
 * @param groupLeaf K of symbol table nodes; more than 0
 */
public record BTreeK(int chunkInternal, int groupInternal, int groupLeaf) implements HeaderMessage {
    public static BTreeK decode(FieldReader in) {
        in.version(0);
        return new BTreeK(positive(in), positive(in), positive(in));
    }

    private static int positive(FieldReader in) {
        int k = in.u16();
        if (k == 0) {
            throw in.fail("expected a K value of at least 1, found 0", 2);
        }
        return k;
    }

    /** Written out: the method of a record is linked at its first call, for some 20 ms, and each opening of a file calls it. */
    @Override
    public boolean equals(Object other) {
        return other instanceof BTreeK k
                && chunkInternal == k.chunkInternal
                && groupInternal == k.groupInternal
                && groupLeaf == k.groupLeaf;
    }

    @Override
    public int hashCode() {
        return (chunkInternal * 31 + groupInternal) * 31 + groupLeaf;
    }

    @Override
    public void encode(FieldWriter out) {
        out.u8(0).u16(chunkInternal).u16(groupInternal).u16(groupLeaf);
    }
}
