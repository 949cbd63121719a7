package dev.fallow.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.Blocks;
import dev.fallow.Hyperslab;
import dev.fallow.Selection;
import dev.fallow.VirtualMapping;
import dev.fallow.format.Checksum;
import dev.fallow.format.CodecContract;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.Golden;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.layout.VirtualLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

class VirtualMappingsTest {
    /** Written by libhdf5. */
    private static final String LAYOUT = """
            04 03 0008000000000000 01000000                          # version 4, virtual, object 1 of the heap at 2048
            """;

    /** Written by libhdf5. */
    private static final String MAPPINGS = """
            00 0200000000000000                                      # version 0, two mappings
            6125622e683500 2f6400                                    # "a%b.h5", "/d"
            03000000 01000000 0000000000000000                       # source: all
            02000000 02000000 01 44000000 02000000                   # virtual: regular hyperslab, version 2, rank 2
            0100000000000000 0300000000000000 ffffffffffffffff 0200000000000000
            0000000000000000 0100000000000000 0100000000000000 0800000000000000
            2e00 2f6500                                              # ".", "/e"
            02000000 01000000 00000000 10000000 01000000 01000000    # source: one block of rank 1
            01000000 08000000
            02000000 01000000 00000000 18000000 02000000 01000000    # virtual: one block of rank 2
            00000000 00000000 00000000 07000000
            0951f79e
            """;

    private static final Selection ALL = new Selection.All(Selection.UNKNOWN_RANK);

    private static long[] of(long... numbers) {
        return numbers;
    }

    private static CodecContract<VirtualMappings> codec(FieldSizes sizes) {
        return CodecContract.of(
                        sizes, VirtualMappings::decode, VirtualMappings::encode, mappings -> length(sizes, mappings))
                .sealed();
    }

    private static int length(FieldSizes sizes, VirtualMappings mappings) {
        FieldWriter out = new FieldWriter(sizes);
        mappings.encode(out);
        return out.position();
    }

    @Test
    void layoutIsWhatTheTableSays() {
        DataLayout layout = CodecContract.of(DataLayout::decode).holdsFor(LAYOUT);
        assertThat(layout).isEqualTo(new VirtualLayout(4, new GlobalHeapId(2048, 1)));
        assertThat(layout.layoutClass()).isEqualTo(DataLayout.VIRTUAL);
        assertThatThrownBy(() -> new VirtualLayout(3, GlobalHeapId.NONE)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void mappingsAreWhatTheTableSays() {
        assertThat(codec(FieldSizes.EIGHT).holdsFor(MAPPINGS).list())
                .containsExactly(
                        new VirtualMapping(
                                "a%b.h5",
                                "/d", ALL, new Hyperslab(of(1, 0), of(3, 1), of(Selection.UNLIMITED, 1), of(2, 8))),
                        new VirtualMapping(
                                VirtualMapping.SAME_FILE,
                                "/e",
                                new Blocks(1, of(1, 8)),
                                new Blocks(2, of(0, 0, 0, 7))));
    }

    @Test
    void ofNarrowFiles() {
        FieldSizes narrow = new FieldSizes(4, 2);
        VirtualMappings mappings = new VirtualMappings(List.of(VirtualMapping.ofWhole("b.h5", "d", ALL)));
        FieldWriter out = new FieldWriter(narrow);
        mappings.encode(out);
        assertThat(codec(narrow).holdsFor(out.toByteArray())).isEqualTo(mappings);
    }

    /** Version 1 with names of earlier mappings. */
    @Test
    void version1RepeatsNames() {
        String all = "03000000 01000000 0000000000000000";
        byte[] object = sealed("01 0300000000000000"
                + "00 6100 6200" + all + all
                + "03 0000000000000000 0000000000000000" + all + all
                + "04 6300" + all + all);
        assertThat(VirtualMappings.decode(Golden.reader(object)).list())
                .containsExactly(
                        new VirtualMapping("a", "b", ALL, ALL),
                        new VirtualMapping("a", "b", ALL, ALL),
                        new VirtualMapping(".", "c", ALL, ALL));
        byte[] later = sealed("01 0100000000000000 02 6100 0000000000000000" + all + all);
        assertThatThrownBy(() -> VirtualMappings.decode(Golden.reader(later)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("the number of a mapping before 0, found 0");
    }

    @Test
    void moreMappingsThanBytesAreRefused() {
        byte[] object = sealed("00 ffffffffffff0000");
        assertThatThrownBy(() -> VirtualMappings.decode(Golden.reader(object)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("expected 281474976710655 mappings, found 4 bytes");
    }

    @Test
    void namesHaveNoZeroCharacter() {
        assertThatThrownBy(() -> VirtualMapping.ofWhole("a\0b", "d", ALL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("zero character");
    }

    private static byte[] sealed(String dump) {
        byte[] bytes = Golden.bytes(dump);
        FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
        return out.bytes(bytes).i32(Checksum.of(bytes, 0, bytes.length)).toByteArray();
    }
}
