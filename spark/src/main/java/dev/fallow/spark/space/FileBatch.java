package dev.fallow.spark.space;

import dev.fallow.spark.hadoop.FileEntry;
import dev.fallow.spark.hadoop.FileVersion;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Some files of a listing, packed: the driver keeps them all. The folder is stored once. */
record FileBatch(int files, byte[] packed) implements Serializable {
    /** The files again, without their hosts. */
    List<FileEntry> unpack() {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(packed))) {
            List<FileEntry> entries = new ArrayList<>(files);
            String folder = "";
            for (int i = 0; i < files; i++) {
                if (in.readBoolean()) {
                    folder = in.readUTF();
                }
                String name = in.readUTF();
                entries.add(new FileEntry(folder, name, new FileVersion(in.readLong(), in.readLong()), List.of()));
            }
            return entries;
        } catch (IOException e) {
            throw new UncheckedIOException(e); // it is in memory
        }
    }

    /** Packs files. */
    static final class Packer {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final DataOutputStream out = new DataOutputStream(bytes);
        private String folder;
        private int files;
        private long length;

        /** Adds a file. */
        void add(FileEntry entry) {
            try {
                out.writeBoolean(!entry.folder().equals(folder));
                if (!entry.folder().equals(folder)) {
                    folder = entry.folder();
                    out.writeUTF(folder);
                }
                out.writeUTF(entry.name());
                out.writeLong(entry.version().length());
                out.writeLong(entry.version().modified());
            } catch (IOException e) { // a name of more than 65,535 bytes
                throw new UncheckedIOException(entry.printable() + ": " + e.getMessage(), e);
            }
            files++;
            length += entry.version().length();
        }

        int files() {
            return files;
        }

        /** The total length of the files in bytes. */
        long length() {
            return length;
        }

        /** What was added since the last call. */
        FileBatch pack() {
            FileBatch batch = new FileBatch(files, bytes.toByteArray());
            bytes.reset();
            folder = null;
            files = 0;
            length = 0;
            return batch;
        }
    }
}
