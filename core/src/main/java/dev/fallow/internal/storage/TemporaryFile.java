package dev.fallow.internal.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Set;

/** Creates temporary files. */
public final class TemporaryFile {
    private static final Set<OpenOption> OPTIONS = Set.of(
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);

    private static final int ATTEMPTS = 100;
    private static final SecureRandom RANDOM = new SecureRandom();

    static final Set<PosixFilePermission> OF_OWNER =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private TemporaryFile() {}

    /** The permissions of a new file, if the file system has permissions. They are subject to the umask. */
    static FileAttribute<?>[] permissions(Path path, Set<PosixFilePermission> permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }

    /**
     * Creates and opens a temporary file in one step, so that no other file can be substituted in between. Only its
     * owner can read it. It is deleted on close.
     */
    public static FileChannel create(String prefix) throws IOException {
        Path folder = Path.of(System.getProperty("java.io.tmpdir"));
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Path path = folder.resolve(prefix + Long.toHexString(RANDOM.nextLong()));
            try {
                return FileChannel.open(path, OPTIONS, permissions(path, OF_OWNER));
            } catch (FileAlreadyExistsException e) {
                // the name exists: try another
            }
        }
        throw new IOException(folder + ": no free name for a temporary file");
    }
}
