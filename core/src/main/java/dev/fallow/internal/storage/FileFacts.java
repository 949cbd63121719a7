package dev.fallow.internal.storage;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.Map;
import java.util.Objects;

/**
 * A file as the file system describes it at a path, a symbolic link not followed. To ask does not open the file: a FIFO
 * would block, and a device may do anything.
 *
 * @param kind the type of the file
 * @param key identifies the file as long as it exists; null where the file system has no such keys
 * @param names how many names (hard links) it has; 1 where that is not known
 * @param owner null where that is not known
 */
record FileFacts(Kind kind, Object key, int names, UserPrincipal owner) {
    private static final String UNIX = "unix";

    /** The types of files, and how messages call them. */
    enum Kind {
        REGULAR("a regular file"),
        DIRECTORY("a directory"),
        LINK("a symbolic link"),
        OTHER("a FIFO, a socket or a device");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** For messages, with the article. */
        String words() {
            return words;
        }

        private static Kind of(boolean regular, boolean directory, boolean link) {
            if (regular) {
                return REGULAR;
            }
            if (directory) {
                return DIRECTORY;
            }
            return link ? LINK : OTHER;
        }
    }

    /** The file at a path; null if there is none. */
    static FileFacts of(Path path) throws IOException {
        try {
            return path.getFileSystem().supportedFileAttributeViews().contains(UNIX) ? unix(path) : basic(path);
        } catch (NoSuchFileException | FileNotFoundException e) {
            return null;
        }
    }

    private static FileFacts unix(Path path) throws IOException {
        Map<String, Object> found = Files.readAttributes(
                path,
                UNIX + ":isRegularFile,isDirectory,isSymbolicLink,fileKey,nlink,owner",
                LinkOption.NOFOLLOW_LINKS);
        return new FileFacts(
                Kind.of((Boolean) found.get("isRegularFile"), (Boolean) found.get("isDirectory"), (Boolean)
                        found.get("isSymbolicLink")),
                found.get("fileKey"),
                (Integer) found.get("nlink"),
                (UserPrincipal) found.get("owner"));
    }

    private static FileFacts basic(Path path) throws IOException {
        BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return new FileFacts(
                Kind.of(found.isRegularFile(), found.isDirectory(), found.isSymbolicLink()), found.fileKey(), 1, null);
    }

    /** Whether this and what was found at the same path at another time are one file, as far as the system tells. */
    boolean isSame(FileFacts other) {
        return other != null && kind == other.kind && Objects.equals(key, other.key);
    }
}
