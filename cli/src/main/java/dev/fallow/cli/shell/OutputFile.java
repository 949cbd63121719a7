package dev.fallow.cli.shell;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Files that the command writes, other than containers. One that cannot be written to its end is deleted. Failures name the file. */
public final class OutputFile {
    private OutputFile() {}

    /** Writes a file that must not exist, not even as a link that leads nowhere. */
    public static void create(Path file, IoConsumer<OutputStream> content) throws IOException {
        write(file, content, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /** Writes a file of text that must not exist. What is not safe to print is escaped. */
    public static void createText(Path file, IoConsumer<PrintWriter> content) throws IOException {
        create(file, stream -> {
            PrintWriter out =
                    new PrintWriter(new TerminalWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8)));
            content.accept(out);
            if (out.checkError()) { // which flushes
                throw new IOException("it cannot be written");
            }
        });
    }

    /** Writes a file, in place of one that exists. */
    public static void replace(Path file, IoConsumer<OutputStream> content) throws IOException {
        write(file, content);
    }

    private static void write(Path file, IoConsumer<OutputStream> content, OpenOption... options) throws IOException {
        OutputStream opened = open(file, options);
        try (OutputStream stream = new BufferedOutputStream(opened)) {
            content.accept(stream);
            stream.flush();
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e instanceof FileSystemException ? e : new IOException(file + ": " + Messages.of(e), e);
        } catch (RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    private static OutputStream open(Path file, OpenOption... options) throws IOException {
        try {
            return Files.newOutputStream(file, options);
        } catch (NoSuchFileException e) {
            Path folder = file.toAbsolutePath().getParent();
            throw folder == null || Files.isDirectory(folder)
                    ? e
                    : new IOException(file + ": the folder " + file.getParent() + " does not exist", e);
        }
    }
}
