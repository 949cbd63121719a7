package dev.fallow.format.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.CodecContract;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.Golden;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Golden bytes were written by libhdf5. */
class LocalHeapTest {
    private static final String PREFIX = """
            48454150 00 000000     # "HEAP", version 0
            5800000000000000       # 88 bytes of data
            1800000000000000       # first free block at 24
            C802000000000000       # data at 712
            """;

    private static final String NARROW_PREFIX =
            "48454150 00 000000 50000000 20000000 9C010000 00000000 # the last four are padding";

    /** A heap from which two names were removed. */
    private static final String DATA = """
            0000000000000000 6265746100000000   # 0: the empty name; 8: "beta", removed, too short for a free block
            616C706861000000                    # 16: "alpha"
            4800000000000000 1000000000000000   # 24: free, next at 72, 16 bytes
            64656C7461000000 736F667400000000   # 40: "delta"; 48: "soft"
            2F616C7068612F78 0000000000000000   # 56: "/alpha/x"
            0100000000000000 1000000000000000   # 72: free, no next, 16 bytes
            """;

    private static CodecContract<LocalHeapPrefix> prefixes(FieldSizes sizes) {
        return CodecContract.of(
                sizes, LocalHeapPrefix::decode, LocalHeapPrefix::encode, prefix -> LocalHeapPrefix.length(sizes));
    }

    private static FieldReader reader(byte[] data) {
        return FieldReader.of(data, FieldSizes.EIGHT, LocalHeapPrefix.STRUCTURE, 712);
    }

    @Test
    void prefixIsWhatTheTableSays() {
        LocalHeapPrefix prefix = prefixes(FieldSizes.EIGHT).holdsFor(PREFIX);
        assertThat(prefix).isEqualTo(new LocalHeapPrefix(88, 24, 712));
        assertThat(prefix.contiguousAt(680, FieldSizes.EIGHT)).isTrue();
        assertThat(prefix.contiguousAt(688, FieldSizes.EIGHT)).isFalse();
        FieldSizes four = new FieldSizes(4, 4);
        LocalHeapPrefix narrow = prefixes(four).holdsFor(NARROW_PREFIX);
        assertThat(narrow).isEqualTo(new LocalHeapPrefix(80, 32, 0x19C));
        assertThat(narrow.contiguousAt(0x184, four)).isTrue();
    }

    @Test
    void aFreeListOutsideTheDataIsRefused() {
        assertThatThrownBy(() -> new LocalHeapPrefix(88, 88, 712)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LocalHeapPrefix(-1, 1, 712)).isInstanceOf(IllegalArgumentException.class);
        assertThat(new LocalHeapPrefix(0, LocalHeapPrefix.NO_FREE_BLOCK, 712).dataSize())
                .isZero();
        byte[] bytes = Golden.bytes(PREFIX);
        bytes[16] = 88;
        assertThatThrownBy(() -> LocalHeapPrefix.decode(Golden.reader(bytes)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("inside the 88 bytes of data, found it at 88");
    }

    @Test
    void freeListIsWhatTheTableSays() {
        byte[] data = Golden.bytes(DATA);
        LocalHeapFreeList list = LocalHeapFreeList.decode(reader(data), 24);
        assertThat(list)
                .usingRecursiveComparison()
                .isEqualTo(new LocalHeapFreeList(new long[] {24, 72}, new long[] {16, 16}));
        assertThat(list.head()).isEqualTo(24);
        assertThat(LocalHeapFreeList.minBlockSize(FieldSizes.EIGHT)).isEqualTo(16);
        byte[] written = data.clone();
        for (int at : new int[] {24, 32, 72, 80}) {
            written[at] = 99;
        }
        list.writeTo(written, 0, FieldSizes.EIGHT);
        assertThat(written).isEqualTo(data);
        assertThat(LocalHeapFreeList.decode(reader(data), 1).count()).isZero();
        assertThat(LocalHeapFreeList.decode(reader(data), 1).head()).isEqualTo(1);
    }

    @Test
    void namesAreFoundByTheirOffset() {
        FieldReader data = reader(Golden.bytes(DATA));
        assertThat(data.at(0).zeroTerminatedText()).isEmpty();
        assertThat(data.at(16).zeroTerminatedText()).isEqualTo("alpha");
        assertThat(data.at(56).zeroTerminatedText()).isEqualTo("/alpha/x");
        assertThat(data.position()).isZero();
        assertThat(data.at(88).remaining()).isZero();
        assertThatThrownBy(() -> data.at(89)).isInstanceOf(FormatException.class);
    }

    @Test
    void freeListsThatLeadAstrayAreRefused() {
        refused(88, 24, "4800000000000000", "free block inside the 88 bytes of data, found it at offset 88");
        refused(81, 24, "4800000000000000", "free block inside the 88 bytes of data, found it at offset 81");
        refused(24, 24, "0000000000000000", "inside the 88 bytes of data, found it at offset 0");
        refused(24, 24, "1800000000000000", "do not overlap, found more than 88 bytes at offset 24");
        refused(24, 24, "2000000000000000", " at offset 32");
        refused(24, 32, "4100000000000000", "free block of 16 to 64 bytes, found one of 65 at offset 24");
        refused(24, 32, "0F00000000000000", "free block of 16 to 64 bytes, found one of 15 at offset 24");
        refused(24, 32, "3800000000000000", "do not overlap, found the one before to end at 80 at offset 72");
    }

    private static void refused(long head, int at, String replacement, String message) {
        byte[] data = Golden.bytes(DATA);
        byte[] field = Golden.bytes(replacement);
        System.arraycopy(field, 0, data, at, field.length);
        assertThatThrownBy(() -> LocalHeapFreeList.decode(reader(data), head))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith("local heap at address ")
                .hasMessageContaining(message);
    }

    @Test
    void anyBytesAreFollowedOrRefused() {
        int followed = 0;
        for (int seed = 0; seed < 20_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] data = new byte[8 * random.nextInt(8)];
            for (int at = 0; at < data.length; at += 8) {
                data[at] = (byte) (random.nextInt(4) == 0 ? 1 : 8 * random.nextInt(8));
            }
            long head = 8L * random.nextInt(8);
            try {
                LocalHeapFreeList list = LocalHeapFreeList.decode(reader(data), head);
                byte[] copy = data.clone();
                list.writeTo(copy, 0, FieldSizes.EIGHT);
                assertThat(copy).as("seed %d", seed).isEqualTo(data);
                followed++;
            } catch (FormatException refused) {
                assertThat(refused.structure()).isEqualTo("local heap");
            }
        }
        assertThat(followed).as("both outcomes are met").isBetween(200, 19_800);
    }
}
