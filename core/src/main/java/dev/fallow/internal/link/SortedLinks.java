package dev.fallow.internal.link;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Utf8;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.format.objectheader.MessageType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The links of a group in name order, one at a time, in bounded memory. Many links are kept as bytes: 14 for each, and its name. If all
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
            seen[1] += Part.bytes(link);
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
            few.sort(Comparator.comparing(LinkMessage::name));
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

    /**
     * Links as bytes. A hard link: the length of its name, its address, its creation order if it has one, and the name. Others: the same
     * length, that of the message, the name, and the link message. Numbers other than addresses have a variable width.
     */
    private final class Part {
        private static final int PIECE_BITS = 16;
        private static final int PIECE = 1 << PIECE_BITS;
        /** The first piece; each of the next ones is four times as long, because most groups are small. */
        private static final int SMALLEST = 256;

        private static final int GROWTH_BITS = 2;
        private static final int GROWING = 4;
        /** The kinds of entries, below the length of the name. */
        private static final int HARD = 0;

        private static final int ORDERED = 1;
        private static final int OTHER = 2;
        private static final int KIND_BITS = 2;
        private static final int KIND_MASK = 3;

        /** The first index of each link's entry, in pieces: number of the piece and place in it. */
        private int[] entries = new int[16];

        private int count;
        private byte[][] pieces = new byte[1][];
        private int last = -1;
        private int end;

        static int bytes(LinkMessage link) {
            return Integer.BYTES + 2 + Long.BYTES + Utf8.length(link.name()); // with its place
        }

        void clear() {
            count = 0;
            last = -1;
            end = 0;
            pieces = new byte[1][];
        }

        void add(LinkMessage link) {
            byte[] name = Utf8.encode(link.name());
            byte[] other = {};
            int kind = OTHER;
            long address = Addresses.UNDEFINED;
            if (link.target() instanceof LinkTarget.Hard hard) {
                address = hard.address();
                kind = link.creationOrder() == LinkMessage.NO_ORDER ? HARD : ORDERED;
            } else {
                link.encode(writer.clear());
                other = writer.toByteArray();
            }
            int length = 2 * VarInts.LONGEST + 2 * Long.BYTES + name.length + other.length;
            if (last < 0 || end + length > pieces[last].length) {
                if (++last == pieces.length) {
                    pieces = Arrays.copyOf(pieces, 2 * last);
                }
                int size = last < GROWING ? SMALLEST << GROWTH_BITS * last : PIECE;
                pieces[last] = new byte[Math.max(size, length)];
                end = 0;
            }
            if (count == entries.length) {
                entries = Arrays.copyOf(entries, count + count / 2);
            }
            entries[count++] = last << PIECE_BITS | end;
            ByteBuffer entry = ByteBuffer.wrap(pieces[last]).position(end);
            VarInts.put(entry, (long) name.length << KIND_BITS | kind);
            if (kind == OTHER) {
                VarInts.put(entry, other.length);
            } else {
                entry.putLong(address);
            }
            if (kind == ORDERED) {
                entry.putLong(link.creationOrder());
            }
            end = entry.put(name).put(other).position();
        }

        private ByteBuffer at(int entry) {
            ByteBuffer piece = ByteBuffer.wrap(pieces[entry >>> PIECE_BITS]);
            return piece.position(entry & PIECE - 1);
        }

        LinkMessage link(int index) {
            ByteBuffer entry = at(entries[index]);
            long head = VarInts.get(entry);
            int kind = (int) head & KIND_MASK;
            int nameLength = (int) (head >>> KIND_BITS);
            if (kind == OTHER) {
                int length = (int) VarInts.get(entry);
                int from = entry.position() + nameLength;
                return LinkMessage.decode(
                        FieldReader.of(entry.array(), from, from + length, sizes, MessageType.LINK.title(), -1));
            }
            LinkTarget target = new LinkTarget.Hard(entry.getLong());
            long order = kind == ORDERED ? entry.getLong() : LinkMessage.NO_ORDER;
            return LinkMessage.of(Utf8.decode(entry.array(), entry.position(), nameLength), target, order);
        }

        /** Where the name of an entry begins in its piece, and in the upper half, where it ends. */
        private long name(int entry) {
            byte[] piece = pieces[entry >>> PIECE_BITS];
            int at = entry & PIECE - 1;
            long head = VarInts.get(piece, at);
            int kind = (int) head & KIND_MASK;
            at += VarInts.width(head);
            at += kind == OTHER ? VarInts.width(VarInts.get(piece, at)) : kind == HARD ? Long.BYTES : 2 * Long.BYTES;
            return at + (head >>> KIND_BITS) << Integer.SIZE | at;
        }

        void sort() {
            sort(0, count, new int[count / 2 + 1]);
        }

        /** Merge sort. */
        private void sort(int from, int to, int[] room) {
            if (to - from < 2) {
                return;
            }
            int middle = from + to >>> 1;
            sort(from, middle, room);
            sort(middle, to, room);
            if (compare(entries[middle - 1], entries[middle]) <= 0) {
                return;
            }
            System.arraycopy(entries, from, room, 0, middle - from);
            int left = 0;
            int right = middle;
            for (int at = from; left < middle - from; at++) {
                boolean isRight = right < to && compare(room[left], entries[right]) > 0;
                entries[at] = isRight ? entries[right++] : room[left++];
            }
        }

        /** Compares names as {@link String#compareTo} does. */
        private int compare(int one, int other) {
            long nameA = name(one);
            long nameB = name(other);
            byte[] a = pieces[one >>> PIECE_BITS];
            byte[] b = pieces[other >>> PIECE_BITS];
            int fromA = (int) nameA;
            int fromB = (int) nameB;
            int toA = (int) (nameA >>> Integer.SIZE);
            int toB = (int) (nameB >>> Integer.SIZE);
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

    /** Numbers of at least 0 in 7 bits of each byte, the lowest first; the highest bit of a byte says that another one follows. */
    static final class VarInts {
        /** The most bytes of a number below 2^35. */
        static final int LONGEST = 5;

        private static final int BITS = 7;
        private static final int MORE = 1 << BITS;

        private VarInts() {}

        static void put(ByteBuffer out, long number) {
            long rest = number;
            for (; rest >= MORE; rest >>>= BITS) {
                out.put((byte) (rest | MORE));
            }
            out.put((byte) rest);
        }

        static long get(ByteBuffer in) {
            long number = get(in.array(), in.position());
            in.position(in.position() + width(number));
            return number;
        }

        static long get(byte[] in, int at) {
            long number = 0;
            for (int i = 0; ; i++) {
                byte next = in[at + i];
                number |= (next & MORE - 1L) << BITS * i;
                if (next >= 0) {
                    return number;
                }
            }
        }

        /** The bytes of a number. */
        static int width(long number) {
            return number < MORE ? 1 : (Long.SIZE - Long.numberOfLeadingZeros(number) + BITS - 1) / BITS;
        }
    }
}
