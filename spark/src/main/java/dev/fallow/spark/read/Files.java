package dev.fallow.spark.read;

import dev.fallow.spark.hadoop.FileEntry;
import dev.fallow.spark.hadoop.FileListing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * The files of a read, as they were listed once, in the order of their paths.
 *
 * @param entries each file once
 * @param bytes the length of all files
 */
record Files(List<FileEntry> entries, long bytes) {
    static Files list(ReadOptions options, Configuration configuration) {
        List<FileEntry> listed = new ArrayList<>();
        try {
            FileListing.forEach(options.paths(), configuration, options.recursive(), options.names(), listed::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
        listed.sort(Comparator.comparing(FileEntry::folder).thenComparing(FileEntry::name));
        List<FileEntry> entries = new ArrayList<>(listed.size());
        FileEntry last = null;
        long bytes = 0;
        for (FileEntry each : listed) {
            if (last == null
                    || !last.name().equals(each.name())
                    || !last.folder().equals(each.folder())) {
                entries.add(each);
                bytes += each.version().length();
            }
            last = each;
        }
        return new Files(entries, bytes);
    }
}
