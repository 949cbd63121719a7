package dev.fallow.internal.external;

import dev.fallow.CorruptFileException;
import dev.fallow.StorageException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.internal.header.ForeignFiles;
import dev.fallow.internal.storage.Storage;
import dev.fallow.internal.storage.UnusableFileException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The parts of other files that contain the elements of a dataset, one behind the other. A few files are open at a time.
 * Bytes past the end of a file are zeros.
 */
final class ExternalFiles implements Storage {
    private static final int MOST_OPEN = 16;

    /**
     * A part of another file that contains elements.
     *
     * @param file its name, as stored
     * @param offset of the first byte in the file
     * @param size in bytes; -1 for all that follows
     */
    record Part(String file, long offset, long size) {}

    private final ForeignFiles files;
    private final List<Part> parts;
    /** The first byte of each part, and the end of the last one. */
    private final long[] starts;

    private final String where;
    private final boolean writable;
    private final Map<String, Storage> open = new LinkedHashMap<>(16, 0.75f, true);

    /** @throws CorruptFileException if the parts are shorter */
    ExternalFiles(ForeignFiles files, List<Part> parts, long size, String where, boolean writable) {
        this.files = files;
        this.parts = parts;
        this.where = where;
        this.writable = writable;
        starts = new long[parts.size() + 1];
        for (int i = 0; i < parts.size(); i++) {
            long left = Long.MAX_VALUE - starts[i];
            long length = parts.get(i).size();
            starts[i + 1] = starts[i] + (length < 0 ? left : Math.min(left, length));
        }
        if (starts[parts.size()] < size) {
            throw new CorruptFileException(
                    "%s: expected external files with %d bytes, found %d".formatted(where, size, starts[parts.size()]));
        }
    }

    /** Opens all files once, to find those that may not be used. */
    void check() throws IOException {
        for (Part part : parts) {
            file(part.file());
        }
    }

    @Override
    public long size() {
        return starts[parts.size()];
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
        transfer(position, target, false);
    }

    @Override
    public void write(long position, ByteBuffer source) throws IOException {
        transfer(position, source, true);
    }

    private void transfer(long position, ByteBuffer buffer, boolean writing) throws IOException {
        int end = buffer.limit();
        for (long at = position; buffer.hasRemaining(); ) {
            int number = partAt(at);
            Part part = parts.get(number);
            int length = (int) Math.min(buffer.remaining(), starts[number + 1] - at);
            Storage file = file(part.file);
            long from = part.offset + (at - starts[number]);
            int present = writing ? length : (int) Math.max(0, Math.min(length, file.size() - from));
            if (writing) {
                file.write(from, buffer.limit(buffer.position() + length));
            } else if (present > 0) {
                file.read(from, buffer.limit(buffer.position() + present));
            }
            buffer.limit(end);
            for (int i = present; i < length; i++) {
                buffer.put((byte) 0);
            }
            at += length;
        }
    }

    /** The part with a byte; the last one of several that begin there, as the others are empty. */
    private int partAt(long position) {
        int low = 0;
        int high = parts.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (starts[middle] <= position) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private Storage file(String name) throws IOException {
        Storage file = open.get(name);
        if (file == null) {
            if (open.size() == MOST_OPEN) {
                Iterator<Storage> oldest = open.values().iterator();
                try (Storage closing = oldest.next()) {
                    oldest.remove();
                    forced(closing);
                }
            }
            file = opened(name);
            open.put(name, file);
        }
        return file;
    }

    private Storage opened(String name) throws IOException {
        try {
            return files.open(name, writable);
        } catch (NoSuchFileException e) {
            throw new StorageException(
                    "%s: the external file \"%s\" does not exist (looked for %s)"
                            .formatted(where, name, e.getMessage()),
                    e);
        } catch (UnusableFileException e) {
            throw new UnsupportedFeatureException(
                    "%s: the external file is not used: %s".formatted(where, e.getMessage()), e);
        } catch (IOException e) {
            throw new StorageException("%s: the external file \"%s\": %s".formatted(where, name, e), e);
        }
    }

    private void forced(Storage file) throws IOException {
        if (writable) {
            file.force();
        }
    }

    @Override
    public void resize(long size) {
        throw new UnsupportedOperationException("the parts of external files have fixed sizes");
    }

    @Override
    public void force() throws IOException {
        for (Storage file : open.values()) {
            forced(file);
        }
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (Storage file : open.values()) {
            try {
                file.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        open.clear();
        if (failure != null) {
            throw failure;
        }
    }
}
