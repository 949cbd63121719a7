package dev.fallow.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.array.FixedArray;
import dev.fallow.format.btree.BTreeV2Header;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.format.heap.LocalHeapPrefix;
import dev.fallow.format.space.FreeSpaceHeader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayoutTest {
    private static final Layout LAYOUT = Layout.sealed("thing", "THNG", "version:1 size:L next:O kind:V [a:2 b:O]");

    @Test
    void positionsFollowFromTheWidths() {
        FieldSizes sizes = new FieldSizes(4, 2);
        assertThat(LAYOUT.fields()).extracting(Layout.Field::name).containsExactly("version", "size", "next", "kind");
        assertThat(LAYOUT.fields()).extracting(each -> each.at(sizes)).containsExactly(4, 5, 7, 11);
        assertThat(LAYOUT.fields()).extracting(each -> each.width(sizes, 3)).containsExactly(1, 2, 4, 3);
        assertThat(LAYOUT.repeated()).extracting(each -> each.at(sizes)).containsExactly(0, 2);
        assertThat(LAYOUT.end(sizes)).isEqualTo(11);
        assertThat(LAYOUT.length(sizes)).isEqualTo(15);
        assertThatThrownBy(() -> LAYOUT.field("other")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aFieldIsReadAndWrittenInAnImage() {
        byte[] image = new byte[LAYOUT.length(FieldSizes.EIGHT)];
        LAYOUT.field("next").put(image, FieldSizes.EIGHT, -1);
        LAYOUT.field("size").put(image, FieldSizes.EIGHT, 258);
        assertThat(LAYOUT.field("next").get(image, FieldSizes.EIGHT)).isEqualTo(-1);
        assertThat(image[5]).isEqualTo((byte) 2);
        assertThat(image[6]).isEqualTo((byte) 1);
    }

    /** The layouts are those in which the codecs write. */
    @ParameterizedTest
    @CsvSource({"8,8", "4,8", "8,2", "2,4"})
    void codecsWriteTheirLayouts(int offsets, int lengths) {
        FieldSizes sizes = new FieldSizes(offsets, lengths);
        FieldWriter out = new FieldWriter(sizes);
        new FreeSpaceHeader(1, 2, 3, 4, 5, 3, 7, 8, 9, 10, 11, 12, 13).encode(out);
        assertThat(values(FreeSpaceHeader.LAYOUT, out))
                .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 3L, 7L, 8L, 9L, 10L, 11L, 12L, 13L);
        new BTreeV2Header(BTreeV2Type.CHUNK, 512, 24, 1, 99, 40, 7, 3, 9).encode(out.clear());
        assertThat(values(BTreeV2Header.LAYOUT, out)).containsExactly(0L, 10L, 512L, 24L, 1L, 99L, 40L, 7L, 3L, 9L);
        new FixedArray(0, offsets, 10, 77, 88).encode(out.clear());
        assertThat(values(FixedArray.LAYOUT, out)).containsExactly(0L, 0L, (long) offsets, 10L, 77L, 88L);
        new LocalHeapPrefix(88, 16, 99).encode(out.clear());
        assertThat(values(LocalHeapPrefix.LAYOUT, out)).containsExactly(0L, 0L, 88L, 16L, 99L);
    }

    private static List<Long> values(Layout layout, FieldWriter out) {
        byte[] image = out.toByteArray();
        return layout.fields().stream()
                .map(each -> each.get(image, out.sizes()))
                .toList();
    }
}
