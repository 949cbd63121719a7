package dev.fallow.internal.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceOptions;
import dev.fallow.internal.check.Part;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockLayoutTest {
    private static final Part PART = new Part(10, 8, -1, false);

    private final BlockMap map = new BlockMap();

    private long packedEnd(long from, long limit, long... movable) {
        map.sort();
        for (long address : movable) {
            map.pointer(PART, 10, address);
        }
        return BlockLayout.of(map, List.of(), new FileSpace(FileSpaceOptions.defaults(), 1000), new ArrayList<>())
                .packedEnd(from, limit);
    }

    @Test
    void withoutAnythingFixedNothingStaysFree() {
        map.add(100, 30, "a");
        map.add(150, 20, "b");
        map.add(200, 50, "c");
        assertThat(packedEnd(100, 200, 100, 150, 200)).isEqualTo(200);
    }

    /** The other block does not fit between the fixed one and the limit, and is put behind that. */
    @Test
    void whatFitsBesideAFixedBlockGoesThere() {
        map.add(160, 20, "fixed");
        map.add(180, 50, "a");
        map.add(230, 40, "b");
        assertThat(packedEnd(100, 210, 180, 230)).isEqualTo(250);
    }

    @Test
    void whatIsBeforeTheFirstAddressStays() {
        map.add(0, 100, "before");
        map.add(120, 30, "a");
        assertThat(packedEnd(100, 130, 0, 120)).isEqualTo(130);
    }

    @Test
    void aFixedBlockBehindTheLimitIsTheEnd() {
        map.add(100, 30, "a");
        map.add(500, 20, "fixed");
        assertThat(packedEnd(90, 140, 100)).isEqualTo(520);
    }
}
