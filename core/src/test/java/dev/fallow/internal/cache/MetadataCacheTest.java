package dev.fallow.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.CorruptFileException;
import dev.fallow.format.Checksum;
import dev.fallow.format.LittleEndian;
import dev.fallow.internal.space.CountingStorage;
import dev.fallow.internal.storage.MemoryStorage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The cache stays within its bound, and does not scan the dirty objects in each operation. */
class MetadataCacheTest {
    private static final int LENGTH = 100;
    private static final int OBJECTS = 10_000;

    private final MetadataCache cache =
            new MetadataCache(new MemoryStorage(), "memory", 0, 5_000, () -> (long) OBJECTS * LENGTH);
    private long asked;

    /** The overhead per object; 0 in tests of the exact number of objects. */
    private int overhead;

    /** An object of one block, which counts queries. */
    private final class One implements CachedObject {
        private final Block block;
        private final boolean parkable;

        One(long address) {
            this(cache.created(address, new byte[LENGTH], 0), false);
        }

        One(Block block, boolean parkable) {
            this.block = block;
            this.parkable = parkable;
        }

        @Override
        public Block loneBlock() {
            return parkable ? block : null;
        }

        @Override
        public long address() {
            return block.address();
        }

        @Override
        public boolean isDirty() {
            asked++;
            return block.isDirty();
        }

        @Override
        public long bytesHeld() {
            return LENGTH;
        }

        @Override
        public int overheadBytes() {
            return overhead;
        }
    }

    /** Structures that are read in the order in which they were created do not need a read each. */
    @Test
    void theNextStartsAreReadAhead() throws IOException {
        byte[] content = new byte[OBJECTS * LENGTH];
        for (int i = 0; i < content.length; i++) {
            content[i] = (byte) (i / LENGTH);
        }
        CountingStorage bytes = new CountingStorage(content);
        MetadataCache reading = new MetadataCache(bytes, "memory", 0, 5_000, () -> content.length);
        for (int i = 0; i < OBJECTS; i++) {
            byte[] expected = Arrays.copyOfRange(content, i * LENGTH, Math.min(content.length, i * LENGTH + 300));
            assertThat(reading.readStart((long) i * LENGTH, 300, "test")).isEqualTo(expected);
        }
        long reads = bytes.reads();
        assertThat(reads).isBetween(OBJECTS * LENGTH / 4_096L, OBJECTS * LENGTH / 4_096L * 11 / 10);
        for (int i = 0; i < OBJECTS; i += 100) {
            reading.readStart((long) i * LENGTH, 300, "test");
        }
        assertThat(bytes.bytesRead()).as("others are read alone").isLessThan(2 * content.length);
    }

    /** What was read ahead is read again if it has been written. */
    @Test
    void whatIsWrittenIsNotReadAhead() throws IOException {
        MemoryStorage bytes = new MemoryStorage();
        bytes.write(0, ByteBuffer.allocate(OBJECTS * LENGTH));
        MetadataCache reading = new MetadataCache(bytes, "memory", 0, 5_000, () -> (long) OBJECTS * LENGTH);
        reading.readStart(0, LENGTH, "test");
        reading.readStart(LENGTH, LENGTH, "test");
        byte[] image = new byte[LENGTH];
        Arrays.fill(image, (byte) 7);
        reading.created(2 * LENGTH, image, 0);
        reading.writeOut(block -> true, RunWriter.Joining.ADJACENT);
        assertThat(reading.readStart(2 * LENGTH, LENGTH, "test")).isEqualTo(image);
    }

    @Test
    void whatLiveObjectsTakeBesidesTheirBlocksCounts() throws IOException {
        overhead = 3 * LENGTH;
        for (int i = 0; i < OBJECTS; i++) {
            cache.keep(new One((long) i * LENGTH));
        }
        cache.writeOut(block -> true, RunWriter.Joining.ADJACENT);
        cache.trim();
        int held = 0;
        for (int i = 0; i < OBJECTS; i++) {
            held += cache.find((long) i * LENGTH) == null ? 0 : 1;
        }
        assertThat(held).as("a quarter of those without").isBetween(8, 11);
    }

    @Test
    void twoObjectsAtOneAddressAreADamagedFile() {
        cache.keep(new One(0));
        assertThatThrownBy(() -> cache.keep(new One(0)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("two structures at address 0");
    }

    @Test
    void blocksThatOverlapAreADamagedFileAndAreNotWritten() {
        cache.created(0, new byte[LENGTH], 0);
        cache.created(LENGTH - 1, new byte[LENGTH], 0);
        assertThatThrownBy(() -> cache.writeOut())
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("two structures overlap, %d bytes at address 0 and %d bytes at address %d"
                        .formatted(LENGTH, LENGTH, LENGTH - 1));
        assertThat(cache.bytesWritten()).isZero();
    }

    @Test
    void dirtyObjectsAreNotGoneOverAtEachOperation() throws IOException {
        for (int i = 0; i < OBJECTS; i++) {
            cache.keep(new One((long) i * LENGTH));
            cache.trim();
        }
        assertThat(asked).as("a search for each eighth more").isLessThan(20L * OBJECTS);
        cache.writeOut(block -> true, RunWriter.Joining.ADJACENT);
        cache.trim();
        int held = 0;
        for (int i = 0; i < OBJECTS; i++) {
            held += cache.find((long) i * LENGTH) == null ? 0 : 1;
        }
        assertThat(held).as("all were clean").isEqualTo(43);
    }

    /** The bytes between two blocks that are written together stay as they are in the file. */
    @Test
    void closeBlocksAreWrittenTogetherWhereThatIsPermitted() throws IOException {
        byte[] before = new byte[20_000];
        Arrays.fill(before, (byte) 7);
        MemoryStorage storage = new MemoryStorage();
        storage.write(0, ByteBuffer.wrap(before));
        MetadataCache close = new MetadataCache(storage, "memory", 0, 5_000, () -> 1L << 20);
        for (int address : new int[] {0, 200, 400, 4_096, 8_192, 16_384, 19_900, 20_100}) {
            close.created(address, new byte[LENGTH], 0);
        }
        List<Long> asked = new ArrayList<>();
        close.writeOut(block -> true, (address, size) -> {
            asked.add(address);
            assertThat(size).isPositive();
            return address != 300;
        });
        assertThat(asked)
                .as("not about the end of a page that would otherwise not be written")
                .containsExactly(100L, 300L, 500L, 4_196L, 16_484L, 20_000L);
        assertThat(close.writes()).as("0 and 200; 400 to 8,192; the others").isEqualTo(3);
        byte[] expected = Arrays.copyOf(before, 20_200);
        for (int address : new int[] {0, 200, 400, 4_096, 8_192, 16_384, 19_900, 20_100}) {
            Arrays.fill(expected, address, address + LENGTH, (byte) 0);
        }
        assertThat(storage.toByteArray()).isEqualTo(expected);
    }

    /** A block of 4,096 bytes whose checksum is at 16, in the file, with these changes since. */
    private static MetadataCache withChanges(MemoryStorage storage, int... fromTo) throws IOException {
        MetadataCache cache = new MetadataCache(storage, "memory", 0, 5_000, () -> 1L << 20);
        Block block = cache.created(0, new byte[4_096], Integer.BYTES);
        block.checksumWithin(16);
        cache.writeOut();
        for (int i = 0; i < fromTo.length; i += 2) {
            Arrays.fill(block.image(), fromTo[i], fromTo[i + 1], (byte) 7);
            block.markDirty(fromTo[i], fromTo[i + 1]);
        }
        return cache;
    }

    @Test
    void onlyWhatHasChangedOfALargeBlockIsWritten() throws IOException {
        int[][] changes = {{100, 200}, {100, 200, 300, 350}, {0, 10}, {10, 30}, {18, 60}, {17, 19}, {1_000, 3_500}};
        int[] bytes = {4 + 100, 4 + 250, 10 + 4, 20, 44, 4, 4_096};
        for (int i = 0; i < changes.length; i++) {
            MemoryStorage storage = new MemoryStorage();
            MetadataCache changed = withChanges(storage, changes[i]);
            long before = changed.bytesWritten();
            changed.writeOut();
            assertThat(changed.bytesWritten() - before)
                    .as(Arrays.toString(changes[i]))
                    .isEqualTo(bytes[i]);
            assertThat(changed.isDirty()).isFalse();
            byte[] expected = new byte[4_096];
            for (int j = 0; j < changes[i].length; j += 2) {
                Arrays.fill(expected, changes[i][j], changes[i][j + 1], (byte) 7);
            }
            Arrays.fill(expected, 16, 20, (byte) 0);
            LittleEndian.put(expected, 16, 4, Checksum.of(expected, 0, 4_096) & 0xFFFF_FFFFL);
            assertThat(storage.toByteArray()).as(Arrays.toString(changes[i])).isEqualTo(expected);
        }
    }

    @Test
    void aBlockThatOverlapsTheUnchangedPartOfAnotherIsADamagedFile() throws IOException {
        MetadataCache changed = withChanges(new MemoryStorage(), 100, 200);
        changed.created(4_000, new byte[LENGTH], 0);
        assertThatThrownBy(changed::dirtyBlocks)
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("two structures overlap, 4096 bytes at address 0 and 100 bytes at address 4000");
    }

    /** As after a failed write. */
    @Test
    void aBlockThatIsDirtyAsAWholeStaysSo() throws IOException {
        MetadataCache changed = withChanges(new MemoryStorage());
        Block block = changed.created(8_192, new byte[4_096], 0);
        block.markDirty(10, 20);
        long before = changed.bytesWritten();
        changed.writeOut();
        assertThat(changed.bytesWritten() - before).isEqualTo(4_096);
    }

    private One parkable(int i) {
        byte[] image = new byte[LENGTH];
        image[0] = (byte) i;
        One one = new One(cache.created((long) i * LENGTH, image, 0), true);
        cache.keep(one);
        return one;
    }

    @Test
    void whatIsDirtyAndLiesInOneBlockStaysAsBytes() throws IOException {
        One first = parkable(0);
        for (int i = 1; i < 100; i++) {
            parkable(i);
        }
        cache.parkAndTrim();
        assertThat(cache.find(0)).as("parked").isNull();
        assertThat(cache.find(99L * LENGTH)).as("of those that came last").isNotNull();
        assertThat(cache.isDirty()).isTrue();
        assertThat(cache.dirtyBlocks()).hasSize(100);
        assertThatIllegalStateException().isThrownBy(first.block::markDirty).withMessageContaining("left the cache");
        assertThatThrownBy(() -> cache.read(LENGTH, 10, "something"))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("it overlaps an object header");

        Block again = cache.unpark(5L * LENGTH);
        assertThat(again.image()[0]).isEqualTo((byte) 5);
        assertThat(again.isDirty()).isTrue();
        assertThat(cache.unpark(5L * LENGTH)).isNull();
        again.image()[1] = 1;
        cache.discardParked(6L * LENGTH);

        cache.writeOut();
        assertThat(cache.isDirty()).isFalse();
        assertThat(cache.dirtyBytes()).isZero();
        assertThat(cache.bytesWritten()).isEqualTo(99 * LENGTH);
        assertThat(cache.unpark(7L * LENGTH))
                .as("no slab is as small as the bound")
                .isNull();
        assertThat(cache.read(5L * LENGTH, 2, "it")).containsExactly(5, 1);
    }

    @Test
    void anImageIsChangedWithoutALiveObject() throws IOException {
        for (int i = 0; i < 100; i++) {
            parkable(i);
        }
        cache.parkAndTrim();
        Block copy = cache.parkedCopy(5L * LENGTH);
        copy.image()[1] = 9;
        assertThat(cache.parkedCopy(5L * LENGTH).image()).as("parked").startsWith(5, 0);
        cache.parkChanged(copy);
        cache.parkChanged(cache.loaded(200L * LENGTH, new byte[] {8, 8}, 0));
        assertThat(cache.find(5L * LENGTH)).isNull();
        assertThat(cache.find(200L * LENGTH)).isNull();
        assertThat(cache.parkedCopy(200L * LENGTH).image()).containsExactly(8, 8);
        assertThat(cache.parkedCopy(300L * LENGTH)).isNull();
        assertThatThrownBy(() -> cache.parkChanged(cache.loaded(99L * LENGTH, new byte[LENGTH], 0)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("two structures at address 9900");

        cache.writeOut();
        assertThat(cache.bytesWritten()).isEqualTo(100 * LENGTH + 2);
        assertThat(cache.read(5L * LENGTH, 2, "it")).containsExactly(5, 9);
        assertThat(cache.read(200L * LENGTH, 2, "it")).containsExactly(8, 8);
    }

    /** Most of the bound is dirty, and each operation loads one more object. */
    @Test
    void evictionIsAmortised() {
        for (int i = 0; i < 45; i++) {
            cache.keep(new One((long) i * LENGTH));
        }
        asked = 0;
        for (int i = 45; i < OBJECTS; i++) {
            cache.keep(new One(cache.loaded((long) i * LENGTH, new byte[LENGTH], 0), false));
            cache.trim();
        }
        assertThat(asked).as("a search for each eighth more").isLessThan(20L * OBJECTS);
    }
}
