package dev.fallow.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.format.Checksum;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code fallow check}. */
class CheckTest extends CommandFrame {
    private static final int FLAGS = 11;
    private static final int END_OF_FILE = 28;
    private static final int SUPERBLOCK_CHECKSUM = 44;

    @TempDir
    private Path folder;

    private Path sound;
    private Path damaged;

    @BeforeEach
    void makeFiles() throws IOException {
        sound = folder.resolve("sound.h5");
        CreateOptions options = CreateOptions.defaults().withPersistFreeSpace(false);
        try (ContainerFile file = ContainerFile.create(sound, options)) {
            file.root().createGroup("group").createAttribute("attribute", 1);
            file.root().createDataset("group/data", new int[] {1, 2, 3});
            file.root().createSoftLink("soft", "/nowhere");
        }
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(sound)).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(FLAGS, (byte) 1);
        seal(bytes);
        int name = new String(bytes.array(), StandardCharsets.ISO_8859_1).indexOf("attribute");
        bytes.put(name, (byte) 'b');
        damaged = Files.write(folder.resolve("damaged.h5"), bytes.array());
    }

    private static void seal(ByteBuffer bytes) {
        bytes.putInt(SUPERBLOCK_CHECKSUM, Checksum.of(bytes.array(), 0, SUPERBLOCK_CHECKSUM));
    }

    private static String golden(String name) throws IOException {
        try (InputStream in = CheckTest.class.getResourceAsStream("/dev/fallow/cli/golden/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aSoundFile() throws IOException {
        assertThat(fallow("check", sound)).isEqualTo(ExitCode.OK);
        assertThat(out).hasToString(golden("check-sound.txt"));
    }

    @Test
    void aDamagedFile() throws IOException {
        assertThat(fallow("check", damaged)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out).hasToString(golden("check.txt"));
    }

    @Test
    void json() throws IOException {
        assertThat(fallow("check", "--json", damaged)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out).hasToString(golden("check.json"));
    }

    @Test
    void aDryRunOfARepair() throws IOException {
        byte[] before = Files.readAllBytes(damaged);
        assertThat(fallow("check", "--repair", "--dry-run", damaged)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out).hasToString(golden("check-repair.txt"));
        assertThat(Files.readAllBytes(damaged)).isEqualTo(before);
    }

    @Test
    void aRepair() throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(sound)).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(FLAGS, (byte) 1);
        seal(bytes);
        Files.write(damaged, bytes.array());
        assertThat(fallow("check", damaged)).isEqualTo(ExitCode.FINDINGS);
        assertThat(fallow("check", "--repair", "--json", damaged)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("\"done\" : true", "\"code\" : \"SB-OPEN\"");
        assertThat(fallow("check", damaged)).isEqualTo(ExitCode.OK);
    }

    /** A file that cannot be opened has findings, not a stack trace. */
    @Test
    void aDamagedSuperblock() throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(sound)).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(END_OF_FILE, bytes.capacity() + 1_000L);
        Files.write(damaged, bytes.array());
        assertThat(fallow("check", damaged)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out.toString())
                .contains("ERROR   SB-CHECKSUM", "ERROR   SB-TRUNCATED", "not sound: 2 errors, 0 warnings");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void whatIsNotAContainer() throws IOException {
        Files.writeString(damaged, "something else");
        assertThat(fallow("check", damaged)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(fallow("check", folder.resolve("none.h5"))).isEqualTo(ExitCode.CANNOT_OPEN);
    }

    @Test
    void atMostFiftyLines() throws IOException {
        CreateOptions old =
                CreateOptions.defaults().withFormat(FileFormat.EARLIEST).withPersistFreeSpace(false);
        Path many = folder.resolve("many.h5");
        try (ContainerFile file = ContainerFile.create(many, old)) {
            for (int i = 0; i < 100; i++) {
                file.root().createSoftLink("soft link " + i, "/nowhere\u001b[31m");
            }
        }
        assertThat(fallow("check", many)).isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines()).hasSize(50).noneMatch(line -> line.contains("\u001b"));
        assertThat(out.toString()).contains("... and 53 more (--all)");
        assertThat(fallow("check", "--all", many)).isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines()).hasSize(102);
    }
}
