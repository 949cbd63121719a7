package dev.fallow.spark;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program that the script {@code releases.sh} runs on other releases works on the one of the build. */
class SparkReleaseTest {
    @TempDir
    Path folder;

    @Test
    void theProgramWorksHere() {
        assertThatCode(() -> ReleaseProgram.run(TestSession.spark(), folder)).doesNotThrowAnyException();
    }
}
