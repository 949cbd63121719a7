package dev.fallow.internal.elements;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Small files of libhdf5, one for each chunk index, without filters and with some; {@code make.py} beside them made them.
 * Each has one dataset, {@code /d}, with the numbers from 0 on.
 */
final class ChunkedFiles {
    /** Structures without checksums. */
    static final List<String> EARLIEST = List.of("earliest-tree-raw", "earliest-tree-gzip", "earliest-tree-checked");

    /** Structures with checksums, chunks without. */
    static final List<String> RAW = List.of(
            "v110-single-raw",
            "v110-implicit-raw",
            "v110-fixed-raw",
            "v110-extensible-raw",
            "v110-tree-raw",
            "v110-paged-raw");

    /** Structures and chunks with checksums. */
    static final List<String> CHECKED = List.of(
            "v110-single-checked",
            "v110-fixed-checked",
            "v110-extensible-checked",
            "v110-tree-checked",
            "v200-single-checked",
            "v200-fixed-checked",
            "v200-extensible-checked",
            "v200-tree-checked");

    private ChunkedFiles() {}

    /** The bytes of a file. */
    static byte[] read(String name) {
        try (InputStream in = ChunkedFiles.class.getResourceAsStream("/chunked/" + name + ".h5")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
