package dev.fallow.internal.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.internal.pointer.Part;
import org.junit.jupiter.api.Test;

class PackingTest {
    private static final Part PART = new Part(10, 8, -1, false);

    private final LiveBlocks blocks = new LiveBlocks(0, false);

    private void movable(FoundPointers pointers, long... addresses) {
        for (long address : addresses) {
            pointers.pointer(PART, 10, address);
        }
    }

    private FoundPointers found() {
        blocks.sort();
        return new FoundPointers(blocks);
    }

    @Test
    void withoutAnythingFixedNothingStaysFree() {
        blocks.add(100, 30, "a");
        blocks.add(150, 20, "b");
        blocks.add(200, 50, "c");
        FoundPointers pointers = found();
        movable(pointers, 100, 150, 200);
        assertThat(new Packing(100, 200).end(blocks, pointers)).isEqualTo(200);
    }

    /** The other block does not fit between the fixed one and the limit, and is put behind that. */
    @Test
    void whatFitsBesideAFixedBlockGoesThere() {
        blocks.add(160, 20, "fixed");
        blocks.add(180, 50, "a");
        blocks.add(230, 40, "b");
        FoundPointers pointers = found();
        movable(pointers, 180, 230);
        assertThat(new Packing(100, 210).end(blocks, pointers)).isEqualTo(250);
    }

    @Test
    void whatIsBeforeTheFirstAddressStays() {
        blocks.add(0, 100, "before");
        blocks.add(120, 30, "a");
        FoundPointers pointers = found();
        movable(pointers, 0, 120);
        assertThat(new Packing(100, 130).end(blocks, pointers)).isEqualTo(130);
    }

    @Test
    void aFixedBlockBehindTheLimitIsTheEnd() {
        blocks.add(100, 30, "a");
        blocks.add(500, 20, "fixed");
        FoundPointers pointers = found();
        movable(pointers, 100);
        assertThat(new Packing(90, 140).end(blocks, pointers)).isEqualTo(520);
    }
}
