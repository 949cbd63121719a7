package dev.fallow.internal.localheap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.FormatException;
import dev.fallow.format.heap.LocalHeapPrefix;
import dev.fallow.internal.cache.Structures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LocalHeapTest {
    private static final long PREFIX = 64;
    private static final long DATA = 1_000;

    private final Structures file = new Structures();

    private LocalHeap open(String data) throws IOException {
        byte[] bytes = data.getBytes(StandardCharsets.UTF_8);
        file.put(PREFIX, new LocalHeapPrefix(bytes.length, LocalHeapPrefix.NO_FREE_BLOCK, DATA)::encode);
        file.put(DATA, out -> out.bytes(bytes));
        return LocalHeap.open(file.store(), PREFIX);
    }

    @Test
    void textsEndWithAZeroByte() throws IOException {
        LocalHeap heap = open("\0name\0gr\u00f6\u00dfe\0");
        assertThat(heap.text(0)).isEmpty();
        assertThat(heap.text(1)).isEqualTo("name");
        assertThat(heap.text(6)).isEqualTo("gr\u00f6\u00dfe");
    }

    @Test
    void textsAreComparedByUnsignedBytes() throws IOException {
        LocalHeap heap = open("\0name\0gr\u00f6\u00dfe\0");
        assertThat(heap.compare(1, "name".getBytes(StandardCharsets.UTF_8))).isZero();
        assertThat(heap.compare(1, "nam".getBytes(StandardCharsets.UTF_8))).isPositive();
        assertThat(heap.compare(1, "names".getBytes(StandardCharsets.UTF_8))).isNegative();
        assertThat(heap.compare(1, "name".repeat(100).getBytes(StandardCharsets.UTF_8)))
                .isNegative();
        assertThat(heap.compare(6, "grz".getBytes(StandardCharsets.UTF_8))).isPositive();
        assertThat(heap.compare(0, "a".getBytes(StandardCharsets.UTF_8))).isNegative();
    }

    @Test
    void textsOutsideOfTheDataAreRefused() throws IOException {
        LocalHeap heap = open("\0name\0end");
        assertThatThrownBy(() -> heap.text(9))
                .isInstanceOf(FormatException.class)
                .hasMessageContainingAll("9 bytes of data", "offset 9");
        assertThatThrownBy(() -> heap.text(Long.MAX_VALUE)).isInstanceOf(FormatException.class);
        assertThatThrownBy(() -> heap.text(6))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("expected a terminator");
        assertThatThrownBy(() -> heap.compare(6, "end".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("expected a terminator");
    }

    @Test
    void theBlocksArePrefixAndData() throws IOException {
        List<Long> blocks = new ArrayList<>();
        open("\0name\0").forEachBlock((address, size, structure) -> blocks.add(address));
        assertThat(blocks).containsExactly(PREFIX, DATA);
    }

    @Test
    void dataOutsideOfTheFileIsRefused() throws IOException {
        file.put(PREFIX, new LocalHeapPrefix(Long.MAX_VALUE, LocalHeapPrefix.NO_FREE_BLOCK, DATA)::encode);
        assertThatThrownBy(() -> LocalHeap.open(file.store(), PREFIX)).isInstanceOf(FormatException.class);
    }
}
