package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Without elements there is none that could be of a wrong type: any array is read. With one there is. */
class NoElementsTest {
    private final ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());
    private final Group root = file.root();

    @AfterEach
    void close() {
        file.close();
    }

    @Test
    void anArrayOfAnyTypeIsRead() {
        root.createAttribute("a", new double[0]); // as anndata stores an empty list of names
        Attribute attribute = root.attribute("a");
        Dataset dataset = root.createDataset("d", new double[0]);
        assertThat(attribute.read(String[].class)).isEmpty();
        assertThat(dataset.read(String[].class)).isEmpty();
        assertThat(dataset.read(Instant[].class)).isEmpty();
        assertThat(dataset.read(Reference[].class)).isEmpty();
        assertThat(dataset.read(Map[].class)).isEmpty();
        assertThat(dataset.read(int[][].class)).isEmpty();
        assertThat(attribute.read()).isEqualTo(new double[0]);
        assertThat(dataset.read()).isEqualTo(new double[0]);
    }

    @Test
    void itsShapeIsThatOfTheDataset() {
        Dataset dataset = root.createDataset("d", Types.integer(4), 3, 0);
        assertThat(dataset.read(String[][].class)).isDeepEqualTo(new String[3][0]);
        assertThat(dataset.read(String[].class)).isEmpty();
        assertThat(dataset.read()).isEqualTo(new int[3][0]);
        Dataset cube = root.createDataset("cube", Types.integer(4), 3, 0, 2);
        assertThatThrownBy(() -> cube.read(String[][].class)).isInstanceOf(WrongTypeException.class);
        Dataset large = root.createDataset("large", Types.integer(4), 1L << 40, 0);
        assertThatThrownBy(() -> large.read(String[][].class)).isInstanceOf(TooLargeException.class);
    }

    @Test
    void withOneElementTheTypeMatters() {
        root.createAttribute("a", new double[1]);
        Dataset dataset = root.createDataset("d", new double[1]);
        assertThatThrownBy(() -> root.attribute("a").read(String[].class))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("cannot be read as String");
        assertThatThrownBy(() -> dataset.read(String[].class)).isInstanceOf(WrongTypeException.class);
        assertThatThrownBy(() -> root.createDataset("s", 1.0).read(String[].class))
                .isInstanceOf(WrongTypeException.class);
        assertThatThrownBy(() -> root.createDataset("none", new double[0]).read(String.class))
                .isInstanceOf(WrongTypeException.class);
    }
}
