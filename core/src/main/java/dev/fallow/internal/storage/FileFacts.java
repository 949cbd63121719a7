package dev.fallow.internal.storage;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserPrincipal;
import java.util.Map;
import java.util.Objects;

/**
 * The file system's description of the file at a path, without following symbolic links. Does not open the file, since
 * a FIFO would block and a device may have side effects.
 *
 * @param key identifies the file while it exists; null if the file system has no such keys
 * @param names number of hard links; 1 if unknown
 * @param owner null if unknown, or not asked for
 * @param modified when its content changed last, as precisely as the file system knows
 * @param length in bytes
 */
public record FileFacts(Kind kind, Object key, int names, UserPrincipal owner, FileTime modified, long length) {
    private static final String UNIX = "unix";
    private static final String ATTRIBUTES =
            UNIX + ":isRegularFile,isDirectory,isSymbolicLink,fileKey,nlink,lastModifiedTime,size";

    /** The file types, with their names in messages. */
    public enum Kind {
        REGULAR("a regular file"),
        DIRECTORY("a directory"),
        LINK("a symbolic link"),
        OTHER("a FIFO, a socket or a device");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** The name in messages, with its article. */
        String words() {
            return words;
        }

        private static Kind of(boolean regular, boolean directory, boolean link) {
            return regular ? REGULAR : directory ? DIRECTORY : link ? LINK : OTHER;
        }
    }

    /** Describes the file at a path, without its owner; null if there is none. */
    static FileFacts of(Path path) throws IOException {
        return of(path, ATTRIBUTES);
    }

    /** As {@link #of}, with the owner, whose name the JDK looks for in the list of users: most of the time. */
    static FileFacts withOwner(Path path) throws IOException {
        return of(path, ATTRIBUTES + ",owner");
    }

    /** As {@link #of}, without the number of names, which takes the JDK longer. */
    public static FileFacts identity(Path path) throws IOException {
        try {
            return basic(path);
        } catch (NoSuchFileException | FileNotFoundException e) {
            return null;
        }
    }

    private static FileFacts of(Path path, String attributes) throws IOException {
        try {
            return path.getFileSystem().supportedFileAttributeViews().contains(UNIX)
                    ? unix(path, attributes)
                    : basic(path);
        } catch (NoSuchFileException | FileNotFoundException e) {
            return null;
        }
    }

    private static FileFacts unix(Path path, String attributes) throws IOException {
        Map<String, Object> found = Files.readAttributes(path, attributes, LinkOption.NOFOLLOW_LINKS);
        return new FileFacts(
                Kind.of((Boolean) found.get("isRegularFile"), (Boolean) found.get("isDirectory"), (Boolean)
                        found.get("isSymbolicLink")),
                found.get("fileKey"),
                (Integer) found.get("nlink"),
                (UserPrincipal) found.get("owner"),
                (FileTime) found.get("lastModifiedTime"),
                (Long) found.get("size"));
    }

    private static FileFacts basic(Path path) throws IOException {
        BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return new FileFacts(
                Kind.of(found.isRegularFile(), found.isDirectory(), found.isSymbolicLink()),
                found.fileKey(),
                1,
                null,
                found.lastModifiedTime(),
                found.size());
    }

    /**
     * Whether this and another description of the same path refer to the same file, as far as the file system can tell.
     */
    public boolean isSame(FileFacts other) {
        return other != null && kind == other.kind && Objects.equals(key, other.key);
    }

    /** Whether the content of the same file is the same, as far as its length and its time of change tell. */
    public boolean isUnchanged(FileFacts earlier) {
        return length == earlier.length && modified.equals(earlier.modified);
    }

    /**
     * What has happened to a file since it was described earlier; null if its length and its time of change are the same, or another
     * file is at its path.
     */
    public String changeSince(FileFacts earlier, String opened) {
        return !isSame(earlier) || isUnchanged(earlier)
                ? null
                : "another program has changed the file since it was %s: it has %d bytes and was changed at %s, before it had %d and %s. Open it again"
                        .formatted(opened, length, modified, earlier.length, earlier.modified);
    }

    /** What identifies a file at a path within this JVM. */
    Object keyAt(Path path) {
        return key == null ? path : key;
    }
}
