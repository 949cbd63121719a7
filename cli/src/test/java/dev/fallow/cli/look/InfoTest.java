package dev.fallow.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.SpaceSettings;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.Golden;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Messages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code fallow info}. */
class InfoTest extends CommandFrame {
    @TempDir
    private Path folder;

    /** Every second dataset is deleted. */
    private Path write(String name, CreateOptions options) {
        Path file = folder.resolve(name);
        try (ContainerFile container = ContainerFile.create(file, options)) {
            for (int i = 0; i < 10; i++) {
                container.root().createDataset("d" + i, new double[60_000]);
            }
        }
        try (ContainerFile container = ContainerFile.open(file)) {
            for (int i = 0; i < 10; i += 2) {
                container.delete("/d" + i);
            }
        }
        return file;
    }

    private static CreateOptions with(FileSpaceStrategy strategy, boolean persists, FileFormat format) {
        return CreateOptions.defaults()
                .withSpace(SpaceSettings.defaults().withStrategy(strategy))
                .withPersistFreeSpace(persists)
                .withFormat(format);
    }

    /** Those of the tests' class path, which has no native code. */
    @Test
    void codecs() throws IOException {
        assertThat(fallow("info", "--codecs")).isEqualTo(ExitCode.OK);
        Golden.check("info-codecs.txt", folder, out);
        assertThat(fallow("info", "--codecs", "--json")).isEqualTo(ExitCode.OK);
        Golden.check("info-codecs.json", folder, out);
    }

    private List<String> commands() {
        List<String> commands = new ArrayList<>();
        Matcher matcher = Pattern.compile("\"command\" : \"fallow (.*)\"").matcher(out.toString());
        while (matcher.find()) {
            commands.addAll(List.of(matcher.group(1).split(" && fallow ")));
        }
        return commands;
    }

    /** The bytes of the advice that has this command. */
    private long bytesOf(String command) {
        Matcher matcher = Pattern.compile("\"bytes\" : ([0-9]+),\\s*\"command\" : \"fallow " + Pattern.quote(command))
                .matcher(out.toString());
        assertThat(matcher.find()).as("%s in %s", command, out).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    private long number(String field) {
        Matcher matcher = Pattern.compile("\"" + field + "\" : ([0-9]+)").matcher(out.toString());
        assertThat(matcher.find()).as(field).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    @ParameterizedTest
    @CsvSource({
        "FSM_AGGR,true,LATEST",
        "FSM_AGGR,false,LATEST",
        "FSM_AGGR,false,EARLIEST",
        "PAGE,true,LATEST",
        "PAGE,false,LATEST",
        "NONE,false,LATEST",
        "AGGR,false,LATEST"
    })
    void outputIsGolden(FileSpaceStrategy strategy, boolean persists, FileFormat format) throws IOException {
        Path file = write("file.h5", with(strategy, persists, format));
        String name = "info-" + strategy + (persists ? "-persists" : "") + (format == FileFormat.EARLIEST ? "-v0" : "");
        assertThat(fallow("info", file)).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines()).hasSizeLessThan(25);
        Golden.check(name + ".txt", folder, out);
        assertThat(fallow("info", "--json", file)).isEqualTo(ExitCode.OK);
        Golden.check(name + ".json", folder, out);
    }

    /** Every command that is shown works, and has the effect. */
    @ParameterizedTest
    @EnumSource(FileSpaceStrategy.class)
    void commandsWork(FileSpaceStrategy strategy) throws IOException {
        for (boolean persists : strategy.tracks() ? new boolean[] {true, false} : new boolean[] {false}) {
            for (FileFormat format : persists ? new FileFormat[] {FileFormat.LATEST} : FileFormat.values()) {
                if (format == FileFormat.EARLIEST && strategy != FileSpaceStrategy.FSM_AGGR) {
                    continue; // superblock version 0 has no other strategy
                }
                Path file = write(strategy + "-" + persists + format, with(strategy, persists, format));
                long length = Files.size(file);
                fallow("info", "--json", file);
                for (String command : commands()) {
                    assertThat(fallow((Object[]) command.split(" ")))
                            .as("%s: %s", command, err)
                            .isEqualTo(ExitCode.OK);
                    if (command.startsWith("shrink")) {
                        assertThat(Files.size(file)).as(command).isLessThan(length);
                    }
                }
                assertThat(fallow("info", file)).isEqualTo(ExitCode.OK);
                assertThat(out.toString()).containsPattern("verdict +no problem found");
                fallow("info", "--json", file);
                assertThat(commands())
                        .as("%s, persists %s, %s", strategy, persists, format)
                        .allMatch(command -> !command.startsWith("shrink") || bytesOf(command) > 0);
            }
        }
    }

    @Test
    void reclaimingMakesFreeWhatIsSaid() {
        Path file = write("file.h5", with(FileSpaceStrategy.FSM_AGGR, false, FileFormat.EARLIEST));
        fallow("info", "--json", file);
        assertThat(number("freeBytes")).isZero();
        assertThat(number("untrackedBytes")).isPositive();
        List<String> reclaiming = commands().stream()
                .filter(command -> !command.startsWith("shrink"))
                .toList();
        assertThat(reclaiming).hasSize(2);
        reclaiming.forEach(command ->
                assertThat(fallow((Object[]) command.split(" "))).as(command).isEqualTo(ExitCode.OK));
        fallow("info", "--json", file);
        assertThat(number("untrackedBytes")).isZero();
        assertThat(number("freeBytes")).isPositive();
        assertThat(commands()).as("what is free need not be reclaimed").hasSize(1);
    }

    @Test
    void quickLeavesTheAccountOut() {
        Path file = write("file.h5", CreateOptions.defaults());
        assertThat(fallow("info", "--quick", file)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("not checked").doesNotContain("live", "shrink");
        assertThat(fallow("info", "--quick", "--json", file)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("\"account\" : null");
    }

    @Test
    void damageIsTheVerdict() throws IOException {
        Path file = write("file.h5", CreateOptions.defaults());
        long address;
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            address = container.dataset("/d1").address();
        }
        byte[] bytes = Files.readAllBytes(file);
        bytes[(int) address + 9] ^= 1;
        Files.write(file, bytes);
        assertThat(fallow("info", file)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out.toString())
                .contains("damaged: 1 finding, see fallow space ")
                .doesNotContain("shrink");
        assertThat(fallow("info", "--json", file)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out.toString()).contains("\"findings\" : 1", "\"advice\" : [ ]");
    }

    @Test
    void aMarkIsToldInWords() throws IOException {
        Path file = write("file.h5", CreateOptions.defaults());
        Path copy = folder.resolve("copy.h5");
        try (ContainerFile container = ContainerFile.open(file)) {
            container.root().createGroup("new");
            container.flush();
            Files.copy(file, copy);
        }
        assertThat(fallow("info", copy)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(out.toString())
                .contains("marked as open for writing", "in use, or not closed by its last writer")
                .doesNotContain("live", "not marked");
        assertThat(fallow("info", "--json", copy)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(out.toString()).contains("\"markedOpen\" : true");
    }

    @Test
    void aUserBlockIsTold() throws IOException {
        Path inner = write("file.h5", CreateOptions.defaults());
        Path file = folder.resolve("user.h5");
        byte[] content = Files.readAllBytes(inner);
        byte[] bytes = new byte[512 + content.length];
        System.arraycopy(content, 0, bytes, 512, content.length);
        Files.write(file, bytes);
        fallow("info", file);
        assertThat(Arrays.copyOf(bytes, 4)).containsOnly(0);
        assertThat(out.toString()).contains("user block 512 bytes before the superblock");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a/b-1.h5 | a/b-1.h5",
                "a b.h5 | 'a b.h5'",
                "it's | 'it'\\''s'",
                "-r | './-r'",
                "$HOME | '$HOME'",
                "é漢 | 'é漢'"
            })
    void wordsAreQuotedForTheShell(String word, String quoted) {
        assertThat(Messages.word(word)).isEqualTo(quoted);
    }

    @Test
    void controlCharactersAreQuotedForTheShell() {
        assertThat(Messages.word("a\n\u001b[2J'\\")).isEqualTo("$'a\\n\\x1b[2J\\'\\\\'");
    }

    @Test
    void severalFilesAreToldOfOneAfterTheOther() throws IOException {
        Path a = folder.resolve("first.h5");
        Path b = folder.resolve("second.h5");
        Path no = folder.resolve("no.h5");
        ContainerFile.create(a).close();
        ContainerFile.create(b).close();
        Files.write(no, new byte[100]);
        assertThat(fallow("info", a)).isEqualTo(ExitCode.OK);
        String alone = out.toString();
        assertThat(fallow("info", a, b)).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .startsWith(a + ":" + System.lineSeparator() + alone)
                .contains("\n" + b + ":");
        assertThat(fallow("info", a, no, b)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("no.h5 is not HDF5");
        assertThat(out.toString()).contains(b + ":", "verdict");
        assertThat(fallow("info", "--json", a, b)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString().lines())
                .hasSize(2)
                .first()
                .isEqualTo("fallow: --json tells of one file at a time, found 2");
        assertThat(fallow("info", a, "/x")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString().lines()).hasSize(2).first().asString().contains("there is no file /x");
    }
}
