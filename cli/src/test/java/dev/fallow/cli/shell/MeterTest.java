package dev.fallow.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** What a meter prints, with a clock of the test's own. */
class MeterTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int MEGABYTE = 1_000_000;

    private final StringWriter printed = new StringWriter();
    private long now;

    private Meter meter(boolean terminal, Meter.Unit unit) {
        TerminalWriter writer = new TerminalWriter(printed);
        writer.setReturns(terminal);
        return new Meter(new PrintWriter(writer), terminal, () -> now, unit);
    }

    private static void at(Meter meter, long done, long total) {
        assertThat(meter.at(done, total)).isTrue();
    }

    @Test
    void nothingIsPrintedAtFirst() {
        for (boolean terminal : new boolean[] {false, true}) {
            Meter meter = meter(terminal, Meter.Unit.BYTES);
            at(meter, 0, 100);
            now += (terminal ? 1 : 5) * SECOND - 1;
            at(meter, 50, 100);
            at(meter, 100, 100);
        }
        assertThat(printed.toString()).isEmpty();
    }

    @Test
    void elsewhereThanInATerminalThereIsALineNowAndThen() {
        Meter meter = meter(false, Meter.Unit.BYTES);
        for (int second = 0; second <= 15; second++) {
            at(meter, second * MEGABYTE, 20 * MEGABYTE);
            now += SECOND;
        }
        at(meter, 20 * MEGABYTE, 20 * MEGABYTE);
        assertThat(printed.toString().lines()).containsExactly("fallow: 25 %", "fallow: 50 %", "fallow: 75 %");
    }

    @Test
    void whereTheEndIsNotKnownTheNumberIsShown() {
        Meter bytes = meter(false, Meter.Unit.BYTES);
        at(bytes, 0, -1);
        now += 5 * SECOND;
        at(bytes, 1_234 * (long) MEGABYTE, -1);
        Meter objects = meter(false, Meter.Unit.OBJECTS);
        at(objects, 0, Long.MAX_VALUE);
        now += 5 * SECOND;
        at(objects, 98_765, Long.MAX_VALUE);
        assertThat(printed.toString().lines()).containsExactly("fallow: 1,234 MB", "fallow: 98,765 objects");
    }

    @Test
    void inATerminalThereIsABarThatDisappears() {
        Meter meter = meter(true, Meter.Unit.BYTES);
        at(meter, 0, 200 * MEGABYTE);
        now += SECOND;
        at(meter, 100 * MEGABYTE, 200 * MEGABYTE);
        at(meter, 200 * MEGABYTE, 200 * MEGABYTE);

        String text = printed.toString();
        assertThat(text).contains("50%", "100/200 MB").doesNotContain("\n", "\u001B");
        assertThat(text).endsWith("\r" + " ".repeat(Screen.width() - 1) + "\r");
        assertThat(text.split("\r")).allMatch(line -> line.length() < Screen.width());
    }

    /** What is printed passes a writer that escapes what terminals interpret. */
    @Test
    void onlyTheMarkOfAReturnIsOne() throws IOException {
        TerminalWriter writer = new TerminalWriter(printed);
        writer.write("a\r" + TerminalWriter.RETURN);
        writer.setReturns(true);
        writer.write("b\r" + TerminalWriter.RETURN);
        writer.flush();
        assertThat(printed.toString()).isEqualTo("a\\r\\u008eb\\r\r");
    }

    @Test
    void aMessageRemovesTheBar() {
        Meter meter = meter(true, Meter.Unit.BYTES);
        at(meter, 0, 200);
        now += SECOND;
        at(meter, 100, 200);
        Meter.clear();
        assertThat(printed.toString()).endsWith(" \r");
        int length = printed.toString().length();
        Meter.clear();
        assertThat(printed.toString()).hasSize(length);
    }
}
