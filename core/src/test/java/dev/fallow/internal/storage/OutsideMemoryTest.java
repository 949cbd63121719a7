package dev.fallow.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutsideMemoryTest {
    private static final String FOLDER = "java.io.tmpdir";
    private static final int[] LENGTHS = {1, 100, 4_096, 4_097, 65_536, 70_000, 131_072, 1 << 20, 16 << 20};

    @TempDir
    private Path folder;

    private final OutsideMemory outside = new OutsideMemory();

    /** Takes memory while temporary files are in a folder. */
    private List<ByteBuffer> take(Path temporary) {
        String before = System.setProperty(FOLDER, temporary.toString());
        try {
            List<ByteBuffer> taken = new ArrayList<>();
            for (int round = 0; round < 3; round++) {
                for (int length : LENGTHS) {
                    taken.add(OutsideMemory.take(outside, length));
                }
            }
            return taken;
        } finally {
            System.setProperty(FOLDER, before);
        }
    }

    private static void checkEachHasItsOwnBytes(List<ByteBuffer> parts) {
        for (int i = 0; i < parts.size(); i++) {
            assertThat(parts.get(i).limit()).isEqualTo(LENGTHS[i % LENGTHS.length]);
            assertThat(parts.get(i).order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
            for (int at = 0; at < parts.get(i).limit(); at++) {
                parts.get(i).put(at, (byte) i);
            }
        }
        for (int i = 0; i < parts.size(); i++) {
            for (int at = 0; at < parts.get(i).limit(); at++) {
                if (parts.get(i).get(at) != i) {
                    throw new AssertionError(
                            "part " + i + " at " + at + ": " + parts.get(i).get(at));
                }
            }
        }
    }

    @Test
    void eachPartHasItsOwnBytesInFilesThatAreDeleted() {
        List<ByteBuffer> parts = take(folder);
        assertThat(parts).allMatch(ByteBuffer::isDirect);
        checkEachHasItsOwnBytes(parts);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void whatIsGivenBackIsHandedOutAgain() {
        List<ByteBuffer> parts = take(folder);
        parts.forEach(part -> OutsideMemory.giveBack(outside, part));
        assertThat(take(folder.resolve("missing"))).allMatch(ByteBuffer::isDirect);
    }

    @Test
    void withoutFilesTheHeapServes() {
        List<ByteBuffer> parts = take(folder.resolve("missing"));
        assertThat(parts).noneMatch(ByteBuffer::isDirect);
        checkEachHasItsOwnBytes(parts);
        parts.forEach(part -> OutsideMemory.giveBack(outside, part));
        assertThat(take(folder)).as("no file is tried again").noneMatch(ByteBuffer::isDirect);
        assertThat(OutsideMemory.take(null, 7).isDirect()).isFalse();
    }
}
