package dev.fallow.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.filter.BlockCodec;
import dev.fallow.filter.CodecFormat;
import dev.fallow.filter.CodecLibrary;
import dev.fallow.filter.FilterException;
import dev.fallow.filters.Aircompressor;
import dev.fallow.natives.AircompressorDeflate;
import dev.fallow.natives.Jlibdeflate;
import dev.fallow.natives.Lz4Java;
import dev.fallow.natives.Lz4Jni;
import dev.fallow.natives.ZstdJni;
import dev.fallow.testing.Seeds;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Blocks of which some bytes were changed. A codec in native code fails with a {@link FilterException}, and then Java code decides; or it decodes
 * what Java code does. Some damaged blocks it decodes although aircompressor refuses them, because it does not look at all bits (a distance of 0
 * in LZ4, a reserved bit in Zstandard): the result is what libhdf5 reads, and has nothing of what was in memory before.
 */
class MutatedBlocksTest {
    /** All together, over the codecs. */
    private static final int MUTATIONS = Integer.getInteger("fallow.natives.mutations", 20_000);

    private static final int CODECS = 4;
    private static final int LONGEST = 3_000;

    @Test
    void zstd() throws FilterException {
        compare(new ZstdJni(), new Aircompressor(), CodecFormat.ZSTD);
    }

    @Test
    void lz4() throws FilterException {
        compare(new Lz4Jni(), new Aircompressor(), CodecFormat.LZ4);
        compare(new Lz4Java(), new Aircompressor(), CodecFormat.LZ4);
    }

    /** The stand-in: the adapter is tested, with the JDK's zlib behind it. */
    @Test
    void jlibdeflate() throws FilterException {
        compare(new Jlibdeflate(), new JdkZlib(), CodecFormat.ZLIB);
    }

    @Test
    void libdeflate() throws FilterException {
        CodecLibrary library = new AircompressorDeflate();
        assumeTrue(
                library.obstacle().isEmpty(),
                () -> "libdeflate is not tested here: " + library.obstacle().orElse(""));
        compare(library, new JdkZlib(), CodecFormat.ZLIB);
    }

    private static void compare(CodecLibrary library, CodecLibrary java, CodecFormat format) throws FilterException {
        long seed = Seeds.one(1);
        Random random = new Random(seed);
        BlockCodec tested = library.codec(format);
        BlockCodec reference = java.codec(format);
        int decoded = 0;
        int refused = 0;
        int lenient = 0;
        for (int i = 0; i < MUTATIONS / CODECS; i++) {
            byte[] raw = raw(random);
            byte[] stored = encode(random.nextBoolean() ? tested : reference, raw);
            mutate(stored, random);
            int length = random.nextInt(8) == 0 ? random.nextInt(stored.length + 1) : stored.length;
            int room = random.nextInt(4) == 0 ? random.nextInt(raw.length + 100) : raw.length;
            byte[] expected = decode(reference, stored, length, room, (byte) 0);
            byte[] found = decode(tested, stored, length, room, (byte) 0);
            if (found == null) {
                refused++;
                continue;
            }
            // what Java code refuses is at least the same for other bytes in memory
            byte[] again = expected == null ? decode(tested, stored, length, room, (byte) 0xEE) : expected;
            if (!Arrays.equals(found, again)) {
                assertThat(found)
                        .as("%s, mutation %d of %s", library.name(), i, Seeds.name(seed))
                        .isEqualTo(again);
            }
            decoded++;
            lenient += expected == null ? 1 : 0;
        }
        assertThat(decoded).isPositive();
        assertThat(refused).isPositive();
        assertThat(lenient).as(library.name()).isLessThanOrEqualTo(decoded / 50);
    }

    private static byte[] raw(Random random) {
        byte[] raw = new byte[1 + random.nextInt(LONGEST)];
        int kind = random.nextInt(3);
        for (int i = 0; i < raw.length; i++) {
            raw[i] = (byte) (kind == 0 ? random.nextInt() : kind == 1 ? i / 40 : random.nextInt(20) == 0 ? i : 7);
        }
        return raw;
    }

    private static byte[] encode(BlockCodec codec, byte[] raw) throws FilterException {
        byte[] out = new byte[(int) codec.maxLength(raw.length)];
        return Arrays.copyOf(out, codec.compress(raw, 0, raw.length, out, 0, 1));
    }

    /** In half of the cases near the start, where lengths and tables are; sometimes nothing. */
    private static void mutate(byte[] stored, Random random) {
        for (int changes = random.nextInt(4); changes > 0; changes--) {
            int at = random.nextInt(random.nextBoolean() ? stored.length : Math.min(stored.length, 20));
            stored[at] = (byte) (random.nextBoolean() ? random.nextInt() : stored[at] ^ 1 << random.nextInt(8));
        }
    }

    /** Returns null if the bytes are refused, as they must be: with the exception of filters. */
    private static byte[] decode(BlockCodec codec, byte[] stored, int length, int room, byte before) {
        byte[] out = new byte[room + 7];
        Arrays.fill(out, before);
        try {
            int found = codec.decompress(stored, 0, length, out, 3, room);
            return Arrays.copyOfRange(out, 3, 3 + found);
        } catch (FilterException e) {
            assertThat(e.getMessage()).isNotBlank();
            return null;
        }
    }
}
