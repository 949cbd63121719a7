package dev.fallow.benchmarks.objects;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/** One file per object, in 256 directories. An object is overwritten in its file, as in the paper. */
public final class FileObjects implements ObjectStorage {
    private static final int FOLDERS = 256;

    private final Path root;
    private final boolean forced;
    private final long blockSize;

    /** @param forced whether each written object, including its name, is forced */
    public FileObjects(Path root, boolean forced) throws IOException {
        this.root = root;
        this.forced = forced;
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
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            if (forced) {
                channel.force(false);
            }
        }
        if (isNew) {
            forceFolder(file);
        }
    }

    private static void forceFolder(Path file) throws IOException {
        try (FileChannel folder = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
            folder.force(true);
        }
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
