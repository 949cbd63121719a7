package dev.fallow.internal.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** The permissions of new files, on file systems that have permissions. They are subject to the umask. */
final class FilePermissions {
    private static final FileAttribute<?>[] NONE = {};

    private FilePermissions() {}

    /** Creates a file with these permissions. */
    static FileAttribute<?>[] of(Path path, Set<PosixFilePermission> permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : NONE;
    }

    /** Creates a file with the permissions of another file; its owner can read and write it in any case. */
    static FileAttribute<?>[] like(Path other) throws IOException {
        if (!other.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return NONE;
        }
        Set<PosixFilePermission> permissions =
                EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
        permissions.addAll(Files.getPosixFilePermissions(other, LinkOption.NOFOLLOW_LINKS));
        permissions.removeAll(EnumSet.of(
                PosixFilePermission.OWNER_EXECUTE,
                PosixFilePermission.GROUP_EXECUTE,
                PosixFilePermission.OTHERS_EXECUTE));
        return of(other, permissions);
    }
}
