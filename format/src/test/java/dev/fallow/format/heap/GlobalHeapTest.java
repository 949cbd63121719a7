package dev.fallow.format.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.CodecContract;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.Golden;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Golden bytes were written by libhdf5. */
class GlobalHeapTest {
    private static final String OBJECTS = """
            47434F4C 01 000000 0010000000000000                            # "GCOL", version 1, 4096 bytes
            0100 0000 00000000 0000000000000000                            # object 1, empty
            0200 0000 00000000 1500000000000000                            # object 2, 21 bytes
            7477656E74792D6F6E65206368617273 2068657265000000
            0300 0000 00000000 0500000000000000 7468726565000000           # object 3, "three"
            0400 0000 00000000 0300000000000000 6F6E650000000000           # object 4, "one"
            0500 0000 00000000 0200000000000000 7A7A000000000000           # object 5, "zz"
            0000 0000 00000000 700F000000000000                            # 3952 bytes free
            """;

    private static final String NARROW_OBJECTS = """
            47434F4C 01 000000 00100000 00000000
            0100 0000 00000000 05000000 00000000 7468726565000000
            0200 0000 00000000 03000000 00000000 6F6E650000000000
            0000 0000 00000000 C00F0000 00000000
            """;

    private static byte[] collection(String dump) {
        return Arrays.copyOf(Golden.bytes(dump), 4096);
    }

    private static GlobalHeapCollection decode(byte[] image) {
        return GlobalHeapCollection.decode(
                FieldReader.of(image, FieldSizes.EIGHT, GlobalHeapCollection.STRUCTURE, 2048));
    }

    private static CodecContract<GlobalHeapCollection> contract(FieldSizes sizes) {
        return CodecContract.of(
                sizes,
                GlobalHeapCollection::decode,
                (collection, out) -> out.bytes(collection.image()),
                GlobalHeapCollection::size);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void collectionIsWhatTheTableSays() {
        GlobalHeapCollection collection = contract(FieldSizes.EIGHT).holdsFor(collection(OBJECTS));
        assertThat(collection.objects())
                .containsExactly(
                        new GlobalHeapObject(1, 0, 16, 0),
                        new GlobalHeapObject(2, 0, 32, 21),
                        new GlobalHeapObject(3, 0, 72, 5),
                        new GlobalHeapObject(4, 0, 96, 3),
                        new GlobalHeapObject(5, 0, 120, 2));
        assertThat(collection.freeBytes()).isEqualTo(3952);
        assertThat(collection.count()).isEqualTo(5);
        assertThat(collection.data(2)).isEqualTo(ascii("twenty-one chars here"));
        assertThat(collection.data(1)).isEmpty();
        assertThat(collection.object(6)).isEmpty();
        assertThat(collection.object(0)).isEmpty();
        assertThat(GlobalHeapCollection.decodeSize(Golden.reader(OBJECTS, 0))).isEqualTo(4096);
    }

    @Test
    void isBuiltAsLibhdf5BuildsIt() {
        GlobalHeapCollection collection = GlobalHeapCollection.create(4096, FieldSizes.EIGHT);
        for (String text : new String[] {"", "twenty-one chars here", "three", "one", "zz"}) {
            collection.insert(ascii(text));
        }
        assertThat(collection.image()).isEqualTo(collection(OBJECTS));
        FieldSizes four = new FieldSizes(4, 4);
        GlobalHeapCollection narrow = GlobalHeapCollection.create(4096, four);
        assertThat(narrow.insert(ascii("three"))).isEqualTo(1);
        assertThat(narrow.insert(ascii("one"))).isEqualTo(2);
        assertThat(narrow.image()).isEqualTo(collection(NARROW_OBJECTS));
        assertThat(contract(four).holdsFor(narrow.image()))
                .usingRecursiveComparison()
                .isEqualTo(narrow);
    }

    @Test
    void whatIsLeftOverHasAHeaderIfItFits() {
        GlobalHeapCollection collection = GlobalHeapCollection.create(4096, FieldSizes.EIGHT);
        assertThat(collection.fits(4065)).isFalse();
        assertThat(collection.fits(4064)).isTrue();
        collection.insert(new byte[4048]);
        assertThat(collection.freeBytes()).isEqualTo(16);
        assertThat(decode(collection.image()).freeBytes()).isEqualTo(16);
        remove(collection, 1);
        collection.insert(new byte[4049]);
        assertThat(collection.freeBytes()).isEqualTo(8);
        assertThat(decode(collection.image()).freeBytes()).isEqualTo(8);
        remove(collection, 2);
        collection.insert(new byte[4064]);
        assertThat(collection.freeBytes()).isZero();
        assertThat(decode(collection.image()).freeBytes()).isZero();
        assertThatThrownBy(() -> collection.insert(new byte[0])).isInstanceOf(IllegalArgumentException.class);
        collection.extend(8192);
        assertThat(decode(collection.image()).image()).isEqualTo(collection.image());
        assertThat(collection.freeBytes()).isEqualTo(4096);
        assertThatThrownBy(() -> collection.extend(8192)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> GlobalHeapCollection.create(4088, FieldSizes.EIGHT))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> remove(collection, 2)).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void freeSpaceInTheMiddleIsMovedToTheEnd() {
        byte[] image = collection("""
                47434F4C 01 000000 0010000000000000
                0000 0000 00000000 1800000000000000 AAAAAAAAAAAAAAAA
                0700 0100 00000000 C80F000000000000
                """);
        GlobalHeapCollection collection = decode(image);
        assertThat(collection.objects()).containsExactly(new GlobalHeapObject(7, 1, 40, 4040));
        assertThat(collection.freeBytes()).isEqualTo(24);
        assertThat(collection.insert(ascii("8 bytes!"))).isEqualTo(8);
        assertThat(decode(collection.image()).objects())
                .containsExactly(new GlobalHeapObject(7, 1, 16, 4040), new GlobalHeapObject(8, 0, 4072, 8));
    }

    @Test
    void indexesAreUsedAgainOnlyWhenTheyAreUsedUp() {
        GlobalHeapCollection collection = GlobalHeapCollection.create(16 + 16 * 65_536, FieldSizes.EIGHT);
        for (int i = 1; i <= 65_535; i++) {
            assertThat(collection.insert(new byte[0])).isEqualTo(i);
        }
        assertThat(collection.freeBytes()).isEqualTo(16);
        assertThat(collection.fits(0)).isFalse();
        remove(collection, 500);
        assertThat(collection.insert(new byte[0])).isEqualTo(500);
        assertThat(decode(collection.image()).count()).isEqualTo(65_535);
    }

    /** As written by other programs; libhdf5 reads such collections up to version 1.12. */
    @Test
    void aCollectionMayBeSmallerThanThoseOfLibhdf5() {
        byte[] small = Arrays.copyOf(Golden.bytes(OBJECTS), 144);
        small[8] = (byte) 144;
        small[9] = 0;
        GlobalHeapCollection collection = decode(small);
        assertThat(collection.size()).isEqualTo(144);
        assertThat(collection.count()).isEqualTo(5);
        assertThat(collection.freeBytes()).isZero();
        remove(collection, 2);
        assertThat(collection.freeBytes()).isEqualTo(40);
        assertThat(decode(collection.image()).image()).isEqualTo(collection.image());
        byte[] none = Arrays.copyOf(small, 16);
        none[8] = 16;
        assertThat(decode(none).count()).isZero();
    }

    @Test
    void whatDoesNotAddUpIsRefused() {
        refused(0, "48", "signature");
        refused(4, "02", "version");
        refused(8, "0F00", "at least 16, a multiple of 8, found 15");
        refused(8, "0C10", "at least 16, a multiple of 8, found 4108");
        refused(8, "0810", "more bytes");
        refused(32, "0100", "expected object 1 once, found it at offset 16 too");
        refused(72, "0000", "free space of a multiple of 8 bytes, from 16 to 4024, found 5");
        refused(40, "F90F", "object 2 of 4089 bytes to end inside its collection, found 4048 bytes left");
        refused(40, "FFFFFFFFFFFFFF7F", "found 4048 bytes left");
        refused(152, "780F", "free space of a multiple of 8 bytes, from 16 to 3952, found 3960");
        refused(152, "600F", "expected free space once, found it at offset 144 too");
        refused(152, "680F", "expected free space once, found it again in the last 8 bytes");
    }

    private static void refused(int at, String replacement, String message) {
        byte[] image = collection(OBJECTS);
        byte[] field = Golden.bytes(replacement);
        System.arraycopy(field, 0, image, at, field.length);
        assertThatThrownBy(() -> decode(image))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(message);
    }

    @Test
    void randomObjectsComeAndGo() {
        for (int seed = 0; seed < 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            GlobalHeapCollection collection = GlobalHeapCollection.create(4096, FieldSizes.EIGHT);
            Map<Integer, byte[]> model = new TreeMap<>();
            for (int step = 0; step < 500; step++) {
                byte[] data = new byte[random.nextInt(300)];
                random.nextBytes(data);
                if (collection.fits(data.length) && random.nextInt(3) > 0) {
                    assertThat(model.put(collection.insert(data), data)).isNull();
                } else if (!model.isEmpty()) {
                    int index = (int) model.keySet().toArray()[random.nextInt(model.size())];
                    remove(collection, index);
                    model.remove(index);
                }
                GlobalHeapCollection read = decode(collection.image());
                String where = "seed " + seed + ", step " + step;
                long used = 0;
                for (Map.Entry<Integer, byte[]> each : model.entrySet()) {
                    assertThat(read.data(each.getKey())).as(where).isEqualTo(each.getValue());
                    used += GlobalHeapCollection.footprint(each.getValue().length);
                }
                assertThat(read.count()).as(where).isEqualTo(model.size());
                assertThat(read.freeBytes()).as(where).isEqualTo((int) (4080 - used));
            }
        }
    }

    @Test
    void idsRoundTrip() {
        GlobalHeapId id = CodecContract.of(FieldSizes.EIGHT, GlobalHeapId::decode, GlobalHeapId::encode, any -> 12)
                .holdsFor("0008000000000000 02000000");
        assertThat(id).isEqualTo(new GlobalHeapId(2048, 2));
        assertThat(id.isNone()).isFalse();
        assertThat(GlobalHeapId.NONE.isNone()).isTrue();
        assertThatThrownBy(() -> new GlobalHeapId(2048, 1L << 32)).isInstanceOf(IllegalArgumentException.class);
    }

    private static void remove(GlobalHeapCollection collection, long index) {
        BitSet one = new BitSet();
        one.set((int) index);
        collection.removeAll(one);
    }
}
