package dev.fallow.research.tournament;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;

/**
 * A trace for other programs: a number in each line, compressed by gzip. A positive number allocates a block of so many
 * bytes; the blocks are numbered from 1 in this order. A negative one releases the block whose number it is.
 */
public final class PublishedTrace {
    private PublishedTrace() {}

    /** The name of the file of a source. */
    public static String name(TraceSource source) {
        return source.label() + ".txt.gz";
    }

    /** The lines. */
    static byte[] text(Requests requests) {
        StringBuilder lines = new StringBuilder();
        int blocks = 0;
        for (int i = 0; i < requests.count(); i++) {
            long size = requests.size(i);
            if (size > 0 && requests.block(i) != blocks++) {
                throw new IllegalStateException("request " + i + ": expected block " + (blocks - 1) + ", found "
                        + requests.block(i) + "; blocks are numbered as they are allocated");
            }
            lines.append(size > 0 ? size : -1L - requests.block(i)).append('\n');
        }
        return lines.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** Writes a file. */
    public static void write(Path file, Requests requests) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text(requests));
        }
    }

    /** What identifies a trace: its number of requests, the most bytes in use, and the digest of its lines. */
    public static String identity(Requests requests) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text(requests));
            return "%d requests, at most %d bytes in use, SHA-256 %s"
                    .formatted(
                            requests.count(),
                            requests.mostInUse(),
                            HexFormat.of().formatHex(digest));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
