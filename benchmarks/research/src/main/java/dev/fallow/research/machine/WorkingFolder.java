package dev.fallow.research.machine;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** A temporary directory, deleted on close with all its files. */
public final class WorkingFolder implements AutoCloseable {
    private final Path path;

    public WorkingFolder(String name) throws IOException {
        path = Files.createTempDirectory("fallow-" + name);
    }

    public Path path() {
        return path;
    }

    /** Empties the page cache. */
    public static void dropPageCache() throws IOException {
        run(PageCache::drop);
    }

    /** Writes out dirty pages of the page cache, where the system supports it. */
    public static void writeOut() throws IOException {
        if (PageCache.canBeWrittenOut()) {
            run(PageCache::writeOut);
        }
    }

    private interface Command {
        void run() throws IOException, InterruptedException;
    }

    private static void run(Command command) throws IOException {
        try {
            command.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted").initCause(e);
        }
    }

    @Override
    public void close() throws IOException {
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
                if (e != null) {
                    throw e;
                }
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
