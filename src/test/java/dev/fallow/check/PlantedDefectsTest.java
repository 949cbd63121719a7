package dev.fallow.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.report.CheckReport;
import dev.fallow.report.Finding;
import dev.fallow.report.FindingCode;
import dev.fallow.report.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Defects planted in sound files, one for each structure and kind. Checksums are recomputed unless they are the defect. The check
 * names each by its code and its address or path, and calls none of the files sound.
 */
class PlantedDefectsTest {
    @TempDir
    private Path folder;

    static List<Planted> defects() {
        List<Planted> all = new ArrayList<>();
        HeaderDefects.add(all);
        DenseDefects.add(all);
        SymbolTableDefects.add(all);
        ChunkIndexDefects.add(all);
        SpaceDefects.add(all);
        return all;
    }

    @ParameterizedTest
    @EnumSource(Subject.class)
    void nothingIsWrongWithTheSoundFiles(Subject subject) throws IOException {
        CheckReport report = check(subject.bytes());
        assertThat(report.isSound()).as(report.findings().toString()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("defects")
    void isNamed(Planted defect) throws IOException {
        Damage damage = new Damage(defect.subject().bytes());
        long address = defect.plant().applyAsLong(damage);
        CheckReport report = check(damage.bytes());
        String found = report.findings().toString();
        assertThat(report.isSound()).as(found).isEqualTo(defect.code().severity() == Severity.NOTE);
        List<Finding> named = report.findings().stream()
                .filter(each -> each.code() == defect.code())
                .filter(each -> address == Planted.ANYWHERE || each.address() == address)
                .filter(each -> defect.path() == null || each.path().equals(Optional.of(defect.path())))
                .toList();
        assertThat(named).as("expected at %d, found %s", address, found).isNotEmpty();
    }

    /** Wherever the file ends. */
    @ParameterizedTest
    @EnumSource(Subject.class)
    void aTruncatedFileIsNotSound(Subject subject) throws IOException {
        byte[] whole = subject.bytes();
        for (int eighths = 1; eighths <= 8; eighths++) {
            int length = Math.max(100, whole.length * eighths / 8 - 1);
            CheckReport report = check(Arrays.copyOf(whole, length));
            assertThat(report.findings()).extracting(Finding::code).contains(FindingCode.SB_TRUNCATED);
        }
    }

    @Test
    void thereAreEnough() {
        assertThat(defects().size()).isGreaterThanOrEqualTo(60);
        assertThat(defects().stream().map(Planted::code).distinct().count()).isGreaterThanOrEqualTo(60);
    }

    private CheckReport check(byte[] bytes) throws IOException {
        Path file = Files.write(folder.resolve("file.h5"), bytes);
        return ContainerFile.check(file);
    }
}
