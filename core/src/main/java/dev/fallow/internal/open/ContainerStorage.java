package dev.fallow.internal.open;

import dev.fallow.ContainerException;
import dev.fallow.SessionOptions;
import dev.fallow.StorageKind;
import dev.fallow.internal.storage.FileChannelStorage;
import dev.fallow.internal.storage.MappedPrerequisites;
import dev.fallow.internal.storage.MappedStorage;
import dev.fallow.internal.storage.Storage;
import dev.fallow.internal.storage.version.ReadFile;
import dev.fallow.internal.storage.version.Versions;
import java.io.IOException;
import java.nio.file.Path;

/** Opens a container's file with the storage that the options ask for. */
final class ContainerStorage {
    private ContainerStorage() {}

    /** Opens an existing file for reading, by a path without symbolic links. */
    static Storage read(Path path, SessionOptions<?> options) throws IOException {
        return ReadFile.of(open(path, false, options));
    }

    /** Opens an existing file for editing, by a path without symbolic links. */
    static Versions edit(Path path, SessionOptions<?> options) throws IOException {
        return new Versions(open(path, true, options));
    }

    private static Storage open(Path path, boolean writable, SessionOptions<?> options) throws IOException {
        return isMapped(path, options)
                ? MappedStorage.open(path, writable)
                : FileChannelStorage.openResolved(path, writable);
    }

    /** Creates a file that must not exist. */
    static Versions create(Path path, SessionOptions<?> options) throws IOException {
        return new Versions(isMapped(path, options) ? MappedStorage.create(path) : FileChannelStorage.create(path));
    }

    /** Checked before the file is touched: a storage that is not available has no effect. */
    private static boolean isMapped(Path path, SessionOptions<?> options) {
        if (options.storage() != StorageKind.MAPPED) {
            return false;
        }
        String missing = MappedPrerequisites.missing();
        if (missing != null) {
            throw new ContainerException(path + ": mapped storage is not available: " + missing);
        }
        return true;
    }
}
