package dev.fallow.format.objectheader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.CodecContract;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.Golden;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ObjectHeaderChunkTest {
    /** Chunk 0 of a superblock extension, written by libhdf5. */
    static final String EXTENSION_CHUNK =
            ObjectHeaderPrefixTest.EXTENSION + """
            17 7D00 14                                  # file space info, 125 bytes, flags 0x14
            01 00 01 0100000000000000 0010000000000000 0000 2C19000000000000
            EB02000000000000 FFFFFFFFFFFFFFFF 5B02000000000000
            """ + "FFFFFFFFFFFFFFFF".repeat(9) + "52FA05B3";

    private static ObjectHeaderChunk walk(String dump, boolean tracked) {
        byte[] image = Golden.bytes("EEEE" + dump.replaceAll("#.*|\\s", "") + "EEEE");
        return ObjectHeaderChunk.messages(image, 2, image.length - 2, tracked, 100);
    }

    @Test
    void findsTheMessageOfAnExtension() {
        byte[] image = Golden.bytes(EXTENSION_CHUNK);
        ObjectHeaderChunk chunk = ObjectHeaderChunk.messages(image, 23, image.length - 4, false, 0x30 + 23);
        assertThat(chunk.messages()).containsExactly(new MessageSlot(0x17, 0x14, 23, 27, 125, 0));
        assertThat(chunk.gapOffset()).isEqualTo(152);
        assertThat(chunk.gapLength()).isZero();
        assertThat(chunk.messages().get(0).is(MessageType.FILE_SPACE_INFO)).isTrue();
        assertThat(chunk.messages().get(0).end()).isEqualTo(152);
    }

    @Test
    void findsMessagesAndGap() {
        ObjectHeaderChunk chunk = walk("0A 0200 01 0000  02 0000 00  000000", false);
        assertThat(chunk.messages())
                .containsExactly(new MessageSlot(0x0A, 1, 2, 6, 2, 0), new MessageSlot(0x02, 0, 8, 12, 0, 0));
        assertThat(chunk.gapOffset()).isEqualTo(12);
        assertThat(chunk.gapLength()).isEqualTo(3);
    }

    @Test
    void creationIndexesMakeHeadersLonger() {
        ObjectHeaderChunk chunk = walk("0C 0100 00 0500 AA  0000000000", true);
        assertThat(chunk.messages()).containsExactly(new MessageSlot(0x0C, 0, 2, 8, 1, 5));
        assertThat(chunk.gapLength()).isEqualTo(5);
    }

    @Test
    void nilMessagesFillAChunkToItsEnd() {
        assertThat(walk("00 0100 00 77  00 0000 00", false).messages()).hasSize(2);
        assertThatThrownBy(() -> walk("00 0100 00 77  000000", false))
                .isInstanceOf(FormatException.class)
                .hasMessage("data object header message at address 105: "
                        + "expected no gap in a chunk with a NIL message, found one of 3 bytes");
        assertThat(walk("", false).messages()).isEmpty();
    }

    @Test
    void aMessagePastItsChunkIsRefused() {
        assertThatThrownBy(() -> walk("06 0300 00 0102", false))
                .isInstanceOf(FormatException.class)
                .hasMessage("data object header message at address 104: "
                        + "expected Link of 3 bytes to end inside its chunk, found 2 bytes left");
    }

    @Test
    void flagsThatContradictEachOtherAreRefused() {
        for (int type : new int[] {0x03, 0x06, 0x40}) {
            for (int flags = 0; flags < 256; flags++) {
                boolean shared = (flags & 0x02) != 0;
                boolean sharable = (flags & 0x40) != 0;
                boolean refused = shared && (flags & 0x04) != 0
                        || (flags & 0x20) != 0 && ((flags & 0x08) != 0 || (flags & 0x10) == 0)
                        || type == 0x06 && (shared || sharable);
                String dump = "%02X 0000 %02X".formatted(type, flags);
                if (refused) {
                    assertThatThrownBy(() -> walk(dump, false)).as(dump).isInstanceOf(FormatException.class);
                } else {
                    assertThat(walk(dump, false).messages()).as(dump).hasSize(1);
                }
            }
        }
    }

    @Test
    void flagsOfNilAndContinuationMessagesSayNothing() {
        for (int flags = 0; flags < 256; flags++) {
            assertThat(walk("00 0000 %02X".formatted(flags), false).messages()).hasSize(1);
            assertThat(walk("10 0000 %02X".formatted(flags), false).messages()).hasSize(1);
        }
    }

    @Test
    void unknownTypesMayForbidToOpenAnObject() {
        assertThat(slot(0x40, 0x80).forbidsOpening(false)).isTrue();
        assertThat(slot(0x40, 0x08).forbidsOpening(false)).isFalse();
        assertThat(slot(0x40, 0x08).forbidsOpening(true)).isTrue();
        assertThat(slot(0x40, 0x10).forbidsOpening(true)).isFalse();
        assertThat(slot(0x09, 0x80).forbidsOpening(false)).isTrue();
        assertThat(slot(0x03, 0x88).forbidsOpening(true)).isFalse();
    }

    private static MessageSlot slot(int type, int flags) {
        return new MessageSlot(type, flags, 0, 4, 0, 0);
    }

    @Test
    void anyBytesAreWalkedOrRefused() {
        int walked = 0;
        for (int seed = 0; seed < 20_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] image = new byte[random.nextInt(60)];
            for (int i = 0; i < image.length; i++) {
                image[i] = (byte) (random.nextInt(3) == 0 ? random.nextInt(256) : 0);
            }
            boolean tracked = random.nextBoolean();
            try {
                ObjectHeaderChunk chunk = ObjectHeaderChunk.messages(image, 0, image.length, tracked, 0);
                int end = 0;
                for (MessageSlot slot : chunk.messages()) {
                    assertThat(slot.headerOffset()).as("seed %d", seed).isEqualTo(end);
                    end = slot.end();
                }
                assertThat(chunk.gapOffset()).as("seed %d", seed).isEqualTo(end);
                assertThat(end + chunk.gapLength()).as("seed %d", seed).isEqualTo(image.length);
                walked++;
            } catch (FormatException refused) {
                assertThat(refused.structure()).isEqualTo("data object header message");
            }
        }
        assertThat(walked).as("both outcomes are met").isBetween(1_000, 19_000);
    }

    @Test
    void messageHeadersAreReadOrRefused() {
        for (boolean tracked : new boolean[] {false, true}) {
            CodecContract.reading(FieldSizes.EIGHT, in -> MessageHeader.decode(in, tracked))
                    .holdsFor(tracked ? "0C 3412 04 0700" : "03 FFFF 02");
        }
        assertThatThrownBy(() -> new MessageHeader(0x06, 65_536, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new MessageHeader(0x06, 6, 2, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new MessageHeader(0x06, 6, 0, 65_536)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void messageTypesHaveTheirNumbers() {
        assertThat(MessageType.of(0x17)).contains(MessageType.FILE_SPACE_INFO);
        assertThat(MessageType.of(0x09)).isEmpty();
        assertThat(MessageType.of(0x19)).isEmpty();
        assertThat(MessageType.of(-1)).isEmpty();
        for (MessageType type : MessageType.values()) {
            assertThat(MessageType.of(type.number())).contains(type);
        }
        assertThat(MessageType.titleOf(0xAB)).isEqualTo("message of type 0xab");
    }

    @Test
    void continuationChunksAreVerified() {
        byte[] chunk = new FieldWriter(FieldSizes.EIGHT)
                .text(ContinuationChunk.SIGNATURE)
                .zeros(4)
                .checksumFrom(0)
                .toByteArray();
        ContinuationChunk.verify(reader(chunk));
        for (int i = 0; i < chunk.length; i++) {
            byte[] damaged = chunk.clone();
            damaged[i] ^= 1;
            assertThatThrownBy(() -> ContinuationChunk.verify(reader(damaged))).isInstanceOf(FormatException.class);
        }
        for (int cut = 0; cut < chunk.length; cut++) {
            byte[] truncated = Arrays.copyOf(chunk, cut);
            assertThatThrownBy(() -> ContinuationChunk.verify(reader(truncated)))
                    .isInstanceOf(FormatException.class);
        }
    }

    private static FieldReader reader(byte[] chunk) {
        return FieldReader.of(chunk, FieldSizes.EIGHT, ContinuationChunk.STRUCTURE, 9);
    }
}
