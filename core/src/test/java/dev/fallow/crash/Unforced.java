package dev.fallow.crash;

import dev.fallow.crash.RecordedMedium.Entry;
import dev.fallow.crash.RecordedMedium.Event;
import dev.fallow.crash.RecordedMedium.File;
import dev.fallow.crash.RecordedMedium.Force;
import dev.fallow.crash.RecordedMedium.ForceEntry;
import dev.fallow.crash.RecordedMedium.Resize;
import dev.fallow.crash.RecordedMedium.Write;
import java.util.ArrayList;
import java.util.List;

/** What is on the medium for certain, and the later writes, any of which a failure of the machine may lose. */
final class Unforced {
    /** Never changed, but replaced. */
    private byte[] container;

    private byte[] journal;
    /** Whether the journal's directory entry may be there: the last forced state and all later ones. */
    private final List<Boolean> entries;

    private final List<Event> pending;
    /** How many of these writes are older than the run. */
    private int earlier;

    private Unforced(byte[] container, byte[] journal, List<Boolean> entries, List<Event> pending) {
        this.container = container;
        this.journal = journal;
        this.entries = new ArrayList<>(entries);
        this.pending = new ArrayList<>(pending);
    }

    /** The state before a run: what the image says of itself, or all of it forced. */
    static Unforced startOf(Image image) {
        if (image.unforced() == null) {
            byte[] journal = image.journal() == null ? new byte[0] : image.journal();
            return new Unforced(image.container(), journal, List.of(image.journal() != null), List.of());
        }
        Unforced start = image.unforced().copy();
        start.earlier = start.pending.size();
        return start;
    }

    Unforced copy() {
        return new Unforced(container, journal, entries, pending);
    }

    /** How many of the pending writes, the first ones, are older than the run. */
    int earlier() {
        return earlier;
    }

    Bytes container() {
        return new Bytes(container);
    }

    Bytes journal() {
        return new Bytes(journal);
    }

    List<Boolean> entries() {
        return entries.stream().distinct().toList();
    }

    List<Event> pending() {
        return List.copyOf(pending);
    }

    boolean isPending(File file) {
        return pending.stream().anyMatch(event -> fileOf(event) == file);
    }

    void next(Event event) {
        if (event instanceof Force force) {
            Bytes content = new Bytes(force.file() == File.CONTAINER ? container : journal);
            List<Event> all = pending();
            int old = earlier;
            pending.clear();
            for (int i = 0; i < all.size(); i++) {
                if (fileOf(all.get(i)) == force.file()) {
                    CrashImages.apply(all.get(i), content, content);
                    earlier -= i < old ? 1 : 0;
                } else {
                    pending.add(all.get(i));
                }
            }
            if (force.file() == File.CONTAINER) {
                container = content.toArray();
            } else {
                journal = content.toArray();
            }
        } else if (event instanceof ForceEntry) {
            boolean last = entries.get(entries.size() - 1);
            entries.clear();
            entries.add(last);
        } else if (event instanceof Entry change) {
            entries.add(change.present());
        } else {
            pending.add(event);
        }
    }

    static File fileOf(Event event) {
        return event instanceof Write write ? write.file() : ((Resize) event).file();
    }
}
