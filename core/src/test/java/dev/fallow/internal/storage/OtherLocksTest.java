package dev.fallow.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Lines as Linux prints them. */
class OtherLocksTest {
    private static final String PLACE = "fe:00:9987474";

    private static String holder(String line) {
        return OtherLocks.holder(line, PLACE, false);
    }

    @Test
    void theLocksOfLibhdf5() {
        assertThat(holder("2: FLOCK  ADVISORY  WRITE 8587 fe:00:9987474 0 EOF"))
                .isEqualTo("process 8587 writes it (flock)");
        assertThat(holder("12: FLOCK  ADVISORY  READ  87 fe:00:9987474 0 EOF"))
                .isEqualTo("process 87 reads it (flock)");
        assertThat(OtherLocks.holder("12: FLOCK  ADVISORY  READ  87 fe:00:9987474 0 EOF", PLACE, true))
                .isNull();
    }

    @Test
    void theLocksOfOurReaders() {
        assertThat(holder("1: POSIX  ADVISORY  READ 9250 fe:00:9987474 4611686018427387904 4611686018427387904"))
                .isEqualTo("process 9250 reads it (Fallow)");
        assertThat(holder("1: POSIX  ADVISORY  WRITE 9250 fe:00:9987474 4611686018427387904 4611686018427387904"))
                .as("an editor that is opening it: perhaps this process")
                .isNull();
    }

    @Test
    void othersAreNone() {
        assertThat(holder("2: FLOCK  ADVISORY  WRITE 8587 fe:00:9987475 0 EOF")).isNull();
        assertThat(holder("2: FLOCK  ADVISORY  WRITE 8587 fe:01:9987474 0 EOF")).isNull();
        assertThat(holder("2: -> FLOCK  ADVISORY  WRITE 8587 fe:00:9987474 0 EOF"))
                .as("waiting")
                .isNull();
        assertThat(holder("3: POSIX  ADVISORY  WRITE 7 fe:00:9987474 0 EOF")).isNull();
        assertThat(holder("")).isNull();
        assertThat(holder("4: FLOCK")).isNull();
    }

    @Test
    void devicesAreEncodedAsByTheCLibrary() {
        assertThat(OtherLocks.place(0xfe00, 9_987_474)).isEqualTo(PLACE);
        assertThat(OtherLocks.place(0x0010_0812L, 5)).as("8:0x112").isEqualTo("08:112:5");
    }
}
