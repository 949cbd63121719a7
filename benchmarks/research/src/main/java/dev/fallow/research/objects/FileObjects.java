package dev.fallow.research.objects;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One file per object, in 256 directories. An object that is written again is written to its file, as in the paper:
 * over its former content, and the file is shortened if the new one is shorter; or, optionally, after the file was
 * truncated to nothing.
 */
public final class FileObjects implements ObjectStorage {
    private static final int FOLDERS = 256;

    private final Path root;
    private final boolean forced;
    private final boolean truncates;
    private final long blockSize;
    private long forces;

    /**
     * Creates the directories.
     *
     * @param forced whether each written object, including its name, is forced
     * @param truncates whether an existing file is truncated before it is written
     */
    public FileObjects(Path root, boolean forced, boolean truncates) throws IOException {
        this.root = root;
        this.forced = forced;
        this.truncates = truncates;
        for (int i = 0; i < FOLDERS; i++) {
            Files.createDirectories(root.resolve(Integer.toString(i)));
        }
        blockSize = Files.getFileStore(root).getBlockSize();
    }

    private Path file(String name) {
        return root.resolve(Integer.toString(Math.floorMod(name.hashCode(), FOLDERS)))
                .resolve(name.replace('/', '_'));
    }

    @Override
    public void put(String name, byte[] content) throws IOException {
        Path file = file(name);
        boolean isNew = forced && !Files.exists(file);
        Set<StandardOpenOption> options = EnumSet.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        if (truncates) {
            options.add(StandardOpenOption.TRUNCATE_EXISTING);
        }
        try (FileChannel channel = FileChannel.open(file, options)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            if (!truncates && channel.size() > content.length) {
                channel.truncate(content.length);
            }
            if (forced) {
                channel.force(false);
                forces++;
            }
        }
        if (isNew) {
            forceFolder(file);
        }
    }

    private void forceFolder(Path file) throws IOException {
        try (FileChannel folder = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
            folder.force(true);
            forces++;
        }
    }

    /** The number of forces of files and directories so far. */
    public long forces() {
        return forces;
    }

    @Override
    public byte[] get(String name) throws IOException {
        return Files.readAllBytes(file(name));
    }

    @Override
    public void remove(String name) throws IOException {
        Path file = file(name);
        Files.delete(file);
        if (forced) {
            forceFolder(file);
        }
    }

    private interface Visitor {
        long visit(Path file) throws IOException;
    }

    private long walk(Visitor visitor) throws IOException {
        try (Stream<Path> files = Files.walk(root, 2)) {
            return files.filter(file -> file.getNameCount() == root.getNameCount() + 2)
                    .mapToLong(file -> {
                        try {
                            return visitor.visit(file);
                        } catch (IOException e) {
                            throw new UncheckedIOException(file.toString(), e);
                        }
                    })
                    .sum();
        }
    }

    @Override
    public long names() throws IOException {
        return walk(file -> 1);
    }

    @Override
    public long contents() throws IOException {
        return walk(file -> Files.readAllBytes(file).length);
    }

    @Override
    public long entries() throws IOException {
        return walk(file -> file.getFileName().toString().length() + Files.readAllBytes(file).length);
    }

    @Override
    public void reopen() {
        // no file is kept open
    }

    /** {@inheritDoc} Counts whole blocks and directories, but not the file system's internal structures. */
    @Override
    public long diskBytes() throws IOException {
        long folders = 0;
        for (int i = 0; i < FOLDERS; i++) {
            folders += Files.size(root.resolve(Integer.toString(i)));
        }
        return folders + walk(file -> (Files.size(file) + blockSize - 1) / blockSize * blockSize);
    }

    @Override
    public void close() {
        // no file is kept open
    }
}
