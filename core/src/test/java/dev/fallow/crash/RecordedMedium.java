package dev.fallow.crash;

import dev.fallow.internal.storage.Barrier;
import dev.fallow.internal.storage.Sidecar;
import dev.fallow.internal.storage.Storage;
import java.io.EOFException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A container and its journal in memory, with a record of all operations on them. */
public final class RecordedMedium {
    /** One of the two files. */
    public enum File {
        CONTAINER,
        JOURNAL
    }

    /** A recorded operation. */
    public sealed interface Event {}

    /** Bytes were written. */
    public record Write(File file, long position, byte[] bytes) implements Event {}

    /** A file was extended or truncated. */
    public record Resize(File file, long size) implements Event {}

    /** A file was forced. */
    public record Force(File file) implements Event {}

    /** The journal was created, or removed. */
    public record Entry(boolean present) implements Event {}

    /** The journal's directory was forced. */
    public record ForceEntry() implements Event {}

    private final List<Event> events = new ArrayList<>();
    private final Image start;
    private final Set<Barrier> without;
    private final Bytes container;
    private Bytes journal;
    private long containerId = 1;
    private long journalId = 2;

    public RecordedMedium(Image start) {
        this(start, Set.of());
    }

    /** @param without the rules of commits that are not observed on this medium */
    public RecordedMedium(Image start, Set<Barrier> without) {
        this.start = start;
        this.without = Set.copyOf(without);
        container = new Bytes(start.container());
        journal = start.journal() == null ? null : new Bytes(start.journal());
    }

    /** The initial content. */
    public Image start() {
        return start;
    }

    /** The operations so far, in order. */
    public List<Event> events() {
        return events;
    }

    /** The number of operations so far. */
    public int count() {
        return events.size();
    }

    /** The current content. */
    public Image now() {
        return new Image(container.toArray(), journal == null ? null : journal.toArray());
    }

    /** Replaces the container by another file with the same content. */
    public void replaceContainer() {
        containerId += 10;
    }

    /** Replaces the journal by another file with the same content. */
    public void replaceJournal() {
        journalId += 10;
    }

    /** The container's file. */
    public Storage container() {
        return new RecordedStorage(File.CONTAINER);
    }

    /** The sidecar of the journal. */
    public Sidecar journal() {
        return new Place();
    }

    private final class RecordedStorage implements Storage {
        private final File file;

        RecordedStorage(File file) {
            this.file = file;
        }

        private Bytes bytes() {
            return file == File.CONTAINER ? container : journal;
        }

        @Override
        public long size() {
            return bytes().size();
        }

        @Override
        public void read(long position, ByteBuffer target) throws EOFException {
            if (position < 0 || position > bytes().size() - target.remaining()) {
                throw new EOFException(target.remaining() + " bytes at " + position + " of " + bytes().size());
            }
            byte[] read = new byte[target.remaining()];
            bytes().copyTo((int) position, read);
            target.put(read);
        }

        @Override
        public void write(long position, ByteBuffer source) {
            byte[] written = new byte[source.remaining()];
            source.get(written);
            events.add(new Write(file, position, written));
            bytes().write(position, written, 0, written.length);
        }

        @Override
        public void resize(long size) {
            events.add(new Resize(file, size));
            bytes().resize(size);
        }

        @Override
        public void force() {
            events.add(new Force(file));
        }

        @Override
        public boolean observes(Barrier barrier) {
            return !without.contains(barrier);
        }

        @Override
        public void close() {
            // the content is kept
        }
    }

    private final class Place implements Sidecar {
        @Override
        public String name() {
            return "journal in memory";
        }

        @Override
        public boolean exists() {
            return journal != null;
        }

        @Override
        public Storage own() {
            if (journal == null) {
                events.add(new Entry(true));
                journal = new Bytes(new byte[0]);
            }
            return new RecordedStorage(File.JOURNAL);
        }

        @Override
        public Storage read() {
            return journal == null ? null : new RecordedStorage(File.JOURNAL);
        }

        @Override
        public void remove() {
            events.add(new Entry(false));
        }

        @Override
        public void forceEntry() {
            events.add(new ForceEntry());
        }

        @Override
        public long containerId() {
            return containerId;
        }

        @Override
        public long id() {
            return journalId;
        }
    }
}
