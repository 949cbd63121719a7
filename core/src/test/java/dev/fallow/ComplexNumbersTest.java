package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.FloatingPoint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Complex numbers in numpy's compound and in the datatype of libhdf5 2.0. */
class ComplexNumbersTest {
    private static final ComplexNumber ONE = new ComplexNumber(1, -0.5);
    private static final ComplexNumber TWO = new ComplexNumber(Double.NaN, 1e300);

    private final ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());
    private final Group root = file.root();

    @AfterEach
    void close() {
        file.close();
    }

    private record Sample(String name, ComplexNumber value) {}

    @Test
    void theyAreStoredAsNumpyDoes() {
        Dataset dataset = root.createDataset("d", new ComplexNumber[][] {{ONE, TWO}});
        assertThat(dataset.datatype()).isEqualTo(Types.complexCompound(8));
        assertThat(dataset.datatype().size()).isEqualTo(16);
        assertThat(dataset.read(ComplexNumber[].class)).containsExactly(ONE, TWO);
        assertThat(dataset.read(ComplexNumber[][].class)).isDeepEqualTo(new ComplexNumber[][] {{ONE, TWO}});
        assertThat(dataset.read()).isEqualTo(new ComplexNumber[][] {{ONE, TWO}});
        assertThat(dataset.read(Selection.of("0, 1"))).isEqualTo(TWO);
        assertThat(dataset.fillValue()).isEqualTo(new ComplexNumber(0, 0));
        assertThat(dataset.read(RawElements.class).bytes())
                .startsWith(new byte[] {0, 0, 0, 0, 0, 0, (byte) 0xF0, 0x3F});
        dataset.write(new ComplexNumber[][] {{TWO, ONE}});
        assertThat(dataset.read(ComplexNumber[].class)).containsExactly(TWO, ONE);
        root.createAttribute("a", ONE);
        assertThat(root.attribute("a").read(ComplexNumber.class)).isEqualTo(ONE);
        assertThat(root.attribute("a").read()).isEqualTo(ONE);
        root.createAttribute("list", List.of(ONE, ONE));
        assertThat(root.attribute("list").read(ComplexNumber[].class)).containsExactly(ONE, ONE);
    }

    @Test
    void otherPartsAndMembers() {
        Dataset single = root.createDataset(
                "s", Types.complexCompound(4), new long[] {1}, new ComplexNumber[] {ONE}, DatasetOptions.defaults());
        assertThat(single.read(ComplexNumber[].class)).containsExactly(ONE);
        assertThatThrownBy(() -> single.write(new ComplexNumber[] {new ComplexNumber(0, 0.1)}))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("element [0], member i, 0.1, is not exactly representable as float32");
        single.write(new ComplexNumber[] {new ComplexNumber(0, 0.1)}, Conversion.ROUNDING);
        assertThat(single.read(ComplexNumber[].class)).containsExactly(new ComplexNumber(0, 0.1f));
        single.write(new Object[] {Map.of("r", 3, "i", 4)});
        assertThat(single.read(ComplexNumber[].class)).containsExactly(new ComplexNumber(3, 4));
        assertThat(single.read()).isEqualTo(new ComplexNumber[] {new ComplexNumber(3, 4)});
        assertThat(single.read(Map[].class)).containsExactly(Map.of("r", 3f, "i", 4f));
        Dataset samples = root.createDataset("samples", new Sample[] {new Sample("x", ONE)});
        assertThat(samples.readRecords(Sample.class)).containsExactly(new Sample("x", ONE));
        Dataset others = root.createDataset("o", Types.compound(Map.of("a", Types.integer(4))), new long[] {1});
        assertThatThrownBy(() -> others.read(ComplexNumber[].class)).isInstanceOf(WrongTypeException.class);
        assertThatThrownBy(() -> others.write(new ComplexNumber[] {ONE})).isInstanceOf(WrongTypeException.class);
    }

    /** One rule: just r and i, in this order, of one floating-point type. */
    @Test
    void otherCompoundsAreMaps() {
        Datatype one = Types.floatingPoint(4);
        Datatype other = Types.floatingPoint(8);
        List<Compound> compounds = List.of(
                Compound.packed(members("i", one, "r", one)),
                Compound.packed(members("r", one, "i", other)),
                Compound.packed(members("r", one, "j", one)),
                Compound.packed(members("r", Types.integer(4), "i", Types.integer(4))));
        for (int i = 0; i < compounds.size(); i++) {
            Object element = root.createDataset("d" + i, compounds.get(i), 1).read(Selection.of("0"));
            assertThat(element).as("%s", compounds.get(i)).isInstanceOf(Map.class);
        }
        assertThat(root.dataset("d3").read(ComplexNumber[].class)).containsExactly(new ComplexNumber(0, 0));
        FloatingPoint bigEndian = FloatingPoint.FLOAT32_BIG_ENDIAN;
        Dataset swapped = root.createDataset("s", Compound.packed(members("r", bigEndian, "i", bigEndian)), 1);
        swapped.write(new Object[] {Map.of("r", 1.5, "i", -2)});
        assertThat(swapped.read()).isEqualTo(new ComplexNumber[] {new ComplexNumber(1.5, -2)});
    }

    /** A nested compound follows the rule too. */
    @Test
    void theyAreMembersAndElementsOfArrays() {
        Datatype type = Types.compound(
                members("z", Types.complexCompound(4), "pair", Types.array(Types.complexCompound(8), 2)));
        Dataset dataset = root.createDataset("d", type, 1);
        ComplexNumber[] pair = {ONE, TWO};
        dataset.write(new Object[] {Map.of("z", ONE, "pair", pair)});
        Map<?, ?> element = ((Map<?, ?>[]) dataset.read())[0];
        assertThat(element.get("z")).isEqualTo(ONE);
        assertThat(element.get("pair")).isEqualTo(pair);
    }

    private static Map<String, Datatype> members(String first, Datatype one, String second, Datatype other) {
        Map<String, Datatype> members = new LinkedHashMap<>();
        members.put(first, one);
        members.put(second, other);
        return members;
    }

    @Test
    void theDatatypeOfLibhdf5MustBeGiven() {
        Dataset dataset = root.createDataset(
                "d", Types.complex(8), new long[] {2}, new ComplexNumber[] {ONE, TWO}, DatasetOptions.defaults());
        assertThat(dataset.datatype()).isNotEqualTo(Types.complexCompound(8));
        assertThat(dataset.read(ComplexNumber[].class)).containsExactly(ONE, TWO);
        assertThat(dataset.read()).isEqualTo(new ComplexNumber[] {ONE, TWO});
    }
}
