package dev.fallow.spark.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.spark.read.table.Box;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PartitionGridTest {
    @Test
    void nextIsTheNextCellThatMeetsTheBox() {
        Random random = new Random(11);
        for (int i = 0; i < 2_000; i++) {
            int rank = random.nextInt(4);
            long[] dimensions = new long[rank];
            long[] cell = new long[rank];
            long[] start = new long[rank];
            long[] count = new long[rank];
            for (int d = 0; d < rank; d++) {
                dimensions[d] = 1 + random.nextInt(9);
                cell[d] = 1 + random.nextInt((int) dimensions[d]);
                start[d] = random.nextInt((int) dimensions[d]);
                count[d] = random.nextInt((int) (dimensions[d] - start[d]) + 1);
            }
            PartitionGrid grid = new PartitionGrid(dimensions, cell);
            Box within = new Box(start, count);
            long rows = 0;
            long expected = -1;
            for (long number = grid.cells() - 1; number >= 0; number--) {
                Box box = grid.box(number);
                assertThat(grid.number(box.start())).isEqualTo(number);
                rows += box.size();
                expected = box.within(within).size() > 0 ? number : expected;
                assertThat(grid.next(number, within))
                        .as("%s, %s from %d", grid, within, number)
                        .isEqualTo(expected);
            }
            assertThat(rows).isEqualTo(Box.product(dimensions));
            assertThat(grid.next(grid.cells(), within)).isEqualTo(-1);
        }
    }
}
