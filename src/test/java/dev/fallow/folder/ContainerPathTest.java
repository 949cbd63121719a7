package dev.fallow.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.MaintenanceOptions;
import dev.fallow.OpenOptions;
import dev.fallow.cli.Fallow;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** A container is opened only if it is a regular file; other files are refused at once. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege there, and there are no FIFOs")
class ContainerPathTest {
    @TempDir
    private Path folder;

    private Path file;
    private Path victim;

    @BeforeEach
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void paths() throws IOException {
        file = folder.resolve("file.h5");
        victim = Files.createDirectory(folder.resolve("outside")).resolve("victim");
    }

    private static int fallow(Object... arguments) {
        String[] strings = new String[arguments.length];
        for (int i = 0; i < strings.length; i++) {
            strings[i] = arguments[i].toString();
        }
        return Fallow.run(new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()), strings);
    }

    /**
     * The constants that result in regular files are covered elsewhere: they are refused because they are not HDF5
     * files.
     */
    @ParameterizedTest
    @EnumSource(
            mode = Mode.INCLUDE,
            names = {
                "LINK_TO_ITSELF",
                "DANGLING_LINK",
                "LINK_TO_DEV_ZERO",
                "LINK_TO_DEV_FULL",
                "LINK_TO_FIFO",
                "FIFO",
                "DIRECTORY",
                "UNREADABLE_FILE"
            })
    void itIsRefusedAtOnce(Neighbour neighbour) throws IOException {
        neighbour.put(file, victim);
        Map<String, String> before = FolderPicture.of(folder);
        ThrowingCallable[] ways = {
            () -> ContainerFile.openReadOnly(file),
            () -> ContainerFile.open(file),
            () -> ContainerFile.open(file, OpenOptions.defaults().withIgnoreWriteFlag(true)),
            () -> ContainerFile.recover(file),
            () -> ContainerFile.recover(file, MaintenanceOptions.defaults().withDryRun(true)),
            () -> ContainerFile.create(file),
            () -> ContainerFile.create(file, CreateOptions.defaults().withOverwrite(true))
        };
        for (ThrowingCallable way : ways) {
            assertThatThrownBy(way).isInstanceOf(ContainerException.class).hasMessageContaining(file.toString());
        }
        assertThat(fallow("ls", file)).isEqualTo(3);
        assertThat(fallow("rm", file, "/data")).isEqualTo(3);
        assertThat(fallow("recover", file)).isEqualTo(3);
        assertThat(fallow("replay", file)).isEqualTo(3);
        assertThat(FolderPicture.of(folder)).isEqualTo(before);
    }

    @Test
    void whatItIsIsSaid() throws IOException {
        Neighbour.FIFO.put(file, victim);
        assertThatThrownBy(() -> ContainerFile.open(file))
                .isInstanceOf(dev.fallow.StorageException.class)
                .hasMessageContaining("it is a FIFO, a socket or a device, and not a regular file");
    }

    /**
     * A symbolic link to a container is followed. The journal is in the folder of the target, where it is found without
     * the link, too.
     */
    @Test
    void aLinkToAContainerIsFollowed() throws IOException {
        Path link = Files.createSymbolicLink(file, victim);
        ContainerFile.create(victim).close();
        try (ContainerFile container = ContainerFile.open(link)) {
            container.root().createGroup("group");
            assertThat(victim.resolveSibling("victim.fallow-journal")).exists();
            assertThat(folder.resolve("file.h5.fallow-journal")).doesNotExist();
        }
        try (ContainerFile container = ContainerFile.openReadOnly(victim)) {
            assertThat(container.exists("/group")).isTrue();
        }
    }
}
