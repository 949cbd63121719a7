package dev.fallow.format.btree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.Addresses;
import dev.fallow.format.CodecContract;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.Golden;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Golden bytes were written by libhdf5. */
class NodeV1Test {
    private static final String GROUP_NODE = """
            54524545 00 00 0100                   # "TREE", group, level 0, 1 entry
            FFFFFFFFFFFFFFFF FFFFFFFFFFFFFFFF     # no siblings
            0000000000000000                      # key 0: the empty name
            E005000000000000                      # symbol table node at 1504
            3000000000000000                      # key 1: name at 48
            """ + "00".repeat(544 - 48);

    /** Chunks of 4 by 4 elements of 2 bytes, in a dataset of 6 by 8. */
    private static final String CHUNK_NODE = """
            54524545 01 00 0400                   # "TREE", chunks, level 0, 4 entries
            FFFFFFFFFFFFFFFF FFFFFFFFFFFFFFFF     # no siblings
            24000000 00000000 0000000000000000 0000000000000000 0000000000000000  B00F000000000000
            26000000 00000000 0000000000000000 0400000000000000 0000000000000000  D40F000000000000
            19000000 00000000 0400000000000000 0000000000000000 0000000000000000  FA0F000000000000
            19000000 00000000 0400000000000000 0400000000000000 0000000000000000  1310000000000000
            00000000 00000000 0400000000000000 0400000000000000 0200000000000000  # behind the last chunk
            """ + "00".repeat(24 + 64 * 8 + 65 * 32 - 24 - 4 * 40 - 32);

    private static CodecContract<GroupBTreeNode> groups(FieldSizes sizes) {
        return CodecContract.of(
                sizes,
                in -> GroupBTreeNode.decode(in, 16),
                (node, out) -> node.encode(out, 16),
                node -> GroupBTreeNode.length(sizes, 16));
    }

    private static final CodecContract<ChunkBTreeNode> CHUNKS = CodecContract.of(
            FieldSizes.EIGHT,
            in -> ChunkBTreeNode.decode(in, 32, 4, 4, 2),
            (node, out) -> node.encode(out, 32, 3),
            node -> ChunkBTreeNode.length(FieldSizes.EIGHT, 32, 3));

    @Test
    void groupNodeIsWhatTheTableSays() {
        assertThat(groups(FieldSizes.EIGHT).holdsFor(GROUP_NODE))
                .usingRecursiveComparison()
                .isEqualTo(new GroupBTreeNode(
                        0, Addresses.UNDEFINED, Addresses.UNDEFINED, new long[] {0, 48}, new long[] {1504}));
        assertThat(GroupBTreeNode.length(FieldSizes.EIGHT, 16)).isEqualTo(544);
    }

    @Test
    void groupNodesOfAnyFill() {
        for (int offsets : new int[] {2, 4, 8}) {
            FieldSizes sizes = new FieldSizes(offsets, offsets == 8 ? 4 : 8);
            for (int entries : new int[] {0, 1, 32}) {
                long[] keys = new long[entries == 0 ? 0 : entries + 1];
                long[] children = new long[entries];
                for (int i = 0; i < entries; i++) {
                    keys[i + 1] = 8L * i + 8;
                    children[i] = 1000L + 328 * i;
                }
                GroupBTreeNode node = new GroupBTreeNode(3, 96, Addresses.UNDEFINED, keys, children);
                FieldWriter out = new FieldWriter(sizes);
                node.encode(out, 16);
                assertThat(groups(sizes).holdsFor(out.toByteArray()))
                        .usingRecursiveComparison()
                        .isEqualTo(node);
            }
        }
        assertThat(GroupBTreeNode.empty().children()).isEmpty();
    }

    @Test
    void chunkNodeIsWhatTheTableSays() {
        ChunkBTreeNode node = CHUNKS.holdsFor(CHUNK_NODE);
        assertThat(node)
                .usingRecursiveComparison()
                .isEqualTo(new ChunkBTreeNode(
                        0,
                        Addresses.UNDEFINED,
                        Addresses.UNDEFINED,
                        List.of(
                                new ChunkKey(36, 0, new long[] {0, 0, 0}),
                                new ChunkKey(38, 0, new long[] {0, 4, 0}),
                                new ChunkKey(25, 0, new long[] {4, 0, 0}),
                                new ChunkKey(25, 0, new long[] {4, 4, 0}),
                                new ChunkKey(0, 0, new long[] {4, 4, 2})),
                        new long[] {0xFB0, 0xFD4, 0xFFA, 0x1013}));
    }

    @Test
    void fieldsOutOfRangeAreRefused() {
        refusedGroup(4, "01", "expected node type 0, found 1");
        refusedGroup(6, "2100", "expected at most 32 entries, found 33");
        refusedGroup(32, "FFFFFFFFFFFFFFFF", "the undefined address");
        byte[] odd = Golden.bytes(CHUNK_NODE);
        odd[32] = 2;
        assertThatThrownBy(() -> ChunkBTreeNode.decode(Golden.reader(odd), 32, 4, 4, 2))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("multiple of 4, found 2");
        GroupBTreeNode full = new GroupBTreeNode(0, -1, -1, new long[4], new long[3]);
        assertThatThrownBy(() -> full.encode(new FieldWriter(FieldSizes.EIGHT), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected at most 2 entries, found 3");
        assertThatThrownBy(() -> new GroupBTreeNode(0, -1, -1, new long[1], new long[0]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new GroupBTreeNode(256, -1, -1, new long[0], new long[0]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ChunkKey(1L << 32, 0, new long[1])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ChunkKey(0, 0, new long[] {-1})).isInstanceOf(IllegalArgumentException.class);
    }

    private static void refusedGroup(int at, String replacement, String message) {
        byte[] bytes = Golden.bytes(GROUP_NODE);
        byte[] field = Golden.bytes(replacement);
        System.arraycopy(field, 0, bytes, at, field.length);
        assertThatThrownBy(() -> GroupBTreeNode.decode(Golden.reader(bytes), 16))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(message);
    }
}
