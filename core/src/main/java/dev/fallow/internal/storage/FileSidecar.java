package dev.fallow.internal.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A file next to the container, named by a suffix. Its owner holds an exclusive operating system lock on it. The lock
 * is not on the container for two reasons: on POSIX systems a process loses its locks on a file as soon as it closes
 * any descriptor of it, as readers of the container in the same process do; and where locks are mandatory, readers
 * would be excluded.
 *
 * <p>Anyone with write access to the directory can put any file at this path. Therefore only a regular file with one
 * hard link is opened, which must belong to the user of this process or to the owner of the container, and only that
 * file is removed. The caller checks the content.
 */
public final class FileSidecar implements Sidecar {
    /** Other programs may remove the file between opening and locking it, but hardly this many times in a row. */
    private static final int ATTEMPTS = 100;

    private static final Set<OpenOption> NEW = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private static final Path LINUX_PROCESS = Path.of("/proc/self");

    /** Held while the file at a path is opened or closed, and while it is open for reading. */
    private static final KeyLocks PATHS = new KeyLocks();

    /**
     * The files that this process has open, and the containers of those that it owns. A file is added before it is
     * opened, because opening and closing it a second time can drop the lock.
     */
    private static final Set<Object> OPEN = ConcurrentHashMap.newKeySet();

    private final Path container;
    private final String suffix;
    private final Path path;
    /** The file last opened as owner. */
    private FileFacts owned;

    private FileSidecar(Path container, String suffix) {
        this.container = container;
        this.suffix = suffix;
        path = container.resolveSibling(container.getFileName() + suffix);
    }

    /**
     * The location of a file next to the container that a path resolves to. Symbolic links are followed, so that all
     * paths to a container lead to the same location.
     *
     * @throws IOException if the container does not exist
     */
    public static FileSidecar of(Path container, String suffix) throws IOException {
        return besideResolved(container.toRealPath(), suffix);
    }

    /** As {@link #of}, for a path without symbolic links. */
    public static FileSidecar besideResolved(Path container, String suffix) {
        return new FileSidecar(container, suffix);
    }

    @Override
    public String name() {
        return path.toString();
    }

    @Override
    public boolean exists() throws IOException {
        return FileFacts.of(path) != null;
    }

    @Override
    public Storage own() throws IOException {
        PATHS.lock(path);
        try {
            Object containerKey = key(FileFacts.of(container), container);
            if (!OPEN.add(containerKey)) {
                throw new FileLockedException(container + " is open in this JVM already");
            }
            Storage file = null;
            try {
                for (int attempt = 0; attempt < ATTEMPTS && file == null; attempt++) {
                    file = tryToOwn(containerKey);
                }
            } finally {
                if (file == null) {
                    OPEN.remove(containerKey);
                }
            }
            if (file == null) {
                throw new FileLockedException(container + ": " + path + " is repeatedly created and removed");
            }
            return file;
        } finally {
            PATHS.unlock(path);
        }
    }

    /** Null if another program changed the file first. */
    private Storage tryToOwn(Object containerKey) throws IOException {
        boolean created = createIfMissing();
        FileFacts found = usable(created);
        if (found == null) {
            return null; // removed by an owner that has closed it
        }
        Object key = key(found, path);
        if (!OPEN.add(key)) {
            throw new FileLockedException(container + " is open in this JVM already");
        }
        FileChannel channel = null;
        boolean own = false;
        try {
            channel = openIfThere(true);
            own = channel != null && isLocked(channel, found, created);
        } finally {
            if (!own) {
                giveUp(channel, key);
            }
        }
        if (!own) {
            return null;
        }
        owned = found;
        return new HeldFile(channel, file -> disown(file, key, containerKey));
    }

    /** @param channel null if no channel was opened */
    private static void giveUp(FileChannel channel, Object key) throws IOException {
        try {
            if (channel != null) {
                channel.close();
            }
        } finally {
            OPEN.remove(key);
        }
    }

    /** Locks the file; returns false if it was removed in the meantime. */
    private boolean isLocked(FileChannel channel, FileFacts found, boolean created) throws IOException {
        try {
            if (channel.tryLock() == null) {
                throw new FileLockedException(container + " is locked by another process");
            }
        } catch (OverlappingFileLockException e) {
            throw new FileLockedException(container + " is open in this JVM already");
        }
        if (!found.isSame(usable(created))) {
            return false;
        }
        boolean alone = false;
        try {
            // two programs that use two names at the same time see each other's file, and both are refused
            checkOtherNames();
            alone = true;
        } finally {
            if (!alone && created) {
                Files.deleteIfExists(path);
            }
        }
        return true;
    }

    /** The file with another resource that is released on close. */
    private static final class HeldFile extends FileChannelStorage {
        private final Release release;
        private boolean closed;

        /** Closes the file and releases the other resource. */
        @FunctionalInterface
        interface Release {
            void close(HeldFile file) throws IOException;
        }

        HeldFile(FileChannel channel, Release release) {
            super(channel);
            this.release = release;
        }

        @Override
        public void close() throws IOException {
            if (!closed) {
                closed = true;
                release.close(this);
            }
        }

        private void closeFile() throws IOException {
            super.close();
        }
    }

    private void disown(HeldFile file, Object key, Object containerKey) throws IOException {
        PATHS.lock(path);
        try {
            OPEN.remove(key);
            OPEN.remove(containerKey);
            file.closeFile();
        } finally {
            PATHS.unlock(path);
        }
    }

    /** Whether the file was created. A symbolic link at the path is not followed. */
    private boolean createIfMissing() throws IOException {
        if (exists()) {
            return false;
        }
        try {
            FileChannel.open(path, NEW, permissions()).close();
            return true;
        } catch (FileAlreadyExistsException e) {
            return false; // another program was faster; the lock decides which becomes the owner
        } catch (AccessDeniedException e) {
            throw new UnusableFileException(path + " cannot be created: permission denied");
        }
    }

    /** The permissions of the container without execution; the owner can read and write the new file in any case. */
    private FileAttribute<?>[] permissions() throws IOException {
        Set<PosixFilePermission> permissions = EnumSet.copyOf(TemporaryFile.OF_OWNER);
        if (container.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            permissions.addAll(Files.getPosixFilePermissions(container, LinkOption.NOFOLLOW_LINKS));
            permissions.removeAll(EnumSet.of(
                    PosixFilePermission.OWNER_EXECUTE,
                    PosixFilePermission.GROUP_EXECUTE,
                    PosixFilePermission.OTHERS_EXECUTE));
        }
        return TemporaryFile.permissions(container, permissions);
    }

    /**
     * The file, if it may be opened; null if it does not exist.
     *
     * @param created whether this process has just created it. Its owner is then ignored, because a file system may map
     * users
     * @throws UnusableFileException if it may not be opened
     */
    private FileFacts usable(boolean created) throws IOException {
        FileFacts found = FileFacts.withOwner(path);
        if (found == null) {
            return null;
        }
        if (found.kind() != FileFacts.Kind.REGULAR) {
            throw unusable("is " + found.kind().words());
        }
        if (found.names() > 1) {
            throw unusable("is a file with %d names (hard links)".formatted(found.names()));
        }
        if (!created && !isTrusted(found.owner())) {
            throw unusable("belongs to %s, who is neither this process's user nor the owner of %s"
                    .formatted(found.owner().getName(), container.getFileName()));
        }
        return found;
    }

    private UnusableFileException unusable(String problem) {
        return new UnusableFileException(
                "%s %s, which Fallow does not open: find out what it is, and move it away".formatted(path, problem));
    }

    private boolean isTrusted(UserPrincipal owner) throws IOException {
        if (owner == null) {
            return true;
        }
        FileFacts beside = FileFacts.withOwner(container);
        if (beside != null && owner.equals(beside.owner())) {
            return true;
        }
        UserPrincipal user = processUser();
        return user == null || owner.equals(user);
    }

    /** The user that this process runs as, in the form used for file owners; null if unknown. */
    private static UserPrincipal processUser() {
        try {
            return Files.exists(LINUX_PROCESS)
                    ? Files.getOwner(LINUX_PROCESS)
                    : LINUX_PROCESS
                            .getFileSystem()
                            .getUserPrincipalLookupService()
                            .lookupPrincipalByName(System.getProperty("user.name"));
        } catch (IOException | UnsupportedOperationException e) {
            return null; // no user of this name, as in some virtual machines, or no users at all
        }
    }

    /**
     * Checks the locations next to a container's other hard links, of which only one may be in use. Links in the same
     * directory are found here; those elsewhere are not.
     */
    private void checkOtherNames() throws IOException {
        FileFacts facts = FileFacts.of(container);
        if (facts == null || facts.names() < 2) {
            return;
        }
        try (DirectoryStream<Path> beside = Files.newDirectoryStream(
                container.getParent(), file -> file.getFileName().toString().endsWith(suffix))) {
            for (Path file : beside) {
                String name = file.getFileName().toString();
                Path other = file.resolveSibling(name.substring(0, name.length() - suffix.length()));
                if (!file.equals(path) && facts.isSame(FileFacts.of(other))) {
                    throw new FileLockedException(
                            "%s is the same file as %s, which has a journal, %s: it is being edited under that name, or was not closed. Open it by that name; if no program has it open and both names have a journal, remove the older one"
                                    .formatted(container, other, file.getFileName()));
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (AccessDeniedException e) {
            return; // a directory that cannot be listed is treated like names elsewhere
        }
    }

    private FileChannel openIfThere(boolean writable) throws IOException {
        try {
            return FileChannelStorage.openUnfollowed(path, writable);
        } catch (NoSuchFileException e) {
            return null;
        } catch (AccessDeniedException e) {
            throw new UnusableFileException(
                    path + " may not be opened: permission denied. Find out what it is, and move it away");
        }
    }

    @Override
    public Storage read() throws IOException {
        PATHS.lock(path);
        Storage file = null;
        try {
            file = readLocked();
            return file;
        } finally {
            if (file == null) {
                PATHS.unlock(path);
            }
        }
    }

    private Storage readLocked() throws IOException {
        FileFacts found = usable(false);
        if (found == null) {
            return null;
        }
        checkOtherNames();
        Object key = key(found, path);
        if (!OPEN.add(key)) {
            throw new FileLockedException(container + " is open for editing in this JVM");
        }
        FileChannel channel = null;
        boolean reading = false;
        try {
            channel = openIfThere(false);
            if (channel != null && channel.tryLock(0, Long.MAX_VALUE, true) == null) {
                throw new FileLockedException(container + " is being edited by another process");
            }
            reading = channel != null && found.isSame(usable(false));
        } catch (OverlappingFileLockException e) {
            throw new FileLockedException(container + " is being opened in this JVM");
        } finally {
            if (!reading) {
                giveUp(channel, key);
            }
        }
        return reading ? new HeldFile(channel, file -> stopReading(file, key)) : null;
    }

    private void stopReading(HeldFile file, Object key) throws IOException {
        try {
            OPEN.remove(key);
            file.closeFile();
        } finally {
            PATHS.unlock(path);
        }
    }

    /** Removes the owned file, but not another one that replaced it. */
    @Override
    public void remove() throws IOException {
        FileFacts found = FileFacts.of(path);
        if (found != null && found.isSame(owned)) {
            Files.deleteIfExists(path);
        }
    }

    @Override
    public void forceEntry() throws IOException {
        Path folder = path.getParent();
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // Windows cannot open directories, and its file systems journal their entries themselves
            if (!System.getProperty("os.name").startsWith("Windows")) {
                throw e;
            }
        }
    }

    /** Whether a file is a container that is edited in this JVM, or the journal of one. */
    static boolean isOpen(FileFacts file) {
        return file.key() != null && OPEN.contains(file.key());
    }

    private static Object key(FileFacts facts, Path path) throws NoSuchFileException {
        if (facts == null) {
            throw new NoSuchFileException(path.toString());
        }
        return facts.keyAt(path);
    }

    /** The number of hard links to the container, as far as the file system reports it. */
    public int containerNames() throws IOException {
        FileFacts facts = FileFacts.of(container);
        return facts == null ? 0 : facts.names();
    }

    @Override
    public long containerId() throws IOException {
        return number(container);
    }

    @Override
    public long id() throws IOException {
        return number(path);
    }

    private static long number(Path file) throws IOException {
        try {
            return Files.getAttribute(file, "unix:ino", LinkOption.NOFOLLOW_LINKS) instanceof Number number
                    ? number.longValue()
                    : 0;
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            return 0; // a file system without link counts
        }
    }
}
