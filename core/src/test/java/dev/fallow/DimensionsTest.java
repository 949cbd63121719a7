package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Dimensions, their labels and their scales. */
class DimensionsTest {
    private final ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());
    private final Group root = file.root();
    private Dataset wind;
    private Dataset time;
    private Dataset place;

    @BeforeEach
    void createDatasets() {
        wind = root.createDataset("wind", new float[2][3]);
        time = root.createDataset("time", new double[] {0, 0.5});
        place = root.createDataset("place", new int[] {1, 2, 3});
    }

    @AfterEach
    void close() {
        assertThat(file.check().isSound()).isTrue();
        file.close();
    }

    private static List<String> paths(Dimension dimension) {
        return dimension.scales().stream().map(StoredObject::path).toList();
    }

    @Test
    void scalesAreAttachedAndDetached() {
        time.makeScale("the time");
        wind.dims().get(0).attach(time);
        wind.dims().get(1).attach(place);
        wind.dims().get(1).attach(place);
        assertThat(time.isScale()).isTrue();
        assertThat(time.scaleName()).isEqualTo("the time");
        assertThat(place.isScale()).isTrue();
        assertThat(place.scaleName()).isEmpty();
        assertThat(wind.isScale()).isFalse();
        assertThat(wind.dims()).extracting(Dimension::size).containsExactly(2L, 3L);
        assertThat(paths(wind.dims().get(0))).containsExactly("/time");
        assertThat(paths(wind.dims().get(1))).containsExactly("/place");
        Dataset other = root.createDataset("other", new int[3]);
        other.dims().get(0).attach(place);
        Dataset index = root.createDataset("index", new int[3]);
        wind.dims().get(1).attach(index);
        assertThat(paths(wind.dims().get(1))).containsExactly("/place", "/index");

        wind.dims().get(1).detach(place);
        assertThat(paths(wind.dims().get(1))).containsExactly("/index");
        assertThat(place.attribute("REFERENCE_LIST").datatype().version())
                .as("libhdf5 before 2.0 reads up to 4, before 1.12 up to 3")
                .isEqualTo(3);
        assertThat(place.attribute("REFERENCE_LIST").read())
                .isEqualTo(new Object[] {Map.of("dataset", other.reference(), "dimension", 0L)});
        wind.dims().get(1).detach(index);
        wind.dims().get(0).detach(time);
        assertThat(wind.attributeNames()).isEmpty();
        assertThat(time.attributeNames()).containsExactly("CLASS", "NAME");
        assertThat(time.isScale()).isTrue();
    }

    @Test
    void dimensionsHaveLabels() {
        assertThat(wind.dims()).extracting(Dimension::label).containsExactly("", "");
        wind.dims().get(1).setLabel("Ort");
        assertThat(wind.dims()).extracting(Dimension::label).containsExactly("", "Ort");
        wind.dims().get(0).setLabel("Länge");
        assertThat(wind.dims()).extracting(Dimension::label).containsExactly("Länge", "Ort");
        assertThat(root.createDataset("scalar", 1).dims()).isEmpty();
    }

    @Test
    void whatCannotBeAScaleIsRefused() {
        wind.dims().get(0).attach(time);
        Dimension first = place.dims().get(0);
        assertThatThrownBy(() -> first.attach(wind)).hasMessageContaining("/place: the scale /wind has scales itself");
        assertThatThrownBy(() -> first.attach(place)).hasMessageContaining("is the dataset itself");
        assertThatThrownBy(() -> time.dims().get(0).attach(place))
                .hasMessageContaining("/time: the scale /place cannot be attached to a scale");
        assertThatThrownBy(wind::makeScale).hasMessageContaining("/wind has scales, so it cannot be one");
        assertThatThrownBy(() -> wind.dims().get(1).detach(time))
                .isInstanceOf(NoSuchObjectException.class)
                .hasMessageContaining("/wind: /time is not a scale of dimension 1");
        try (ContainerFile another = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Dataset foreign = another.root().createDataset("d", 1);
            assertThatThrownBy(() -> first.attach(foreign)).hasMessageContaining("is in another container");
        }
        assertThat(place.attributeNames()).isEmpty();
    }

    @Test
    void listsOfAnotherLengthAreDamaged() {
        wind.createAttribute(
                "DIMENSION_LIST", Types.sequence(Types.objectReference()), new long[] {1}, new Reference[][] {
                    {time.reference()}
                });
        wind.createAttribute("DIMENSION_LABELS", new String[] {"a", "b", "c"});
        assertThatThrownBy(() -> wind.dims().get(0).scales())
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("/wind, attribute DIMENSION_LIST: expected the shape [2], found [1]");
        assertThatThrownBy(() -> wind.dims().get(0).label())
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("attribute DIMENSION_LABELS: expected the shape [2], found [3]");
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void groupsAndFormats(FileFormat format) {
        try (ContainerFile other =
                ContainerFile.createInMemory(CreateOptions.defaults().withFormat(format))) {
            Group deep = other.root().createGroups("a/b");
            Dataset data = deep.createDataset("data", new int[2]);
            Dataset scale = other.root().createDataset("scale", new int[2]);
            Dataset hidden = other.root().createGroup("c").createDataset("hidden", new int[2]);
            data.dims().get(0).attach(scale);
            data.dims().get(0).attach(hidden);
            assertThat(paths(data.dims().get(0))).containsExactly("/scale", "/c/hidden");
            assertThat(other.check().isSound()).isTrue();
        }
    }
}
