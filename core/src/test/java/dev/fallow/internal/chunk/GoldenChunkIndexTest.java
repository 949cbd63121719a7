package dev.fallow.internal.chunk;

import static dev.fallow.internal.chunk.IndexedDataset.UNLIMITED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.format.FieldSizes;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.ChunkedLayout.Index;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.cache.Structures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/**
 * Indexes are, byte for byte, those that libhdf5 2.0 writes: elements of 1 byte, chunks of 2, three chunks, at the same
 * addresses.
 */
class GoldenChunkIndexTest {
    private static final String UNDEFINED = "FFFFFFFFFFFFFFFF";

    private Structures file;

    private static IndexedDataset dataset(
            int version, Index kind, boolean filtered, long[] sizes, long[] most, long[] chunk, long... parameters) {
        ChunkedLayout layout = ChunkedLayout.create(version, 0, chunk, kind, parameters);
        return new IndexedDataset(layout, Dataspace.extendible(sizes, most), filtered, 32);
    }

    /** Puts the chunks into a new index, whose first block is at an address. */
    private ChunkedLayout write(int address, IndexedDataset dataset, long[][] coordinates, StoredChunk... chunks)
            throws IOException {
        file = new Structures(FieldSizes.EIGHT, address);
        StructureStore store = file.store();
        ChunkIndex index = dataset.open(store);
        for (int i = 0; i < chunks.length; i++) {
            index.prepare(coordinates[i]);
            assertThat(index.put(coordinates[i], chunks[i])).isEqualTo(i == 0);
        }
        file.write(store);
        return index.layout();
    }

    private static long[][] inARow() {
        return new long[][] {{0}, {1}, {2}};
    }

    private void expect(long address, String... parts) throws IOException {
        byte[] expected = HexFormat.of().parseHex(String.join("", parts).replaceAll("\\s", ""));
        ByteBuffer found = ByteBuffer.allocate(expected.length);
        file.read(address, found);
        assertThat(HexFormat.of().withUpperCase().formatHex(found.array()))
                .isEqualTo(HexFormat.of().withUpperCase().formatHex(expected));
    }

    private static StoredChunk[] plain(long first) {
        return new StoredChunk[] {
            new StoredChunk(first, 2, 0), new StoredChunk(first + 2, 2, 0), new StoredChunk(first + 4, 2, 0)
        };
    }

    private static StoredChunk[] filtered(long first, long size) {
        return new StoredChunk[] {
            new StoredChunk(first, size, 0),
            new StoredChunk(first + size, size, 0),
            new StoredChunk(first + 2 * size, size, 0)
        };
    }

    @Test
    void aTreeOfVersion1() throws IOException {
        IndexedDataset dataset =
                dataset(3, Index.B_TREE_V1, false, new long[] {5}, new long[] {UNLIMITED}, new long[] {2, 1});
        ChunkedLayout layout = write(1_400, dataset, inARow(), plain(0xDA8));
        assertThat(layout).isEqualTo(dataset.layout().at(0x578));
        expect(1_400, """
                54 52 45 45 01 00 03 00 FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF 02 00 00 00 00 00 00 00
                00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 A8 0D 00 00 00 00 00 00 02 00 00 00 00 00 00 00
                02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 AA 0D 00 00 00 00 00 00 02 00 00 00 00 00 00 00
                04 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 AC 0D 00 00 00 00 00 00 00 00 00 00 00 00 00 00
                06 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00
                """);
    }

    @Test
    void aFixedArray() throws IOException {
        IndexedDataset dataset =
                dataset(4, Index.FIXED_ARRAY, false, new long[] {5}, new long[] {5}, new long[] {2, 1}, 10);
        ChunkedLayout layout = write(447, dataset, inARow(), plain(0x800));
        assertThat(layout.address()).isEqualTo(0x1BF);
        expect(447, "46 41 48 44 00 00 08 0A 03 00 00 00 00 00 00 00 DB 01 00 00 00 00 00 00 B8 D1 8C 83");
        expect(475, """
                46 41 44 42 00 00 BF 01 00 00 00 00 00 00 00 08 00 00 00 00 00 00 02 08 00 00 00 00 00 00 04 08
                00 00 00 00 00 00 27 E8 61 76
                """);
    }

    @Test
    void aFixedArrayWithFilters() throws IOException {
        IndexedDataset dataset =
                dataset(4, Index.FIXED_ARRAY, true, new long[] {5}, new long[] {5}, new long[] {2, 1}, 10);
        write(447, dataset, inARow(), filtered(0x800, 10));
        expect(447, "46 41 48 44 00 01 0E 0A 03 00 00 00 00 00 00 00 DB 01 00 00 00 00 00 00 AC A2 AD B1");
        expect(475, """
                46 41 44 42 00 01 BF 01 00 00 00 00 00 00 00 08 00 00 00 00 00 00 0A 00 00 00 00 00 0A 08 00 00
                00 00 00 00 0A 00 00 00 00 00 14 08 00 00 00 00 00 00 0A 00 00 00 00 00 E6 8F 61 8E
                """);
    }

    @Test
    void anExtensibleArray() throws IOException {
        IndexedDataset dataset = dataset(
                4,
                Index.EXTENSIBLE_ARRAY,
                false,
                new long[] {5},
                new long[] {UNLIMITED},
                new long[] {2, 1},
                32,
                4,
                4,
                16,
                10);
        write(447, dataset, inARow(), plain(0x800));
        expect(447, """
                45 41 48 44 00 00 08 20 04 10 04 0A 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
                00 00 00 00 00 00 00 00 00 00 00 00 03 00 00 00 00 00 00 00 04 00 00 00 00 00 00 00 07 02 00 00
                00 00 00 00 AE 26 44 44
                """);
        expect(
                519,
                "45 41 49 42 00 00 BF 01 00 00 00 00 00 00",
                "00 08 00 00 00 00 00 00 02 08 00 00 00 00 00 00 04 08 00 00 00 00 00 00",
                UNDEFINED.repeat(1 + 6 + 25),
                "40 64 26 7E");
    }

    private static long[][] inTwoDimensions() {
        return new long[][] {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
    }

    @Test
    void aTreeOfVersion2() throws IOException {
        long[] unlimited = {UNLIMITED, UNLIMITED};
        IndexedDataset dataset =
                dataset(4, Index.B_TREE_V2, false, new long[] {3, 3}, unlimited, new long[] {2, 2, 1}, 2_048, 100, 40);
        // libhdf5 puts the leaf at 4,096; it contains no address of the tree
        write(
                447,
                dataset,
                inTwoDimensions(),
                new StoredChunk(0x800, 4, 0),
                new StoredChunk(0x804, 4, 0),
                new StoredChunk(0x808, 4, 0),
                new StoredChunk(0x80C, 4, 0));
        expect(447, "42 54 48 44 00 0A 00 08 00 00 18 00 00 00 64 28 E5 01 00 00 00 00 00 00 04 00 04 00");
        expect(485, """
                42 54 4C 46 00 0A
                00 08 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
                04 08 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00
                08 08 00 00 00 00 00 00 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
                0C 08 00 00 00 00 00 00 01 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 22 8A 20 9E
                """);
    }

    @Test
    void aTreeOfVersion2WithFilters() throws IOException {
        long[] unlimited = {UNLIMITED, UNLIMITED};
        IndexedDataset dataset =
                dataset(5, Index.B_TREE_V2, true, new long[] {3, 3}, unlimited, new long[] {2, 2, 1}, 2_048, 100, 40);
        write(
                447,
                dataset,
                inTwoDimensions(),
                new StoredChunk(0x800, 12, 0),
                new StoredChunk(0x80C, 12, 0),
                new StoredChunk(0x818, 12, 0),
                new StoredChunk(0x824, 12, 0));
        expect(485, """
                42 54 4C 46 00 0B
                00 08 00 00 00 00 00 00 0C 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
                0C 08 00 00 00 00 00 00 0C 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00
                18 08 00 00 00 00 00 00 0C 00 00 00 00 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
                24 08 00 00 00 00 00 00 0C 00 00 00 00 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00
                57 BD 41 90
                """);
    }
}
