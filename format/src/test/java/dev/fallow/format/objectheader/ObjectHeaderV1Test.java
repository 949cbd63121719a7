package dev.fallow.format.objectheader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.CodecContract;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.Golden;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ObjectHeaderV1Test {
    /** A dataset with attributes, one of them deleted, at 0x320; written by libhdf5. */
    private static final String PREFIX = """
            01 00             # version 1, reserved
            0C00              # 12 messages in both chunks
            01000000          # 1 reference
            00010000          # message area of 256 bytes
            00000000          # padding
            """;

    private static final String CHUNK_0 = PREFIX + """
            0100 1800 00 000000  010101000000000003000000000000000300000000000000  # dataspace
            0300 1000 01 000000  10080000040000000000200000000000                  # datatype, constant
            0500 0800 01 000000  0202020100000000                                  # fill value, constant
            0800 1800 00 000000  030100080000000000000c00000000000000000000000000  # layout
            0C00 3000 00 000000  010003000C0008006130000000000000                  # attribute a0
                                 1008000004000000000020000000000001000000000000000000000000000000
            1000 1000 00 000000  7805000000000000E000000000000000                  # continued at 1400, 224 bytes
            0C00 3000 00 000000  010003000C0008006132000000000000                  # attribute a2
                                 1008000004000000000020000000000001000000000000000200000000000000
            0000 0800 00 000000  0000000000000000                                  # NIL
            """;

    private static final String CONTINUATION = """
            0C00 3000 00 000000  010003000C0008006133000000000000                  # attribute a3
                                 1008000004000000000020000000000001000000000000000300000000000000
            0C00 3000 00 000000  010003000C0008006134000000000000                  # attribute a4
                                 1008000004000000000020000000000001000000000000000400000000000000
            0C00 3000 00 000000  010003000C0008006135000000000000                  # attribute a5
                                 1008000004000000000020000000000001000000000000000500000000000000
            0000 3000 00 000000                                                    # NIL, of 48 bytes
            """ + "00".repeat(48);

    private static final CodecContract<ObjectHeaderPrefixV1> PREFIXES = CodecContract.of(
            FieldSizes.EIGHT,
            ObjectHeaderPrefixV1::decode,
            ObjectHeaderPrefixV1::encode,
            prefix -> ObjectHeaderPrefixV1.LENGTH);

    private static final CodecContract<MessageHeaderV1> HEADERS =
            CodecContract.reading(FieldSizes.EIGHT, MessageHeaderV1::decode);

    private static ObjectHeaderChunk walk(String dump) {
        byte[] image = Golden.bytes("EEEE" + dump.replaceAll("#.*|\\s", "") + "EEEE");
        return ObjectHeaderChunk.messagesV1(image, 2, image.length - 2, 100);
    }

    private static void refused(String dump, String message) {
        assertThatThrownBy(() -> walk(dump)).isInstanceOf(FormatException.class).hasMessage(message);
    }

    @Test
    void prefixIsWhatTheTableSays() {
        ObjectHeaderPrefixV1 prefix = PREFIXES.holdsFor(PREFIX);
        assertThat(prefix).isEqualTo(new ObjectHeaderPrefixV1(12, 1, 256));
        assertThat(prefix.chunkLength()).isEqualTo(272);
        assertThat(new ObjectHeaderPrefixV1(13, 0xFFFF_FFFFL, 264))
                .isEqualTo(PREFIXES.holdsFor("01 00 0D00 FFFFFFFF 08010000 00000000"));
        assertThat(PREFIXES.holdsFor("01 00 0000 00000000 00000000 00000000").chunkLength())
                .isEqualTo(16);
        byte[] first = Golden.bytes(PREFIX);
        assertThat(ObjectHeaderPrefix.versionOf(first, 0, 0x320)).isEqualTo(1);
    }

    @Test
    void prefixesOutOfRangeAreRefused() {
        refusedPrefix("02 00 0C00 01000000 00010000 00000000", "expected version 1, found 2");
        refusedPrefix("01 00 0000 01000000 00010000 00000000", "area for 0 messages, found one of 256 bytes");
        refusedPrefix("01 00 0100 01000000 00000000 00000000", "area for 1 messages, found one of 0 bytes");
        refusedPrefix("01 00 0100 01000000 07000000 00000000", "area for 1 messages, found one of 7 bytes");
        refusedPrefix("01 00 0100 01000000 0C000000 00000000", "multiple of 8 bytes, found 12");
        refusedNumbers(65_536, 1, 256);
        refusedNumbers(0, 1, 256);
        refusedNumbers(1, 1, 1L << 32);
        refusedNumbers(12, 1L << 32, 256);
    }

    private static void refusedNumbers(int messages, long references, long area) {
        assertThatThrownBy(() -> new ObjectHeaderPrefixV1(messages, references, area))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static void refusedPrefix(String dump, String message) {
        assertThatThrownBy(() -> ObjectHeaderPrefixV1.decode(Golden.reader(dump, 0x320)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(message);
    }

    @Test
    void theCountOfMessagesIsAnUpperBound() {
        ObjectHeaderPrefixV1 prefix = new ObjectHeaderPrefixV1(12, 1, 256);
        prefix.checkMessageCount(8, 0x320);
        prefix.checkMessageCount(12, 0x320);
        assertThatThrownBy(() -> prefix.checkMessageCount(13, 0x320))
                .isInstanceOf(FormatException.class)
                .hasMessage("data object header at address 800: expected at most the stated 12 messages, found 13");
    }

    @Test
    void messageHeaderIsWhatTheTableSays() {
        assertThat(HEADERS.holdsFor("0300 1000 01 000000")).isEqualTo(new MessageHeaderV1(0x03, 16, 1));
        assertThat(HEADERS.holdsFor("3412 F8FF 10 000000")).isEqualTo(new MessageHeaderV1(0x1234, 65_528, 16));
        assertThatThrownBy(() -> new MessageHeaderV1(0x06, 65_536, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new MessageHeaderV1(0x06, 12, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new MessageHeaderV1(0x06, 8, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new MessageHeaderV1(0x16, 8, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new MessageHeaderV1(0x10000, 8, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void findsTheMessagesOfBothChunks() {
        byte[] image = Golden.bytes(CHUNK_0);
        ObjectHeaderPrefixV1 prefix = ObjectHeaderPrefixV1.decode(Golden.reader(image));
        assertThat(image).hasSize((int) prefix.chunkLength());
        ObjectHeaderChunk chunk0 = ObjectHeaderChunk.messagesV1(image, 16, image.length, 0x330);
        assertThat(chunk0.messages())
                .containsExactly(
                        new MessageSlot(0x01, 0, 16, 24, 24, 0),
                        new MessageSlot(0x03, 1, 48, 56, 16, 0),
                        new MessageSlot(0x05, 1, 72, 80, 8, 0),
                        new MessageSlot(0x08, 0, 88, 96, 24, 0),
                        new MessageSlot(0x0C, 0, 120, 128, 48, 0),
                        new MessageSlot(0x10, 0, 176, 184, 16, 0),
                        new MessageSlot(0x0C, 0, 200, 208, 48, 0),
                        new MessageSlot(0x00, 0, 256, 264, 8, 0));
        assertThat(chunk0.gapOffset()).isEqualTo(272);
        assertThat(chunk0.gapLength()).isZero();
        ObjectHeaderChunk chunk1 = walk(CONTINUATION);
        assertThat(chunk1.messages()).hasSize(4);
        prefix.checkMessageCount(chunk0.messages().size() + chunk1.messages().size(), 0x320);
        assertThat(prefix.messageCount())
                .isEqualTo(chunk0.messages().size() + chunk1.messages().size());
    }

    @Test
    void whatLibhdf5RefusesIsRefused() {
        String structure = "data object header message at address ";
        assertThat(walk("").messages()).isEmpty();
        refused(
                "0000 0000 00 000000 00000000",
                structure + "108: expected no gap in a chunk of a version 1 header, found one of 4 bytes");
        refused(
                "0600 0800 00 000000 01020304",
                structure + "108: expected Link of 8 bytes to end inside its chunk, found 4 bytes left");
        refused(
                "0600 0C00 00 000000 0102030405060708090A0B0C",
                structure + "102: expected Link of a multiple of 8 bytes, found 12");
        refused(
                "1600 0800 00 000000 0000000000000000",
                structure + "102: expected the reference count in the prefix of a version 1 header, found a message");
        refused(
                "0600 0000 02 000000",
                structure + "102: expected flags that agree, found 0x02: shared or sharable, which a Link cannot be");
    }

    @Test
    void anyBytesAreWalkedOrRefused() {
        int walked = 0;
        for (int seed = 0; seed < 20_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] image = new byte[8 * random.nextInt(12)];
            for (int i = 0; i < image.length; i++) {
                image[i] = (byte) (random.nextInt(12) == 0 ? random.nextInt(256) & (i % 8 == 3 ? 0 : 0x78) : 0);
            }
            try {
                ObjectHeaderChunk chunk = ObjectHeaderChunk.messagesV1(image, 0, image.length, 0);
                int end = 0;
                for (MessageSlot slot : chunk.messages()) {
                    assertThat(slot.headerOffset()).as("seed %d", seed).isEqualTo(end);
                    end = slot.end();
                    assertThat(slot.bodyOffset() - slot.headerOffset()).isEqualTo(MessageHeaderV1.LENGTH);
                }
                assertThat(end).as("seed %d", seed).isEqualTo(image.length);
                walked++;
            } catch (FormatException refused) {
                assertThat(refused.structure()).isEqualTo("data object header message");
            }
        }
        assertThat(walked).as("both outcomes are met").isBetween(1_000, 19_000);
    }
}
