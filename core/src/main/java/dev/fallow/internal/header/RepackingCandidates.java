package dev.fallow.internal.header;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongUnaryOperator;

/** The objects whose storage has lost something in this session, so that it may be worth rebuilding or moving. */
public final class RepackingCandidates {
    /** The addresses of their object headers. */
    private final Set<Long> headers = new LinkedHashSet<>();

    /** The one recorded last, which is often the next one, too; -1 for none. */
    private long last = -1;

    private boolean recording = true;
    private long bytes;

    /** Enables or disables recording, as {@code SessionOptions.withRepacking} requires; enabled by default. */
    public void setRecording(boolean now) {
        recording = now;
    }

    /** Records that an object's storage has lost something: a link, an attribute, the space of a chunk. */
    public void lost(long header) {
        if (recording && header != last) {
            headers.add(header);
            last = header;
        }
    }

    /** As above; also adds up the bytes. */
    public void lost(long header, long size) {
        lost(header);
        bytes += size;
    }

    /** The bytes of what was lost, as far as they were given. */
    public long lostBytes() {
        return bytes;
    }

    /** Forgets an object that was deleted. */
    void deleted(long header) {
        if (!headers.isEmpty() && headers.remove(header)) {
            last = -1;
        }
    }

    /** Objects have moved. */
    void moved(LongUnaryOperator moved) {
        List<Long> before = List.copyOf(headers);
        headers.clear();
        last = -1;
        before.forEach(header -> headers.add(moved.applyAsLong(header)));
    }

    /** Returns the addresses of the recorded headers, in the order in which they were recorded, and forgets them. */
    public List<Long> take() {
        List<Long> taken = List.copyOf(headers);
        headers.clear();
        last = -1;
        return taken;
    }
}
