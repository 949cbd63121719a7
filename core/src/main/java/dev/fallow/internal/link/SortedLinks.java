package dev.fallow.internal.link;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Utf8;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.objectheader.MessageType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The links of a group in name order, one at a time, in bounded memory. Many links are kept as link messages: about 30 bytes for each, and its name. If all
 * of a group would take more than {@link #MOST}, they are read in several passes over the group, each of which keeps the links between two names;
 * the names that divide them are taken from the first pass. O(n log n) for n links and O(n) in each pass. The group must not be changed meanwhile.
 */
public final class SortedLinks {
    /** The bytes that the links of one pass take. */
    private static final int MOST = 48 << 20;
    /** Links that would take at most this number of bytes are kept as they were decoded, because encoding them takes longer than it saves. */
    private static final int FEW = 1 << 15;
    /** Of this number of names one is kept, to divide the names. */
    private static final int NAMES_PER_SAMPLE = 512;
    /** The parts are planned to be this much smaller than the limit, because samples are not exact: 3/4. */
    private static final int PLANNED = 3;

    private static final int OF_LIMIT = 4;
    /** So many links are read before the cache is trimmed: the blocks of a large group do not fit into it. */
    private static final int LINKS_BETWEEN_TRIMS = 1_024;

    private final FieldSizes sizes;
    private final FieldWriter writer;
    private final Source source;
    private final Runnable trim;
    private final int most;
    private long passed;
    /** The names at which the parts after the first begin. */
    private final List<String> starts = new ArrayList<>();
    /** All links, if they are few; otherwise null. */
    private List<LinkMessage> few = new ArrayList<>();
    /** The part that is being delivered, if they are not. */
    private Part part;

    private int partNumber;
    private int delivered;

    /** Gives the links whenever they are read: each pass can be an operation of its own, with another reader. */
    @FunctionalInterface
    public interface Source {
        /** The same links each time. */
        Links links() throws IOException;
    }

    /** Reads the links; may keep the first part of them. {@code trim} limits the cache that they come from, and is called while they are read. */
    public SortedLinks(FieldSizes sizes, Source source, Runnable trim) throws IOException {
        this(sizes, source, trim, MOST);
    }

    /** As above, for tests; the links of one pass take about {@code most} bytes. */
    SortedLinks(FieldSizes sizes, Source source, Runnable trim, int most) throws IOException {
        this.sizes = sizes;
        this.source = source;
        this.trim = trim;
        this.most = most;
        writer = new FieldWriter(sizes);
        first();
    }

    /** Whether there is a further link; reads them if this is the end of a part. */
    public boolean hasNext() throws IOException {
        if (few != null) {
            return delivered < few.size();
        }
        while (delivered == part.count && partNumber < starts.size()) {
            read(++partNumber);
        }
        return delivered < part.count;
    }

    /** The next link; there must be one. */
    public LinkMessage next() throws IOException {
        if (!hasNext()) {
            throw new NoSuchElementException("no further link");
        }
        return few != null ? few.get(delivered++) : part.link(delivered++);
    }

    /** Reads all links if they are few; otherwise divides the names, and reads the first part. */
    private void first() throws IOException {
        List<String> samples = new ArrayList<>();
        long[] seen = new long[2]; // links, and their bytes
        pass(link -> {
            if (seen[0]++ % NAMES_PER_SAMPLE == 0) {
                samples.add(link.name());
            }
            seen[1] += Part.bytes(link, sizes);
            if (seen[1] <= Math.min(most, FEW)) {
                few.add(link);
                return;
            }
            encodeFew();
            if (seen[1] <= most) {
                part.add(link);
            } else {
                part.clear(); // it would be too large
            }
        });
        if (few != null) {
            few.sort((a, b) -> a.name().compareTo(b.name()));
            return;
        }
        if (seen[1] <= most) {
            part.sort();
            return;
        }
        samples.sort(null);
        int parts = (int) Math.min(samples.size(), 1 + seen[1] * OF_LIMIT / PLANNED / most);
        for (int i = 1; i < parts; i++) {
            String start = samples.get((int) ((long) i * samples.size() / parts));
            if (starts.isEmpty() || starts.get(starts.size() - 1).compareTo(start) < 0) {
                starts.add(start);
            }
        }
        read(0);
    }

    private void encodeFew() {
        if (few != null) {
            part = new Part();
            few.forEach(part::add);
            few = null;
        }
    }

    /** Reads all links. */
    private void pass(Links.Action action) throws IOException {
        source.links().forEach(link -> {
            action.accept(link);
            if (++passed % LINKS_BETWEEN_TRIMS == 0) {
                trim.run();
            }
        });
    }

    /** Reads the links of a part. */
    private void read(int number) throws IOException {
        String from = number == 0 ? "" : starts.get(number - 1);
        String to = number == starts.size() ? null : starts.get(number);
        part.clear();
        delivered = 0;
        pass(link -> {
            if (link.name().compareTo(from) >= 0 && (to == null || link.name().compareTo(to) < 0)) {
                part.add(link);
            }
        });
        part.sort();
    }

    /** Links in name order, in the form in which files have them. */
    private final class Part {
        /** The memory of an array, and of the reference to it. */
        private static final int OBJECT_BYTES = 20;

        private byte[][] links = new byte[16][];
        private int count;

        static long bytes(LinkMessage link, FieldSizes sizes) {
            return OBJECT_BYTES + link.encodedLength(sizes);
        }

        void clear() {
            Arrays.fill(links, 0, count, null);
            count = 0;
        }

        void add(LinkMessage link) {
            if (count == links.length) {
                links = Arrays.copyOf(links, count + count / 2);
            }
            link.encode(writer.clear());
            links[count++] = writer.toByteArray();
        }

        LinkMessage link(int index) {
            return LinkMessage.decode(FieldReader.of(links[index], sizes, MessageType.LINK.title(), -1));
        }

        void sort() {
            Arrays.sort(links, 0, count, Part::compare);
        }

        /** Compares names as {@link String#compareTo} does. */
        private static int compare(byte[] a, byte[] b) {
            int fromA = LinkMessage.nameAt(a);
            int fromB = LinkMessage.nameAt(b);
            int toA = fromA + LinkMessage.nameLength(a);
            int toB = fromB + LinkMessage.nameLength(b);
            int first = Arrays.mismatch(a, fromA, toA, b, fromB, toB);
            if (first < 0) {
                return 0;
            }
            if (fromA + first == toA || fromB + first == toB || (a[fromA + first] | b[fromB + first]) >= 0) {
                return Arrays.compareUnsigned(
                        a, fromA, toA, b, fromB, toB); // different characters of ASCII, or the end
            }
            return Utf8.decode(a, fromA, toA - fromA).compareTo(Utf8.decode(b, fromB, toB - fromB));
        }
    }
}
