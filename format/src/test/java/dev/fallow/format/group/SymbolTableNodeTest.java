package dev.fallow.format.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.Addresses;
import dev.fallow.format.CodecContract;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.Golden;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Golden bytes were written by libhdf5. */
class SymbolTableNodeTest {
    private static final String NODE = """
            534E4F44 01 00 0300                                      # "SNOD", version 1, 3 symbols
            1000000000000000 2807000000000000 01000000 00000000      # name at 16, header at 1832, a group
            5007000000000000 7009000000000000                        # B-tree at 1872, heap at 2416
            2800000000000000 A80C000000000000 01000000 00000000
            D00C000000000000 F00E000000000000
            3000000000000000 FFFFFFFFFFFFFFFF 02000000 00000000      # name at 48, a soft link
            38000000 000000000000000000000000                        # path at 56
            """ + "00".repeat(5 * 40);

    private static final String NARROW_NODE = """
            534E4F44 01 00 0200
            10000000 FFFFFFFF 02000000 00000000 18000000 000000000000000000000000
            08000000 EC010000 01000000 00000000 14020000 28030000 0000000000000000
            """ + "00".repeat(6 * 32);

    private static CodecContract<SymbolTableNode> nodes(FieldSizes sizes) {
        return CodecContract.of(
                sizes,
                in -> SymbolTableNode.decode(in, 4),
                (node, out) -> node.encode(out, 4),
                node -> SymbolTableNode.length(sizes, 4));
    }

    private static CodecContract<SymbolTableEntry> entries(FieldSizes sizes) {
        return CodecContract.of(
                sizes,
                SymbolTableEntry::decode,
                (entry, out) -> entry.encode(out),
                entry -> SymbolTableEntry.length(sizes));
    }

    @Test
    void nodeIsWhatTheTableSays() {
        assertThat(nodes(FieldSizes.EIGHT).holdsFor(NODE).entries())
                .containsExactly(
                        SymbolTableEntry.group(16, 1832, 1872, 2416),
                        SymbolTableEntry.group(40, 3240, 3280, 3824),
                        SymbolTableEntry.softLink(48, 56));
        assertThat(SymbolTableNode.length(FieldSizes.EIGHT, 4)).isEqualTo(328);
    }

    @Test
    void nodeOfANarrowFile() {
        FieldSizes four = new FieldSizes(4, 4);
        assertThat(nodes(four).holdsFor(NARROW_NODE).entries())
                .containsExactly(SymbolTableEntry.softLink(16, 24), SymbolTableEntry.group(8, 0x1EC, 0x214, 0x328));
    }

    @Test
    void entriesOfEveryKind() {
        SymbolTableEntry hard = entries(FieldSizes.EIGHT)
                .holdsFor("0800000000000000 E002000000000000 00000000 00000000 00000000000000000000000000000000");
        assertThat(hard).isEqualTo(SymbolTableEntry.hardLink(8, 736));
        assertThat(hard.isSoftLink()).isFalse();
        SymbolTableEntry soft = entries(FieldSizes.EIGHT)
                .holdsFor("0800000000000000 FFFFFFFFFFFFFFFF 02000000 00000000 FFFFFFFF000000000000000000000000");
        assertThat(soft).isEqualTo(SymbolTableEntry.softLink(8, 0xFFFF_FFFFL));
        assertThat(soft.isSoftLink()).isTrue();
        assertThatThrownBy(() -> SymbolTableEntry.softLink(8, 1L << 32)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SymbolTableEntry.hardLink(-1, 96)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SymbolTableEntry(8, 96, 0, 100, Addresses.UNDEFINED, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SymbolTableEntry(8, 96, 3, -1, -1, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void moreThanFitsIsRefused() {
        byte[] bytes = Golden.bytes(NODE);
        bytes[6] = 9;
        assertThatThrownBy(() -> SymbolTableNode.decode(Golden.reader(bytes), 4))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("expected at most 8 symbols, found 9");
        SymbolTableNode node = new SymbolTableNode(Collections.nCopies(9, SymbolTableEntry.hardLink(8, 96)));
        assertThatThrownBy(() -> node.encode(new FieldWriter(FieldSizes.EIGHT), 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected at most 8 symbols, found 9");
        assertThat(new SymbolTableNode(List.of()).entries()).isEmpty();
    }
}
