package dev.fallow.internal.localheap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.heap.LocalHeapFreeList;
import dev.fallow.format.heap.LocalHeapPrefix;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.cache.Structures;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares edited local heaps with a map of their strings; the file is checked with the codecs. */
class LocalHeapEditTest {
    private static final int FILE_BYTES = 1_000;

    /** The number of bytes allocated to prevent growth in place. */
    private long blocked;

    private void block(Structures file) {
        file.space().allocate(AllocationType.LOCAL_HEAP, 24);
        blocked += 24;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String text(Random random) {
        return "t".repeat(1 + random.nextInt(random.nextInt(30) == 0 ? 3_000 : 40));
    }

    private static long add(LocalHeap heap, String text) {
        heap.prepareInsert(text.length());
        return heap.insert(bytes(text));
    }

    private static void remove(LocalHeap heap, long offset) {
        heap.prepareRemove(offset);
        heap.remove(offset);
    }

    private static long footprint(String text) {
        return (text.length() + 8) / 8 * 8;
    }

    /**
     * Checks that strings, free blocks and lost pieces tile the segment, and that the heap consists only of prefix and
     * segment.
     *
     * @return the bytes of the lost pieces
     */
    private long check(Structures file, StructureStore store, long address, Map<Long, String> model, String where)
            throws IOException {
        file.write(store);
        StructureStore fresh = file.store();
        LocalHeap heap = LocalHeap.open(fresh, address);
        model.forEach((offset, text) -> assertThat(heap.text(offset)).as(where).isEqualTo(text));
        assertThat(heap.text(0)).isEmpty();
        LocalHeapPrefix prefix =
                LocalHeapPrefix.decode(fresh.reader().read(address, LocalHeapPrefix.length(fresh.sizes()), "heap"));
        LocalHeapFreeList list = LocalHeapFreeList.decode(
                fresh.reader().read(prefix.dataAddress(), prefix.dataSize(), "data"), prefix.freeListHead());
        boolean[] taken = new boolean[(int) prefix.dataSize()];
        take(taken, 0, 8, where);
        model.forEach((offset, text) -> take(taken, offset, footprint(text), where));
        for (int i = 0; i < list.count(); i++) {
            assertThat(list.sizes()[i]).isGreaterThanOrEqualTo(LocalHeapFreeList.minBlockSize(fresh.sizes()));
            take(taken, list.offsets()[i], list.sizes()[i], where);
        }
        long lost = 0;
        for (boolean one : taken) {
            lost += one ? 0 : 1;
        }
        long[] blocks = {0};
        heap.forEachBlock((at, size, structure) -> {
            assertThat(file.space().inUse(at, size)).as(where).isTrue();
            blocks[0] += size;
        });
        assertThat(file.allocatedBytes()).as(where).isEqualTo(blocks[0] + blocked);
        return lost;
    }

    private static void take(boolean[] taken, long offset, long size, String where) {
        for (long i = offset; i < offset + size; i++) {
            assertThat(taken[(int) i]).as(where + ", offset " + i).isFalse();
            taken[(int) i] = true;
        }
    }

    @ParameterizedTest
    @CsvSource({"8, 8", "4, 4", "8, 4", "4, 8"})
    void randomEditsBesideAMap(int offsets, int lengths) throws IOException {
        for (long seed : Seeds.range(1, 5)) {
            Structures file = new Structures(new FieldSizes(offsets, lengths), FILE_BYTES);
            Random random = new Random(seed);
            StructureStore store = file.store();
            long address = LocalHeap.create(store).address();
            Map<Long, String> model = new HashMap<>();
            List<Long> order = new ArrayList<>();
            int tooShort = LocalHeapFreeList.minBlockSize(store.sizes()) - 8; // bytes that one edit loses at most
            long lost = 0;
            for (int step = 0; step < 1_000; step++) {
                String where = Seeds.name(seed) + ", step " + step;
                LocalHeap heap = LocalHeap.open(store, address);
                boolean growing = step / 250 % 2 == 0;
                if (order.isEmpty() || random.nextInt(10) < (growing ? 7 : 2)) {
                    String text = text(random);
                    long offset = add(heap, text);
                    assertThat(model.put(offset, text)).as(where).isNull();
                    order.add(offset);
                } else {
                    long offset = order.remove(random.nextInt(order.size()));
                    remove(heap, offset);
                    model.remove(offset);
                }
                if (random.nextInt(30) == 0) {
                    block(file);
                }
                if (step % 25 == 0) {
                    long before = lost;
                    lost = check(file, store, address, model, where);
                    assertThat(lost).as(where).isLessThanOrEqualTo(before + 25L * tooShort);
                    store = step % 50 == 0 ? store : file.store(); // the structures in memory, or those in the file
                }
            }
            for (long offset : order) {
                remove(LocalHeap.open(store, address), offset);
                model.remove(offset);
            }
            assertThat(check(file, store, address, model, Seeds.name(seed) + ", removed"))
                    .isLessThanOrEqualTo(lost + (long) order.size() * tooShort);
            LocalHeap.open(store, address).clear();
            assertThat(check(file, store, address, Map.of(), Seeds.name(seed) + ", cleared"))
                    .isZero();
            assertThat(LocalHeap.open(store, address).bytesHeld())
                    .isEqualTo(LocalHeapPrefix.length(store.sizes()) + 88);
            blocked = 0;
        }
    }

    /** The list in the file cannot contain pieces of 8 bytes; they are recovered from the bytes in use. */
    @Test
    void whatIsTooShortForTheListIsFoundAgain() throws IOException {
        Structures file = new Structures(FieldSizes.EIGHT, FILE_BYTES);
        StructureStore store = file.store();
        LocalHeap heap = LocalHeap.create(store);
        long address = heap.address();
        Map<Long, String> model = new HashMap<>();
        for (int i = 0; i < 10; i++) {
            model.put(add(heap, "seven" + i), "seven" + i);
        }
        assertThat(heap.mayHaveLost()).isFalse();
        for (long offset : model.keySet().stream().filter(at -> at % 16 == 0).toList()) {
            remove(heap, offset);
            model.remove(offset);
        }
        assertThat(heap.prepareInsert(7)).as("while in memory").isTrue();
        long lost = check(file, store, address, model, "removed");
        assertThat(lost).isPositive();
        assertThat(heap.prepareInsert(7)).as("written").isFalse();
        assertThat(heap.mayHaveLost()).isTrue();

        StructureStore other = file.store();
        LocalHeap again = LocalHeap.open(other, address);
        LocalHeap.Texts inUse = visitor -> {
            for (long offset : model.keySet()) {
                visitor.visit(offset);
            }
        };
        assertThat(again.prepareInsert(7)).as("read again").isFalse();
        assertThat(again.mayHaveLost()).isTrue();
        again.findFree(inUse);
        other.cache().trim(); // the insertion is refused, and there is another one
        assertThat(again.prepareInsert(7)).as("not changed").isFalse();
        again.findFree(inUse);
        for (int i = 0; i < lost / 8; i++) {
            assertThat(again.prepareInsert(7)).as("found").isTrue();
            assertThat(model.put(again.insert(bytes("refound")), "refound")).isNull();
        }
        assertThat(again.prepareInsert(7)).isFalse();
        assertThat(again.bytesHeld()).isEqualTo(32 + 88);
    }

    /**
     * Grows in place if possible; otherwise the segment is separated from its prefix, and rejoined later if possible.
     */
    @Test
    void theSegmentGrowsInPlaceOrMoves() throws IOException {
        Structures file = new Structures(FieldSizes.EIGHT, FILE_BYTES);
        StructureStore store = file.store();
        LocalHeap heap = LocalHeap.create(store);
        Map<Long, String> model = new HashMap<>();
        model.put(add(heap, "x".repeat(200)), "x".repeat(200));
        assertThat(blocks(heap)).hasSize(1);
        check(file, store, heap.address(), model, "in place");
        block(file);
        model.put(add(heap, "y".repeat(900)), "y".repeat(900));
        assertThat(blocks(heap)).hasSize(2);
        check(file, store, heap.address(), model, "moved");
        heap = LocalHeap.open(file.store(), heap.address());
        assertThat(blocks(heap)).hasSize(2);
    }

    private static List<Long> blocks(LocalHeap heap) {
        List<Long> blocks = new ArrayList<>();
        heap.forEachBlock((address, size, structure) -> blocks.add(address));
        return blocks;
    }

    @Test
    void aHeapDoesNotOutgrowTheWidthOfItsLengths() throws IOException {
        Structures file = new Structures(new FieldSizes(4, 2), FILE_BYTES);
        LocalHeap heap = LocalHeap.create(file.store());
        add(heap, "a".repeat(40_000));
        add(heap, "b".repeat(20_000));
        assertThatThrownBy(() -> heap.prepareInsert(6_000))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContainingAll("local heap", "6008", "65527");
    }

    private static LocalHeap damaged(String data, long head) throws IOException {
        Structures file = new Structures();
        byte[] bytes = data.getBytes(StandardCharsets.ISO_8859_1);
        file.put(64, new LocalHeapPrefix(bytes.length, head, 1_000)::encode);
        file.put(1_000, out -> out.bytes(bytes));
        return LocalHeap.open(file.store(), 64);
    }

    @Test
    void damagedFreeListsAreRefusedBeforeAChange() throws IOException {
        String block = "\1\0\0\0\0\0\0\0\20\0\0\0\0\0\0\0"; // the last one, of 16 bytes
        String empty = "\0".repeat(8);
        LocalHeap sound = damaged(empty + block, 8);
        assertThat(sound.prepareInsert(16)).isFalse();
        assertThat(sound.prepareInsert(15)).isTrue();
        LocalHeap loop = damaged(empty + "\10" + block.substring(1), 8);
        assertThatThrownBy(() -> loop.prepareInsert(1)).isInstanceOf(FormatException.class);
        LocalHeap outside = damaged(empty + block.substring(0, 8) + "\40" + block.substring(9), 8);
        assertThatThrownBy(() -> outside.prepareInsert(1)).isInstanceOf(FormatException.class);
        LocalHeap overText = damaged(empty + "text" + "\0".repeat(12) + block, 8 + 16);
        overText.prepareRemove(8);
        assertThatThrownBy(() -> overText.prepareRemove(24))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("free bytes");
        assertThatThrownBy(() -> overText.prepareRemove(0)).isInstanceOf(FormatException.class);
        assertThatThrownBy(() -> overText.prepareRemove(8, 10))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("that do not overlap");
    }

    @Test
    void aHeapInFreeSpaceIsNotChanged() throws IOException {
        Structures file = new Structures(FieldSizes.EIGHT, FILE_BYTES);
        StructureStore store = file.store();
        LocalHeap heap = LocalHeap.create(store);
        block(file);
        file.write(store);
        file.space().release(AllocationType.LOCAL_HEAP, heap.address() + 40, 16);
        assertThatThrownBy(() -> heap.prepareInsert(1))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("found free space");
    }

    @Test
    void aSegmentOverItsPrefixIsRefused() throws IOException {
        Structures file = new Structures();
        file.put(64, new LocalHeapPrefix(100, LocalHeapPrefix.NO_FREE_BLOCK, 64)::encode);
        assertThatThrownBy(() -> LocalHeap.open(file.store(), 64))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("that does not overlap the prefix");
    }
}
