package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        assertThat(dataset.read(RawElements.class).bytes())
                .startsWith(new byte[] {0, 0, 0, 0, 0, 0, (byte) 0xF0, 0x3F});
        dataset.write(new ComplexNumber[][] {{TWO, ONE}});
        assertThat(dataset.read(ComplexNumber[].class)).containsExactly(TWO, ONE);
        root.createAttribute("a", ONE);
        assertThat(root.attribute("a").read(ComplexNumber.class)).isEqualTo(ONE);
        assertThat(root.attribute("a").read()).isEqualTo(Map.of("r", 1.0, "i", -0.5));
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
                .hasMessageContaining("element [0], member i, 0.1, does not fit float32");
        single.write(new ComplexNumber[] {new ComplexNumber(0, 0.1)}, Conversion.ROUNDING);
        assertThat(single.read(ComplexNumber[].class)).containsExactly(new ComplexNumber(0, 0.1f));
        single.write(new Object[] {Map.of("r", 3, "i", 4)});
        assertThat(single.read(ComplexNumber[].class)).containsExactly(new ComplexNumber(3, 4));
        Dataset samples = root.createDataset("samples", new Sample[] {new Sample("x", ONE)});
        assertThat(samples.readRecords(Sample.class)).containsExactly(new Sample("x", ONE));
        Dataset others = root.createDataset("o", Types.compound(Map.of("a", Types.integer(4))), new long[] {1});
        assertThatThrownBy(() -> others.read(ComplexNumber[].class)).isInstanceOf(WrongTypeException.class);
        assertThatThrownBy(() -> others.write(new ComplexNumber[] {ONE})).isInstanceOf(WrongTypeException.class);
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
