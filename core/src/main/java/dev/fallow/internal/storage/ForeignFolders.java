package dev.fallow.internal.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The folders in which a container may refer to other files: its own, and those that the application allows. Names in a
 * container may come from an adversary. A name that leads out of these folders is refused before the file system is asked
 * about it; a file that is in them only by a symbolic link is refused, too. Only regular files are opened.
 */
public final class ForeignFolders {
    private static final String ORIGIN = "${ORIGIN}";
    private static final String REMEDY =
            "allow its folder with the option externalFolders, if the container is trusted";

    private final Path folder;
    /** As given and as resolved. */
    private final List<Path> allowed = new ArrayList<>();

    /**
     * The folders of a container.
     *
     * @param real the same without symbolic links
     * @param additional folders that are allowed, too; those that do not exist are ignored
     */
    public ForeignFolders(Path given, Path real, List<Path> additional) throws IOException {
        folder = real.getParent();
        allowed.add(folder);
        allowed.add(given.toAbsolutePath().normalize().getParent());
        for (Path each : additional) {
            allowed.add(each.toAbsolutePath().normalize());
            try {
                allowed.add(each.toRealPath());
            } catch (NoSuchFileException e) {
                continue; // nothing is in it
            }
        }
    }

    private ForeignFolders(Path folder, List<Path> allowed) {
        this.folder = folder;
        this.allowed.addAll(allowed);
    }

    /** The same permissions for names in another container, which is in one of the folders. */
    public ForeignFolders of(Path container) {
        return new ForeignFolders(container.getParent(), allowed);
    }

    /**
     * The file that a name refers to, without symbolic links.
     *
     * @param name relative to the container's folder, or absolute
     * @throws NoSuchFileException if it does not exist
     * @throws UnusableFileException if it is not in one of the folders
     */
    public Path find(String name) throws IOException {
        Path path = path(name);
        if (!isAllowed(path.normalize())) {
            throw outside(name, path.normalize());
        }
        Path real = path.toRealPath();
        if (!isAllowed(real)) {
            throw outside(name, real);
        }
        return real;
    }

    /**
     * As {@link #find}; an absolute name that cannot be used stands for the file of the same name in the container's folder,
     * as in libhdf5. Files that refer to each other can thus be moved together.
     */
    public Path findMoved(String name) throws IOException {
        try {
            return find(name);
        } catch (NoSuchFileException | UnusableFileException e) {
            Path path = path(name);
            if (name.startsWith(ORIGIN) || !Path.of(name).isAbsolute()) {
                throw e;
            }
            try {
                return find(path.getFileName().toString());
            } catch (NoSuchFileException alsoMissing) {
                e.addSuppressed(alsoMissing);
                throw e;
            }
        }
    }

    private Path path(String name) throws UnusableFileException {
        try {
            Path given = Path.of(name.startsWith(ORIGIN) ? folder + name.substring(ORIGIN.length()) : name);
            if (name.isEmpty() || given.getFileName() == null) {
                throw new UnusableFileException("\"" + name + "\" is not the name of a file");
            }
            return folder.resolve(given);
        } catch (InvalidPathException e) {
            throw new UnusableFileException("\"" + name + "\" is not the name of a file: " + e.getReason());
        }
    }

    private boolean isAllowed(Path path) {
        return allowed.stream().anyMatch(each -> path.startsWith(each) && !path.equals(each));
    }

    private UnusableFileException outside(String name, Path path) {
        return new UnusableFileException(
                "\"%s\" is %s, which is not in the folder %s: %s".formatted(name, path, folder, REMEDY));
    }

    /**
     * Whether a file is open for editing in this JVM, or the journal of one that is.
     *
     * @param real as returned by {@link #find}
     */
    public static boolean isEditedHere(Path real) throws IOException {
        FileFacts found = FileFacts.of(real);
        return found != null && FileSidecar.isOpen(found);
    }

    /**
     * Opens a file that was found.
     *
     * @param real as returned by {@link #find}
     * @throws UnusableFileException if it is not a regular file, if it is open for editing in this JVM, or if another file
     *     took its place
     */
    public Storage open(Path real, boolean writable) throws IOException {
        FileFacts found = FileFacts.of(real);
        if (found == null) {
            throw new NoSuchFileException(real.toString());
        }
        if (found.kind() != FileFacts.Kind.REGULAR) {
            throw new UnusableFileException(real + " is " + found.kind().words() + ", and not a regular file");
        }
        if (FileSidecar.isOpen(found)) {
            throw new UnusableFileException(
                    real
                            + " is open for editing in this JVM under another name, or is just being opened or closed; it is read once its container is closed");
        }
        FileChannel channel = FileChannelStorage.openChecked(
                real,
                writable,
                () -> found.isSame(FileFacts.of(real)) && real.toRealPath().equals(real));
        if (channel == null) {
            throw new UnusableFileException(real + ": another file took its place while it was opened");
        }
        return FileChannelStorage.of(channel, real, found);
    }
}
