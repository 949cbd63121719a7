package dev.fallow.internal.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.internal.check.Part;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BlockMapTest {
    private static final Part PART = new Part(10, 8, -1, false);

    private final BlockMap map = new BlockMap();

    @BeforeEach
    void add() {
        map.add(200, 50, "second");
        map.add(100, 50, "first");
        map.sort();
    }

    @Test
    void aBlockWithAKnownAddressIsMovable() {
        map.pointer(PART, 10, 100);
        assertThat(map.find(100).isMovable()).isTrue();
        assertThat(map.find(200).isMovable()).isFalse();
        assertThat(map.pointers()).isEqualTo(1);
    }

    /** A reference to an object that does not exist any more can contain any address. */
    @Test
    void anAddressInsideABlockDoesNotMakeItMovable() {
        map.pointer(PART, 10, 230);
        assertThat(map.find(200).isMovable()).isFalse();
    }

    @Test
    void aFixedBlockIsNotMovable() {
        map.pointer(PART, 10, 100);
        map.fixed(120, "the superblock");
        assertThat(map.find(100).isMovable()).isFalse();
        assertThat(map.find(100).reason()).isEqualTo("the superblock");
    }

    @Test
    void anAddressOutsideTheBlocksIsIgnored() {
        map.pointer(PART, 10, 160);
        map.fixed(250, "nothing");
        assertThat(map.pointers()).isZero();
    }

    /** Addresses stay as they were found; a block knows where it is now. */
    @Test
    void aBlockKnowsWhereItWasMoved() {
        BlockMap.moved(map.find(200), 20);
        assertThat(map.now(230)).isEqualTo(50);
        assertThat(map.now(130)).isEqualTo(130);
        assertThat(map.byAddress()[0]).isSameAs(map.find(249));
    }
}
