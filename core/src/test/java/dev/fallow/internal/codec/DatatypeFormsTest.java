package dev.fallow.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.type.Array;
import dev.fallow.type.CharacterSet;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.Enumeration;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import dev.fallow.type.ReferenceType;
import dev.fallow.type.StringPadding;
import dev.fallow.type.VariableLength;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Types in the lowest versions in which they can be written, for old readers. */
class DatatypeFormsTest {
    private static Compound compound(int version, Datatype first, Datatype second) {
        return new Compound(
                version,
                first.size() + second.size(),
                List.of(new Compound.Member("first", 0, first), new Compound.Member("second", first.size(), second)));
    }

    private static Datatype readAgain(Datatype type) {
        FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
        DatatypeCodec.encode(type, out);
        return DatatypeCodec.decode(FieldReader.of(out.toByteArray(), FieldSizes.EIGHT, "datatype", -1));
    }

    @Test
    void atomicTypesStay() {
        for (Datatype type : List.of(FixedPoint.INT32, FloatingPoint.FLOAT64)) {
            assertThat(DatatypeForms.earliest(type)).isSameAs(type);
        }
    }

    @Test
    void compoundsAndEnumerationsAreOfVersion1() {
        Enumeration states = new Enumeration(3, FixedPoint.INT8, List.of("off", "on"), new byte[] {0, 1});
        Datatype earliest = DatatypeForms.earliest(compound(3, states, FloatingPoint.FLOAT32));
        assertThat(earliest.version()).isEqualTo(1);
        assertThat(((Compound) earliest).members().get(0).type())
                .isEqualTo(new Enumeration(1, FixedPoint.INT8, List.of("off", "on"), new byte[] {0, 1}));
        assertThat(readAgain(earliest)).isEqualTo(earliest);
    }

    @Test
    void whatHasAnArrayInsideIsOfVersion2() {
        Array array = new Array(3, List.of(2L, 3L), FixedPoint.INT16);
        VariableLength sequence = new VariableLength(
                3, 16, false, StringPadding.NULL_TERMINATED, CharacterSet.ASCII, compound(3, array, FixedPoint.INT8));
        Datatype earliest = DatatypeForms.earliest(compound(4, sequence, FixedPoint.INT64));
        assertThat(earliest.version()).isEqualTo(2);
        VariableLength inside =
                (VariableLength) ((Compound) earliest).members().get(0).type();
        assertThat(inside.version()).isEqualTo(2);
        assertThat(((Compound) inside.base()).members().get(0).type().version()).isEqualTo(2);
        assertThat(readAgain(earliest)).isEqualTo(earliest);
    }

    @Test
    void dimensionsOfVersion1Stay() {
        Compound legacy = new Compound(1, 12, List.of(new Compound.Member("values", 0, FixedPoint.INT32, List.of(3L))));
        assertThat(DatatypeForms.earliest(legacy)).isEqualTo(legacy);
    }

    @Test
    void classesThatCameLaterKeepTheirVersion() {
        ReferenceType reference = new ReferenceType(4, 18, ReferenceType.Kind.NEW_OBJECT, 1);
        assertThat(DatatypeForms.earliest(compound(5, reference, FixedPoint.INT8))
                        .version())
                .isEqualTo(4);
    }
}
