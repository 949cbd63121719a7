package dev.fallow.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScreenTest {
    @ParameterizedTest
    @CsvSource({",80", "'',80", "120,120", "0,80", "7,40", "99999,1000", "-5,80", "x,80", "99999999999,80"})
    void theWidthIsThatOfTheEnvironmentIfItIsANumber(String columns, int width) {
        assertThat(Screen.width(columns)).isEqualTo(width);
    }

    @Test
    void coloursAreForTerminalsThatDoNotForbidThem() {
        assertThat(Screen.showsColours(null, "xterm")).isTrue();
        assertThat(Screen.showsColours("", "xterm")).isTrue();
        assertThat(Screen.showsColours("1", "xterm")).isFalse();
        assertThat(Screen.showsColours(null, "dumb")).isFalse();
        assertThat(Screen.showsColours(null, null)).isFalse();
    }
}
