package dev.fallow.format.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.CodecContract;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.Golden;
import dev.fallow.format.layout.ExternalDataFiles.ExternalFile;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExternalDataFilesTest {
    /** Written by libhdf5. */
    private static final String GOLDEN = """
            01 000000 0200 0200 3004000000000000                     # version 1, two slots, heap at 1072
            0800000000000000 0000000000000000 2800000000000000       # name at 8, 40 bytes from 0 on
            1000000000000000 1000000000000000 2800000000000000       # name at 16, 40 bytes from 16 on
            """;

    @Test
    void isWhatTheTableSays() {
        ExternalDataFiles message = CodecContract.of(ExternalDataFiles::decode).holdsFor(GOLDEN);
        assertThat(message)
                .isEqualTo(new ExternalDataFiles(
                        2, 1072, List.of(new ExternalFile(8, 0, 40), new ExternalFile(16, 16, 40))));
    }

    @Test
    void theLastFileMayBeUnlimitedAndSlotsMayBeUnused() {
        FieldSizes narrow = new FieldSizes(4, 2);
        ExternalDataFiles message =
                new ExternalDataFiles(5, 96, List.of(new ExternalFile(8, 512, ExternalDataFiles.UNLIMITED)));
        FieldWriter out = new FieldWriter(narrow);
        message.encode(out);
        assertThat(CodecContract.of(narrow, ExternalDataFiles::decode).holdsFor(out.toByteArray()))
                .isEqualTo(message);
    }

    @Test
    void fieldsOutOfRangeAreRefused() {
        byte[] more = Golden.bytes(GOLDEN);
        more[6] = 3;
        assertThatThrownBy(() -> ExternalDataFiles.decode(Golden.reader(more)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("expected at most 2 used slots, found 3");
        List<ExternalFile> files = List.of(new ExternalFile(8, 0, 1));
        assertThatThrownBy(() -> new ExternalDataFiles(0, 96, files)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ExternalFile(8, 0, -2)).isInstanceOf(IllegalArgumentException.class);
    }
}
