package dev.fallow.research.blockstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.ContainerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A block store is opened only if it is a regular file with one name; other files are refused at once. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege there, and there are no FIFOs")
class StorePathTest {
    @TempDir
    private Path folder;

    private Path file;
    private Path victim;

    @BeforeEach
    void paths() throws IOException {
        file = folder.resolve("file.h5");
        victim = Files.createDirectory(folder.resolve("outside")).resolve("victim");
    }

    /** All files, each with its kind and, if it is regular, its content. */
    private Map<String, String> picture() throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.toList()) {
                String what = Files.isSymbolicLink(path)
                        ? "link to " + Files.readSymbolicLink(path)
                        : Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && Files.isReadable(path)
                                ? Arrays.toString(Files.readAllBytes(path))
                                : "not read";
                found.put(folder.relativize(path).toString(), what);
            }
        }
        return found;
    }

    private void assertRefused() throws IOException {
        Map<String, String> before = picture();
        ThrowingCallable[] ways = {
            () -> BlockStore.open(file, BlockStoreOptions.defaults()),
            () -> BlockStore.create(file, BlockStoreOptions.defaults())
        };
        for (ThrowingCallable way : ways) {
            assertThatThrownBy(way).isInstanceOf(ContainerException.class).hasMessageContaining(file.toString());
        }
        assertThat(picture()).isEqualTo(before);
    }

    private static void makeFifo(Path path) throws IOException, InterruptedException {
        Path command = Path.of("/usr/bin/mkfifo");
        assumeTrue(Files.isExecutable(command), "there is no mkfifo");
        int code =
                new ProcessBuilder(command.toString(), path.toString()).start().waitFor();
        assumeTrue(code == 0, "mkfifo has failed");
    }

    @Test
    void aFifoIsRefused() throws Exception {
        makeFifo(file);
        assertRefused();
    }

    @Test
    void aLinkToAFifoIsRefused() throws Exception {
        makeFifo(victim);
        Files.createSymbolicLink(file, victim);
        assertRefused();
    }

    @Test
    void aLinkToADeviceIsRefused() throws IOException {
        for (Path device : new Path[] {Path.of("/dev/zero"), Path.of("/dev/full")}) {
            assumeTrue(Files.exists(device), "there is no " + device);
            Files.deleteIfExists(file);
            Files.createSymbolicLink(file, device);
            assertRefused();
        }
    }

    @Test
    void aDirectoryIsRefused() throws IOException {
        Files.createDirectory(file);
        assertRefused();
    }

    @Test
    void linksToNothingAndToThemselvesAreRefused() throws IOException {
        Files.createSymbolicLink(file, victim);
        assertRefused();
        Files.delete(file);
        Files.createSymbolicLink(file, file);
        assertRefused();
    }

    @Test
    void anUnreadableFileIsRefused() throws IOException {
        Files.writeString(file, "notes of somebody");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        assumeFalse(Files.isReadable(file), "this user may read everything");
        assertRefused();
    }

    /** Each name of the file would have a separate lock. */
    @Test
    void aBlockStoreHasOneName() throws IOException {
        BlockStore.create(file, BlockStoreOptions.defaults()).close();
        Files.createLink(victim, file);
        Map<String, String> before = picture();
        assertThatThrownBy(() -> BlockStore.open(victim, BlockStoreOptions.defaults()))
                .isInstanceOf(ContainerException.class)
                .hasMessageContaining("2 names");
        assertThat(picture()).isEqualTo(before);
    }

    @Test
    void theLockOfABlockStoreIsNotSomebodyElsesFile() throws IOException {
        BlockStore.create(file, BlockStoreOptions.defaults()).close();
        Path lock = folder.resolve("file.h5.lock");
        Files.writeString(lock, "notes of somebody");
        BlockStore.open(file, BlockStoreOptions.defaults()).close();
        assertThat(Files.readString(lock)).isEqualTo("notes of somebody");
        Files.delete(lock);
        Files.createSymbolicLink(lock, victim);
        assertThatThrownBy(() -> BlockStore.open(file, BlockStoreOptions.defaults()))
                .isInstanceOf(ContainerException.class)
                .hasMessageContaining(lock.toString());
        assertThat(victim).doesNotExist();
    }
}
