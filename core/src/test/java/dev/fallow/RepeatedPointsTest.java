package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.filter.Filters;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A write to points of which one is repeated leaves the elements that are not among them as they are, however many points there are. */
class RepeatedPointsTest {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void otherElementsStay(boolean chunked) {
        for (int repeats = 1; repeats < 6; repeats++) {
            long[][] points = new long[repeats + 1][];
            int[] values = new int[points.length];
            for (int i = 0; i < points.length; i++) {
                points[i] = new long[] {i == 1 ? 3 : 2};
                values[i] = 100 + i;
            }
            DatasetOptions options = chunked
                    ? DatasetOptions.defaults().withChunks(2).withFilters(Filters.deflate(1))
                    : DatasetOptions.defaults();
            try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
                Dataset dataset = file.root().createDataset("d", new int[] {1, 2, 3, 4}, options);
                dataset.write(Selection.points(points), values, WriteMode.COPY);
                assertThat(dataset.read(int[].class)).containsExactly(1, 2, repeats == 1 ? 100 : 100 + repeats, 101);
            }
        }
    }
}
