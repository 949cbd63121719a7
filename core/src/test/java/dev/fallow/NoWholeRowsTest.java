package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Values that are appended, and are no rows of the dataset. */
class NoWholeRowsTest {
    @Test
    void theMessageTellsWhatWasGiven() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Dataset images = file.root()
                    .createDataset(
                            "images",
                            Types.unsigned(2),
                            new long[] {0, 3, 4},
                            DatasetOptions.defaults().withMaxDimensions(DatasetOptions.UNLIMITED, 3, 4));
            images.append(new int[24]);
            assertThatThrownBy(() -> images.append(new int[25]))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageEndingWith("/images: expected whole rows of 12 elements each, found 25 elements");
            assertThatThrownBy(() -> images.append("x"))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageEndingWith("/images: expected rows of shape [3, 4], found String");
            assertThat(images.dimensions()).containsExactly(2, 3, 4);
        }
    }
}
