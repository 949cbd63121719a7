package dev.fallow.internal.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.internal.pointer.Part;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FoundPointersTest {
    private static final Part PART = new Part(10, 8, -1, false);

    private final LiveBlocks blocks = new LiveBlocks(0, false);
    private FoundPointers pointers;

    @BeforeEach
    void add() {
        blocks.add(200, 50, "second");
        blocks.add(100, 50, "first");
        blocks.sort();
        pointers = new FoundPointers(blocks);
    }

    @Test
    void aBlockWithAKnownAddressIsMovable() {
        pointers.pointer(PART, 10, 100);
        assertThat(pointers.isMovable(0)).isTrue();
        assertThat(pointers.isMovable(1)).isFalse();
        assertThat(pointers.size()).isEqualTo(1);
    }

    /** A reference to an object that does not exist any more can contain any address. */
    @Test
    void anAddressInsideABlockDoesNotMakeItMovable() {
        pointers.pointer(PART, 10, 230);
        assertThat(pointers.isMovable(1)).isFalse();
    }

    @Test
    void aFixedBlockIsNotMovable() {
        pointers.pointer(PART, 10, 100);
        pointers.fixed(120, "the superblock");
        assertThat(pointers.isMovable(0)).isFalse();
        assertThat(pointers.reason(0)).isEqualTo("the superblock");
    }

    @Test
    void anAddressOutsideTheBlocksIsIgnored() {
        pointers.pointer(PART, 10, 160);
        pointers.fixed(250, "nothing");
        assertThat(pointers.size()).isZero();
    }
}
