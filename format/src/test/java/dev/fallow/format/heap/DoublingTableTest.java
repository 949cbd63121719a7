package dev.fallow.format.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DoublingTableTest {
    @Test
    void tablesOfLinksAndAttributes() {
        DoublingTable links = DoublingTable.LINKS;
        assertThat(links.directRows()).isEqualTo(9);
        assertThat(links.maxRootRows()).isEqualTo(22);
        assertThat(links.offsetWidth()).isEqualTo(4);
        assertThat(DoublingTable.ATTRIBUTES.directRows()).isEqualTo(8);
        assertThat(DoublingTable.ATTRIBUTES.maxRootRows()).isEqualTo(29);
        assertThat(DoublingTable.ATTRIBUTES.offsetWidth()).isEqualTo(5);
        assertThat(links.isDirectRow(8)).isTrue();
        assertThat(links.isDirectRow(9)).isFalse();
        assertThat(links.blockSize(8)).isEqualTo(65_536);
        assertThat(links.blockSize(9)).isEqualTo(131_072);
        assertThat(links.childRowsOf(9)).isEqualTo(7);
        assertThat(links.span(8)).isEqualTo(262_144);
        assertThat(links.span(22)).isEqualTo(1L << 32);
        assertThat(new DoublingTable(4, 512, 65_536, 63).span(53)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void rowsAndEntriesTileTheHeap() {
        for (DoublingTable table : new DoublingTable[] {
            DoublingTable.LINKS,
            DoublingTable.ATTRIBUTES,
            new DoublingTable(1, 1, 1, 20),
            new DoublingTable(16, 8, 64, 30)
        }) {
            long end = 0;
            int rows = Math.min(table.maxRootRows(), 18);
            for (int row = 0; row < rows; row++) {
                assertThat(table.rowOffset(row)).as("%s, row %d", table, row).isEqualTo(end);
                for (int column = 0; column < table.width(); column++) {
                    int entry = row * table.width() + column;
                    assertThat(table.entryOffset(entry)).isEqualTo(end);
                    for (long offset : new long[] {end, end + table.blockSize(row) - 1}) {
                        assertThat(table.row(offset))
                                .as("%s, %d", table, offset)
                                .isEqualTo(row);
                        assertThat(table.column(offset))
                                .as("%s, %d", table, offset)
                                .isEqualTo(column);
                        assertThat(table.entry(offset))
                                .as("%s, %d", table, offset)
                                .isEqualTo(entry);
                    }
                    end += table.blockSize(row);
                }
                assertThat(table.span(row + 1)).isEqualTo(end);
            }
        }
    }

    @Test
    void childrenSpanTheirBlockExactly() {
        DoublingTable table = DoublingTable.ATTRIBUTES;
        for (int row = table.directRows(); row < table.maxRootRows(); row++) {
            assertThat(table.span(table.childRowsOf(row))).as("row %d", row).isEqualTo(table.blockSize(row));
        }
    }

    @Test
    void rowsForSizes() {
        DoublingTable table = DoublingTable.LINKS;
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < 1_000; round++) {
            long size = 1 + random.nextInt(65_536);
            int row = table.rowOfBlockSize(size);
            assertThat(table.blockSize(row)).as("size %d", size).isGreaterThanOrEqualTo(size);
            assertThat(row == 0 || table.blockSize(row - 1) < size)
                    .as("size %d", size)
                    .isTrue();
        }
        for (long size : new long[] {1, 511, 512}) {
            assertThat(table.rowOfBlockSize(size)).isZero();
        }
        assertThat(table.rowOfBlockSize(513)).isEqualTo(2);
        assertThat(table.rowOfBlockSize(65_536)).isEqualTo(8);
    }

    @Test
    void blocksForObjects() {
        DoublingTable table = DoublingTable.LINKS;
        long[][] cases = {{1, 512}, {491, 512}, {492, 1024}, {512, 1024}, {1003, 1024}, {1004, 2048}, {4096, 8192}};
        for (long[] each : cases) {
            assertThat(table.directBlockSizeFor(each[0], 21))
                    .as("object of %d", each[0])
                    .isEqualTo(each[1]);
        }
    }

    @Test
    void tablesThatCannotBeAreRefused() {
        refused(0, 512, 65_536, 32, "table width that is a power of 2, found 0");
        refused(3, 512, 65_536, 32, "table width that is a power of 2, found 3");
        refused(4, 500, 65_536, 32, "starting block size that is a power of 2, found 500");
        refused(4, 512, 256, 32, "largest direct block of 512 to 1073741824 bytes");
        refused(4, 512, 65_535, 32, "found 65535");
        refused(4, 512, 1L << 31, 32, "found 2147483648");
        refused(4, 512, 65_536, 15, "heap of 16 to 63 bits, found 15");
        refused(1024, 512, 512, 18, "heap of 19 to 63 bits, found 18");
        refused(4, 512, 65_536, 64, "heap of 16 to 63 bits, found 64");
    }

    private static void refused(int width, long start, long maxDirect, int bits, String message) {
        assertThatThrownBy(() -> new DoublingTable(width, start, maxDirect, bits))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
