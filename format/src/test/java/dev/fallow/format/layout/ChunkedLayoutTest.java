package dev.fallow.format.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.CodecContract;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.Golden;
import dev.fallow.format.layout.ChunkedLayout.Index;
import org.junit.jupiter.api.Test;

class ChunkedLayoutTest {
    private static ChunkedLayout holds(String golden) {
        ChunkedLayout layout =
                (ChunkedLayout) CodecContract.of(DataLayout::decode).openEnded().holdsFor(golden);
        assertThat(layout).isEqualTo(CodecContract.of(ChunkedLayout::decode).holdsFor(golden));
        return layout;
    }

    /** Written by libhdf5 2.0.0: three chunks of two bytes each, unless noted. */
    @Test
    void isWhatTheTableSays() {
        assertThat(holds("03 02 02 7805000000000000 02000000 01000000"))
                .isEqualTo(ChunkedLayout.create(3, 0, new long[] {2, 1}, Index.B_TREE_V1)
                        .at(0x578));
        assertThat(holds("04 02 00 02 01 02 01 03 0A BF01000000000000"))
                .isEqualTo(ChunkedLayout.create(4, 0, new long[] {2, 1}, Index.FIXED_ARRAY, 10)
                        .at(447));
        assertThat(holds("04 02 00 02 01 02 01 04 20 04 04 10 0A BF01000000000000"))
                .isEqualTo(ChunkedLayout.create(4, 0, new long[] {2, 1}, Index.EXTENSIBLE_ARRAY, 32, 4, 4, 16, 10)
                        .at(447));
        assertThat(holds("05 02 00 03 01 02 02 01 05 00080000 64 28 BF01000000000000"))
                .isEqualTo(ChunkedLayout.create(5, 0, new long[] {2, 2, 1}, Index.B_TREE_V2, 2048, 100, 40)
                        .at(447));
        assertThat(holds("04 02 02 02 01 06 01 01 0E00000000000000 00000000 0008000000000000")) // one chunk, filtered
                .isEqualTo(ChunkedLayout.create(4, ChunkedLayout.SINGLE_FILTERED, new long[] {6, 1}, Index.SINGLE_CHUNK)
                        .withSingleChunk(2048, 14, 0));
        assertThat(holds("04 02 00 02 01 06 01 01 0008000000000000"))
                .isEqualTo(ChunkedLayout.create(4, 0, new long[] {6, 1}, Index.SINGLE_CHUNK)
                        .withSingleChunk(2048, 6, 0));
    }

    @Test
    void layoutsOfVersions1And2AreKept() { // made by hand from the specification
        ChunkedLayout layout = holds("01 03 02 0000000000 7805000000000000 02000000 03000000 04000000");
        assertThat(layout.version()).isEqualTo(1);
        assertThat(layout.index()).isEqualTo(Index.B_TREE_V1);
        assertThat(layout.dimensions()).containsExactly(2, 3, 4);
        assertThat(layout.rank()).isEqualTo(2);
        assertThat(layout.chunkBytes()).isEqualTo(24);
    }

    @Test
    void aDimensionTakesAsManyBytesAsItsHighestBitNeeds() {
        assertThat(ChunkedLayout.create(4, 0, new long[] {255, 1}, Index.IMPLICIT)
                        .width())
                .isEqualTo(1);
        assertThat(ChunkedLayout.create(4, 0, new long[] {256, 1}, Index.IMPLICIT)
                        .width())
                .isEqualTo(2);
        assertThat(ChunkedLayout.create(4, 0, new long[] {65_536, 1}, Index.IMPLICIT)
                        .width())
                .isEqualTo(3);
        assertThat(holds("04 02 00 02 04 02000000 01000000 02 FFFFFFFFFFFFFFFF").width()) // more than needed
                .isEqualTo(4);
    }

    @Test
    void theWidthOfAChunksSizeFollowsFromTheChunk() {
        assertThat(width(4, 255)).isEqualTo(2);
        assertThat(width(4, 256)).isEqualTo(3);
        assertThat(width(4, 65_535)).isEqualTo(3);
        assertThat(width(4, 65_536)).isEqualTo(4);
        assertThat(width(5, 1)).isEqualTo(8);
    }

    private static int width(int version, long bytes) {
        return ChunkedLayout.create(version, 0, new long[] {bytes, 1}, Index.FIXED_ARRAY, 10)
                .chunkSizeWidth(FieldSizes.EIGHT);
    }

    @Test
    void badFieldsAreRefused() {
        refused("04 02 00 02 00 02 01 01 0008000000000000", "found 0");
        refused("04 02 00 02 01 00 01 01 0008000000000000", "expected a chunk dimension of at least 1, found 0");
        refused("04 02 00 01 01 01 01 0008000000000000", "expected at least 2 dimensions of a chunk, found 1");
        refused("04 02 00 02 01 02 01 00 0008000000000000", "expected chunk index 1 to 5, found 0");
        refused("04 02 00 02 01 02 01 03 00 0008000000000000", "a parameter of the chunk index that is not 0");
        refused("04 02 04 02 01 02 01 01 0008000000000000", "flags");
    }

    private static void refused(String dump, String message) {
        assertThatThrownBy(() -> DataLayout.decode(Golden.reader(dump, 4096)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(message);
    }
}
