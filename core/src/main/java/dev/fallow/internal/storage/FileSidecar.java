package dev.fallow.internal.storage;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/**
 * A file beside the container, with a suffix. Its owner holds an exclusive lock of the operating system on it. The lock is
 * on this file and not on the container, because on POSIX systems a program loses its locks on a file as soon as it closes
 * any descriptor of it, as readers of the container in the same program do; and because where locks bind everybody, readers
 * would be kept out.
 */
public final class FileSidecar implements Sidecar {
    /** Others may remove the file between our opening it and our locking it, again and again, but hardly so often. */
    private static final int ATTEMPTS = 100;

    /** The files that this program owns: to open one of them a second time could cost the lock when that is closed. */
    private static final Set<Object> OWNED = new HashSet<>();

    private final Path container;
    private final Path path;

    private FileSidecar(Path container, Path path) {
        this.container = container;
        this.path = path;
    }

    /**
     * The place of a file beside the one that a path leads to, links followed: who comes by another way finds the same.
     *
     * @throws IOException if the container is not there
     */
    public static FileSidecar of(Path container, String suffix) throws IOException {
        Path real = container.toRealPath();
        return new FileSidecar(real, real.resolveSibling(real.getFileName() + suffix));
    }

    @Override
    public String name() {
        return path.toString();
    }

    @Override
    public boolean exists() {
        return Files.exists(path);
    }

    @Override
    public Storage own() throws IOException {
        synchronized (OWNED) {
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                createIfMissing();
                Object key = key();
                if (key == null) {
                    continue; // removed by an owner that ended
                }
                if (OWNED.contains(key)) {
                    throw new FileLockedException(container + " is open in this JVM already");
                }
                FileChannel channel = openIfThere(StandardOpenOption.READ, StandardOpenOption.WRITE);
                if (channel == null) {
                    continue;
                }
                boolean owned = false;
                try {
                    if (channel.tryLock() == null) {
                        throw new FileLockedException(container + " is locked by another process");
                    }
                    if (Objects.equals(key, key())) { // else it was removed before we had the lock
                        OWNED.add(key);
                        owned = true;
                        return new Owned(new FileChannelStorage(channel), key);
                    }
                } catch (OverlappingFileLockException e) {
                    throw new FileLockedException(container + " is open in this JVM already");
                } finally {
                    if (!owned) {
                        channel.close();
                    }
                }
            }
        }
        throw new FileLockedException(container + ": " + path + " comes and goes");
    }

    private void createIfMissing() throws IOException {
        try {
            if (!Files.exists(path)) {
                Files.createFile(path);
            }
        } catch (FileAlreadyExistsException e) {
            // somebody else was faster; whoever has the lock in the end is the owner
            Objects.requireNonNull(e);
        }
    }

    private FileChannel openIfThere(StandardOpenOption... options) throws IOException {
        try {
            return FileChannel.open(path, options);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    @Override
    public Storage read() throws IOException {
        synchronized (OWNED) {
            Object key = key();
            if (key == null) {
                return null;
            }
            if (OWNED.contains(key)) {
                throw new FileLockedException(container + " is open for editing in this JVM");
            }
            FileChannel channel = openIfThere(StandardOpenOption.READ);
            if (channel == null) {
                return null;
            }
            boolean free = false;
            try {
                if (channel.tryLock(0, Long.MAX_VALUE, true) == null) {
                    throw new FileLockedException(container + " is being edited by another process");
                }
                free = true;
                return new FileChannelStorage(channel);
            } catch (OverlappingFileLockException e) {
                throw new FileLockedException(container + " is being opened in this JVM");
            } finally {
                if (!free) {
                    channel.close();
                }
            }
        }
    }

    @Override
    public void remove() throws IOException {
        Files.deleteIfExists(path);
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

    /** What names the file as long as it exists; null if it does not. */
    private Object key() throws IOException {
        try {
            Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
            return key == null ? path : key;
        } catch (NoSuchFileException | FileNotFoundException e) {
            return null;
        }
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
            return Files.getAttribute(file, "unix:ino") instanceof Number number ? number.longValue() : 0;
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            return 0; // a file system without such numbers
        }
    }

    /** The file of an owner. */
    private record Owned(FileChannelStorage file, Object key) implements Storage {
        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void read(long position, ByteBuffer target) throws IOException {
            file.read(position, target);
        }

        @Override
        public void write(long position, ByteBuffer source) throws IOException {
            file.write(position, source);
        }

        @Override
        public void resize(long size) throws IOException {
            file.resize(size);
        }

        @Override
        public void force() throws IOException {
            file.force();
        }

        @Override
        public void close() throws IOException {
            synchronized (OWNED) {
                OWNED.remove(key);
                file.close();
            }
        }
    }
}
