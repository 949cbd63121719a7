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
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A file beside the container, with a suffix. Its owner holds an exclusive lock of the operating system on it. The lock is
 * on this file and not on the container, because on POSIX systems a program loses its locks on a file as soon as it closes
 * any descriptor of it, as readers of the container in the same program do; and because where locks bind everybody, readers
 * would be kept out.
 *
 * <p>Anybody who may write into the folder chooses what is at this path. So only a regular file is opened, with one name,
 * that belongs to the user of this process or to the owner of the container; and only that file is removed. Whether its
 * content is ours is for the caller to find out.
 */
public final class FileSidecar implements Sidecar {
    /** Others may remove the file between our opening it and our locking it, again and again, but hardly so often. */
    private static final int ATTEMPTS = 100;

    private static final Set<OpenOption> NEW = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    /** Held while the file at a path is opened or closed, and while it is open for reading. */
    private static final PathLocks PATHS = new PathLocks();

    /**
     * The files that this program has open, and the containers of those that it owns. A file is entered here before it is
     * opened: to open one of them a second time could cost the lock when that is closed.
     */
    private static final Set<Object> OPEN = ConcurrentHashMap.newKeySet();

    private final Path container;
    private final String suffix;
    private final Path path;
    /** The file that was opened last as an owner. */
    private FileFacts owned;

    private FileSidecar(Path container, String suffix) {
        this.container = container;
        this.suffix = suffix;
        path = container.resolveSibling(container.getFileName() + suffix);
    }

    /**
     * The place of a file beside the one that a path leads to, links followed: who comes by another way finds the same.
     *
     * @throws IOException if the container is not there
     */
    public static FileSidecar of(Path container, String suffix) throws IOException {
        return new FileSidecar(container.toRealPath(), suffix);
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
                throw new FileLockedException(container + ": " + path + " comes and goes");
            }
            return file;
        } finally {
            PATHS.unlock(path);
        }
    }

    /** Null if somebody else was faster, in one way or another. */
    private Storage tryToOwn(Object containerKey) throws IOException {
        boolean created = createIfMissing();
        FileFacts found = usable(created);
        if (found == null) {
            return null; // removed by an owner that ended
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
        return new HeldFile(new FileChannelStorage(channel), file -> disown(file, key, containerKey));
    }

    /** @param channel null if none was opened */
    private static void giveUp(FileChannel channel, Object key) throws IOException {
        try {
            if (channel != null) {
                channel.close();
            }
        } finally {
            OPEN.remove(key);
        }
    }

    /** Locks the file; false if it was removed before. */
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
            checkOtherNames(); // those who come by two names at a time each see the other's file, and both are refused
            alone = true;
        } finally {
            if (!alone && created) {
                Files.deleteIfExists(path);
            }
        }
        return true;
    }

    private void disown(FileChannelStorage file, Object key, Object containerKey) throws IOException {
        PATHS.lock(path);
        try {
            OPEN.remove(key);
            OPEN.remove(containerKey);
            file.close();
        } finally {
            PATHS.unlock(path);
        }
    }

    /** Whether the file was made. A symbolic link in its place is not followed. */
    private boolean createIfMissing() throws IOException {
        if (exists()) {
            return false;
        }
        try {
            FileChannel.open(path, NEW, FilePermissions.like(container)).close();
            return true;
        } catch (FileAlreadyExistsException e) {
            return false; // somebody else was faster; whoever has the lock in the end is the owner
        } catch (AccessDeniedException e) {
            throw new UnusableFileException(path + " cannot be made: permission denied");
        }
    }

    /**
     * The file, if it is one that may be opened; null if it is not there.
     *
     * @param created whether this process has just made it. Its owner does not matter then; a file system may map users
     * @throws UnusableFileException if it is anything else
     */
    private FileFacts usable(boolean created) throws IOException {
        FileFacts found = FileFacts.of(path);
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
        FileFacts beside = FileFacts.of(container);
        if (beside != null && owner.equals(beside.owner())) {
            return true;
        }
        UserPrincipal user = ProcessUser.find();
        return user == null || owner.equals(user);
    }

    /**
     * A container with several names has a place beside each of them. Only one may be in use. Those in the same folder are
     * found here; of those elsewhere nothing is known.
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
                            "%s is the same file as %s, beside which there is %s: it is being edited by that name, or was not closed. Open it by that name; if no program has it open and there are journals beside both, the older one has to be removed"
                                    .formatted(container, other, file.getFileName()));
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (AccessDeniedException e) {
            return; // a folder that may not be listed: as with names elsewhere
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
        return reading ? new HeldFile(new FileChannelStorage(channel), file -> stopReading(file, key)) : null;
    }

    private void stopReading(FileChannelStorage file, Object key) throws IOException {
        try {
            OPEN.remove(key);
            file.close();
        } finally {
            PATHS.unlock(path);
        }
    }

    /** Removes the file that is owned, and no other that may have been put in its place. */
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
            // Windows opens no folders, and its file systems journal their entries themselves
            if (!System.getProperty("os.name").startsWith("Windows")) {
                throw e;
            }
        }
    }

    private static Object key(FileFacts facts, Path path) throws NoSuchFileException {
        if (facts == null) {
            throw new NoSuchFileException(path.toString());
        }
        return facts.key() == null ? path : facts.key();
    }

    /** How many names the container has, as far as the file system tells. */
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
            return 0; // a file system without such numbers
        }
    }
}
