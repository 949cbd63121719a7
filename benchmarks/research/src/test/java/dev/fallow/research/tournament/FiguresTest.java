package dev.fallow.research.tournament;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceOptions;
import dev.fallow.freespace.trace.Trace;
import dev.fallow.freespace.trace.TraceRecorder;
import dev.fallow.research.objects.ParetoSizes;
import dev.fallow.research.objects.WebObjectTrace;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Each metric of a few requests, calculated by hand. */
class FiguresTest {
    private static final int K = 1024;

    /** The hole of 50 receives 30; the space after it is released and truncated. */
    @Test
    void extentsOfAFileThatShrinks() {
        Figures hole = HandMade.figures("ordered", 100, 50, 200, -2);
        assertEquals(new Figures(300, 350, 300, 350, 350, 1, 4, 2, 4, 1, 0, 0), hole);
        assertEquals(50.0 / 350, hole.externalFragmentation());
        assertEquals(0, hole.internalFragmentation());
        Figures shrunk = HandMade.figures("ordered", 100, 50, 200, -2, 30, -3);
        assertEquals(130, shrunk.extent());
        assertEquals(350, shrunk.peakExtent());
        assertEquals(0, shrunk.externalFragmentation());
        assertEquals(0, shrunk.metadataWrites(), "no section, nothing to write at closing");
    }

    /**
     * 1,500 bytes get 1K and 1K; 3,000 get 1K, 1K and 2K; 1,024 get 1K. At most six units are requested, but seven are
     * needed: a volume of six is too small, and the next size of the series is seven. It is divided into 4, 2 and 1;
     * the first file receives the block of one unit and half of the block of two.
     */
    @Test
    void internalFragmentationOfABuddy() {
        Figures three = HandMade.figures("binary buddy", 1_500, 3_000, 1_024);
        assertEquals(7 * K, three.volume());
        assertEquals(7 * K, three.handedOut());
        assertEquals((7.0 * K - 5_524) / (7 * K), three.internalFragmentation());
        assertEquals(7 * K, three.extent());
        Figures two = HandMade.figures("binary buddy", 1_500, 3_000, 1_024, -2);
        assertEquals(7 * K, two.extent(), "the first file has the last unit");
        assertEquals(4.0 / 7, two.externalFragmentation());
        assertFalse(two.hasMetadataWrites());
    }

    /** Three blocks are taken from the list with one write of its head; each released block is written with a link. */
    @Test
    void fixedBlocks() {
        Figures file = HandMade.figures("fixed 4 KB", 10_000, 1, -1);
        assertEquals(1 + 1 + 4, file.metadataWrites());
        assertEquals(4 * 4 * K, file.peakExtent());
        assertEquals(4_095.0 / 4_096, file.internalFragmentation());
        assertEquals(3.0 / 4, file.externalFragmentation());
    }

    /**
     * 100 bytes and a header take two grains of 64 bytes; the released block is allocated next, with one write each.
     */
    @Test
    void quickFitHasAHeaderInEachBlock() {
        Figures file = HandMade.figures("PMFLF, w 0", 100, 100, -1, 90);
        assertEquals(4, file.metadataWrites());
        assertEquals(256, file.extent());
        assertEquals((256.0 - 190) / 256, file.internalFragmentation());
    }

    /** A page of a bitmap represents 512 KB in units of 8 bytes. */
    @Test
    void pagesOfABitmap() {
        assertEquals(1, HandMade.figures("bitmap 8 B", 512 * K).metadataWrites());
        assertEquals(2, HandMade.figures("bitmap 8 B", 512 * K + 1).metadataWrites());
        assertEquals(
                1 + 1 + 2, HandMade.figures("bitmap 8 B", 8, 511 * K, 2 * K).metadataWrites());
        assertEquals(1, HandMade.figures("bitmap 4 KB", 512 * K + 1).metadataWrites());
    }

    /** Of a bitmap with a bit per KB; a file of two pieces in the same page is one write. */
    @Test
    void writesOfABitmapThatThePolicyDoesNotHave() {
        Figures buddy = HandMade.figures("binary buddy", 1_500, 3_000, 1_024, -2);
        assertEquals(4, buddy.bitmapWrites());
        assertEquals(2, HandMade.figures("fixed 4 KB", 300_000L * K).bitmapWrites(), "75,000 blocks of 65,536 a page");
        assertEquals(2, HandMade.figures("ordered", 65_537).bitmapWrites(), "a bit per byte");
    }

    /** The second file takes the hole of 4 KB and a block after the third. */
    @Test
    void contiguousPieces() {
        assertEquals(1, HandMade.figures("fixed 4 KB", 10_000).piecesPerBlock(), "three blocks that touch");
        assertEquals(
                4 / 3.0, HandMade.figures("fixed 4 KB", 4 * K, 4 * K, -1, 8 * K).piecesPerBlock(), 1e-9);
        assertEquals(1, HandMade.figures("ordered", 4 * K, 4 * K, -1, 8 * K).piecesPerBlock());
    }

    /** 40 blocks leave 24 of an extent of 64: enough for λ = 16, too few for λ = 32. */
    @Test
    void matBallReusesWhatTheThresholdAllows() {
        Figures partitioned = HandMade.figures("MatBall 64 KB, λ 16", 40 * K, 8 * K);
        assertEquals(64 * K, partitioned.volume());
        assertEquals(48 * K, partitioned.extent());
        Figures not = HandMade.figures("MatBall 64 KB, λ 32", 40 * K, 8 * K);
        assertEquals(128 * K, not.volume());
        assertEquals((64 + 8) * K, not.extent());
        assertEquals(24.0 / 72, not.externalFragmentation());
    }

    /** The largest range that does not exceed the file size, or the smallest range for smaller files. */
    @Test
    void extentSizes() {
        for (int i = 0; i < 100; i++) {
            assertEquals(K, ExtentSizes.ofTimeSharing(5).applyAsLong(100));
            ExtentSizes three = ExtentSizes.ofTimeSharing(3);
            three.applyAsLong(1);
            long size = three.applyAsLong(100 * K);
            assertTrue(size >= 4 * K && size <= 12 * K && size % K == 0, "around 8K: " + size);
            assertTrue(three.applyAsLong(1024 * K) > 500 * K);
        }
        assertThrows(IllegalArgumentException.class, () -> ExtentSizes.ofTimeSharing(2));
    }

    private static Requests recorded(Consumer<FileSpace> work) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        FileSpace space = new FileSpace(FileSpaceOptions.defaults().withAggregators(0, 0), 0);
        TraceRecorder recorder = new TraceRecorder(space, bytes::write);
        work.accept(space);
        recorder.close();
        return Requests.of(Trace.read(bytes.toByteArray()));
    }

    @Test
    void aBlockThatGrewIsAskedForAnew() {
        Requests requests = recorded(space -> {
            long address = space.allocate(AllocationType.RAW_DATA, 100);
            assertTrue(space.tryExtend(AllocationType.RAW_DATA, address, 100, 20));
            space.release(AllocationType.RAW_DATA, address, 120);
        });
        assertEquals(4, requests.count());
        assertEquals(2, requests.blocks());
        assertEquals(
                List.of(100L, 120L, 0L, 0L),
                List.of(0, 1, 2, 3).stream().map(requests::size).toList());
        assertEquals(
                List.of(0, 1, 0, 1),
                List.of(0, 1, 2, 3).stream().map(requests::block).toList());
        assertEquals(220, requests.mostInUse());
        assertEquals(0, requests.inUse());
        assertEquals(2 * K, requests.mostInUse(K));
    }

    @Test
    void partsOfBlocksAreRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> recorded(space ->
                        space.release(AllocationType.RAW_DATA, space.allocate(AllocationType.RAW_DATA, 100) + 10, 20)));
    }

    @Test
    void webObjects() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        assertEquals(10 + 20 + 20, WebObjectTrace.record(10, ParetoSizes.IBM_SERVER, 3, bytes::write));
        Requests requests = Requests.of(Trace.read(bytes.toByteArray()));
        assertEquals(50, requests.count());
        assertEquals(30, requests.blocks());
        bytes.reset();
        assertEquals(10, WebObjectTrace.recordKept(10, ParetoSizes.IBM_SERVER, 3, bytes::write));
        Requests kept = Requests.of(Trace.read(bytes.toByteArray()));
        assertEquals(kept.inUse(), kept.mostInUse());
        assertEquals(requests.size(0), kept.size(0), "the same objects");
        assertThrows(
                IllegalArgumentException.class,
                () -> WebObjectTrace.record(0, ParetoSizes.IBM_SERVER, 3, bytes::write));
    }
}
