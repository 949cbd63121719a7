package dev.fallow.format.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.CodecContract;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.Golden;
import org.junit.jupiter.api.Test;

/** Golden bytes were written by libhdf5 unless a test says otherwise. */
class DataspaceTest {
    private static final CodecContract<Dataspace> CONTRACT = CodecContract.of(Dataspace::decode);

    @Test
    void version2() {
        assertThat(CONTRACT.holdsFor("02 01 01 01 0200000000000000 0200000000000000"))
                .usingRecursiveComparison()
                .isEqualTo(Dataspace.extendible(new long[] {2}, new long[] {2}));
        assertThat(CONTRACT.holdsFor("02 01 00 01 0300000000000000"))
                .usingRecursiveComparison()
                .isEqualTo(Dataspace.simple(3));
        assertThat(CONTRACT.holdsFor("02 00 00 00")).usingRecursiveComparison().isEqualTo(Dataspace.scalar());
        assertThat(CONTRACT.holdsFor("02 00 00 02")).usingRecursiveComparison().isEqualTo(Dataspace.none());
        Dataspace growing = CONTRACT.holdsFor(
                "02 02 01 01 0400000000000000 0600000000000000" + "FFFFFFFFFFFFFFFF 0600000000000000");
        assertThat(growing.maxSize(0)).isEqualTo(Dataspace.UNLIMITED);
        assertThat(growing.maxSize(1)).isEqualTo(6);
        assertThat(growing.elementCount()).isEqualTo(24);
        assertThat(growing.withSizes(5, 6).elementCount()).isEqualTo(30);
    }

    @Test
    void version1() {
        Dataspace old = CONTRACT.holdsFor("01 01 01 00 00000000 0200000000000000 0200000000000000");
        assertThat(old.version()).isEqualTo(1);
        assertThat(old.sizes()).containsExactly(2);
        assertThat(CONTRACT.holdsFor("01 00 00 00 00000000").kind()).isEqualTo(Dataspace.Kind.SCALAR);
    }

    @Test
    void narrowLengths() {
        FieldSizes narrow = new FieldSizes(8, 2);
        Dataspace space = Dataspace.extendible(new long[] {5}, new long[] {Dataspace.UNLIMITED});
        FieldWriter out = new FieldWriter(narrow);
        space.encode(out);
        assertThat(CodecContract.of(narrow, Dataspace::decode).holdsFor(out.toByteArray()))
                .usingRecursiveComparison()
                .isEqualTo(space);
    }

    @Test
    void countsElements() {
        assertThat(Dataspace.scalar().elementCount()).isEqualTo(1);
        assertThat(Dataspace.none().elementCount()).isZero();
        assertThat(Dataspace.simple(0, Long.MAX_VALUE).elementCount()).isZero();
        assertThat(Dataspace.simple(Long.MAX_VALUE, 2, 0).elementCount()).isZero();
        assertThat(Dataspace.simple(Long.MAX_VALUE).elementCount()).isEqualTo(Long.MAX_VALUE);
        assertThat(Dataspace.simple(3, 4).maxSizes()).containsExactly(3, 4);
        assertThat(Dataspace.simple(3, 4).maxSizesPresent()).isFalse();
    }

    @Test
    void extentsOutOfRangeAreRefused() {
        refused("03 00 00 00", "version");
        refused("02 21 00 01", "rank of at most 32, found 33");
        refused("02 00 02 00", "flags");
        refused("02 00 00 03", "dataspace type");
        refused("02 01 00 00 0100000000000000", "rank 0 of a SCALAR");
        refused("02 01 00 02 0100000000000000", "rank 0 of a NULL");
        refused("02 01 01 01 0200000000000000 0100000000000000", "at least 2, found 1");
        refused("02 01 00 01 FFFFFFFFFFFFFFFF", "2^63-1");
        refused("02 02 00 01 FFFFFFFFFFFFFF7F 0200000000000000", "fewer than 2^63 elements");
        assertThatThrownBy(() -> Dataspace.simple(Long.MAX_VALUE, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Dataspace.simple(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Dataspace.simple(new long[33])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Dataspace(1, Dataspace.Kind.NULL, new long[0], null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Dataspace.extendible(new long[] {2}, new long[] {1}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Dataspace.extendible(new long[] {2}, new long[] {3, 4}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static void refused(String dump, String message) {
        assertThatThrownBy(() -> Dataspace.decode(Golden.reader(dump, 4096)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(message);
    }

    @Test
    void isAValue() {
        long[] sizes = {1, 2};
        Dataspace space = Dataspace.simple(sizes);
        sizes[0] = 9;
        space.sizes()[0] = 9;
        assertThat(space.size(0)).isEqualTo(1);
        assertThat(space).isNotEqualTo(Dataspace.simple(1, 3)).isNotEqualTo("a string");
        assertThat(space).hasToString("Dataspace[version=2, SIMPLE, sizes=[1, 2]]");
    }
}
