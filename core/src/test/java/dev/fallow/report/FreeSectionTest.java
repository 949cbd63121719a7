package dev.fallow.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.report.FreeSection.Type;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The labels are part of the output of the command, which programs read. */
class FreeSectionTest {
    @Test
    void labelsStayAsTheyAre() {
        assertThat(Arrays.stream(Type.values()).map(Type::label))
                .containsExactly("metadata", "raw-data", "large", "quarantine", "global-heap", "untracked");
    }
}
