package dev.fallow.filters;

import dev.fallow.filter.Filter;
import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.filter.Filters;
import java.util.Optional;

/**
 * Filter 32026, Blosc 2, which is only decoded: a {@link Blosc2Frame} with one chunk ({@link BloscDecoder}), whose raw data is
 * a {@link Blosc2Grid} if it has several dimensions. The frame has all that is needed; the client data values are not used.
 */
public final class Blosc2Filter implements Filter {
    /** The chunk has no data: the top byte of its offset has this bit, and one of the following in the lowest three bits. */
    private static final int SPECIAL = 0x80;

    private static final int NAN = 2;
    private static final int NOT_INITIALISED = 4;

    /** For {@link java.util.ServiceLoader}. */
    public Blosc2Filter() {}

    @Override
    public int id() {
        return Filters.BLOSC2;
    }

    @Override
    public String name() {
        return "blosc2";
    }

    @Override
    public FilterData decode(FilterData in, FilterContext context) throws FilterException {
        Blosc2Frame frame = Blosc2Frame.decode(in);
        int start = in.offset() + frame.headLength();
        FilterData chunk = new FilterData(in.array(), start, in.end() - start);
        Blosc2Grid grid = null;
        if (frame.grid() > 0) {
            FilterData head = new FilterData(in.array(), in.offset(), frame.headLength());
            grid = Blosc2Grid.decode(head, in.offset() + frame.grid(), frame.elementSize(), context);
        }
        if (frame.compressedLength() == 0) {
            return special(frame, grid, chunk, context);
        }
        if (grid == null) {
            return BloscDecoder.decode(chunk, context);
        }
        BloscHeader blocks = BloscHeader.decode(chunk, grid.limit());
        if (blocks.rawLength() != grid.limit() || blocks.blockSize() != grid.blockBytes()) {
            throw new FilterException("expected " + grid.limit() + " bytes in blocks of " + grid.blockBytes()
                    + ", found " + blocks.rawLength() + " in blocks of " + blocks.blockSize());
        }
        BloscDecoder.decode(chunk, context, grid);
        return grid.result();
    }

    private static FilterData special(Blosc2Frame frame, Blosc2Grid grid, FilterData index, FilterContext context)
            throws FilterException {
        int kind = kind(index);
        if (kind > NAN && kind != NOT_INITIALISED) {
            throw new FilterException("expected a special chunk of zeros or NaN or not initialised, found " + kind);
        }
        int size = frame.elementSize();
        long length = grid == null ? frame.rawLength() : grid.result().length();
        if (length < 0 || length > context.limit() || size > length) {
            throw new FilterException("expected at most " + context.limit() + " bytes of elements of " + size
                    + " bytes, found " + length);
        }
        byte[] out = context.array((int) length);
        byte[] element = kind == NAN ? BloscDecoder.nan(size) : new byte[size];
        BloscDecoder.repeat(element, size, out, (int) length);
        return new FilterData(out, 0, (int) length);
    }

    /** The index has 8 bytes after its head; it is not compressed. */
    private static int kind(FilterData index) throws FilterException {
        BloscHeader head = BloscHeader.decode(index, Long.BYTES);
        int at = index.offset() + head.headLength();
        if (head.rawLength() != Long.BYTES || !head.stored() || head.length() < head.headLength() + Long.BYTES) {
            throw new FilterException("expected the offset of a chunk in 8 bytes, found " + head.rawLength());
        }
        int kind = index.array()[at + Long.BYTES - 1] & 0xFF;
        if ((kind & SPECIAL) == 0) {
            throw new FilterException("expected a chunk or the offset of a special one, found neither");
        }
        return kind & 7;
    }

    @Override
    public Optional<FilterData> encode(FilterData in, FilterContext context) throws FilterException {
        throw new FilterException("Blosc 2 can only be read: chunks of such a dataset cannot be written");
    }

    @Override
    public boolean encodes() {
        return false;
    }

    /**
     * A contiguous frame of Blosc 2, an array of MessagePack. Numbers are big-endian. What follows the head is the chunk, or if
     * all elements have the same special value, the index: one more chunk, of the offset of the (only) chunk, whose top bits say
     * which value it is. The rest of the frame is not needed.
     *
     * <pre>
     *   offset  bytes  field; before each, a byte with its type
     *      0      1    0x9E: 14 fields
     *      2      8    "b2frame", zero byte
     *     11      4    length of the head
     *     16      8    length of the frame
     *     25      4    flags
     *     30      8    raw length
     *     39      8    compressed length of the chunks
     *     48      4    size of an element
     *     53     34    other sizes, threads, filters
     *     87      1    0x93: 3 fields
     *     89      2    length of the next field
     *     92      2    number of metalayers
     *    ...           for each metalayer: length and name, offset from the start of the frame (0xD2 and 4 bytes)
     * </pre>
     *
     * @param headLength at least 87
     * @param rawLength at least 0
     * @param compressedLength 0 if there is no chunk
     * @param elementSize at least 1
     * @param grid the offset of the metalayer "b2nd", 0 if there is none
     */
    private record Blosc2Frame(int headLength, long rawLength, long compressedLength, int elementSize, int grid) {
        private static final long MAGIC = 0x6232_6672_616D_6500L;
        private static final int MIN_LENGTH = 87;
        private static final int METALAYERS = 92;
        private static final String GRID = "b2nd";

        static Blosc2Frame decode(FilterData in) throws FilterException {
            byte[] array = in.array();
            int at = in.offset();
            if (in.length() < MIN_LENGTH || array[at] != (byte) 0x9E || Bytes.bigLong(array, at + 2) != MAGIC) {
                throw new FilterException("expected a frame of Blosc 2, found " + in.length() + " other bytes");
            }
            int headLength = Bytes.bigInt(array, at + 11);
            long length = Bytes.bigLong(array, at + 16);
            if (headLength < MIN_LENGTH || headLength > length || length > in.length()) {
                throw new FilterException("expected a frame of at most " + in.length()
                        + " bytes with a head of at least " + MIN_LENGTH + ", found " + length + " and " + headLength);
            }
            int elementSize = Bytes.bigInt(array, at + 48);
            if (elementSize < 1) {
                throw new FilterException("expected elements of at least 1 byte, found " + elementSize);
            }
            return new Blosc2Frame(
                    headLength,
                    Bytes.bigLong(array, at + 30),
                    Bytes.bigLong(array, at + 39),
                    elementSize,
                    grid(new FilterData(array, at, headLength)));
        }

        /** Looks for the metalayer. */
        private static int grid(FilterData head) throws FilterException {
            if (head.length() < METALAYERS + 2) {
                return 0;
            }
            byte[] array = head.array();
            int at = head.offset() + METALAYERS;
            int count = (array[at] & 0xFF) << 8 | array[at + 1] & 0xFF;
            at += 2;
            for (int i = 0; i < count; i++) {
                // a string of at most 31 bytes
                int name = head.end() - at < 1 ? 32 : (array[at] & 0xFF) - 0xA0;
                if (name < 0 || name > 31 || head.end() - at < 6 + name) {
                    throw new FilterException(
                            "expected " + count + " metalayers in a head of " + head.length() + " bytes");
                }
                boolean found = name == GRID.length();
                for (int j = 0; j < name; j++) {
                    found = found && array[at + 1 + j] == GRID.charAt(j);
                }
                int offset = Bytes.bigInt(array, at + 2 + name);
                if (found) {
                    if (offset < METALAYERS || offset >= head.length()) {
                        throw new FilterException("expected metalayer " + GRID + " within a head of " + head.length()
                                + " bytes, found offset " + offset);
                    }
                    return offset;
                }
                at += 6 + name;
            }
            return 0;
        }
    }

    /**
     * A chunk of Blosc 2 with several dimensions. Its raw data consists of blocks of equal shape, of which those at the edges are
     * padded; the blocks, and the elements of each, are in row-major order. The metalayer of the frame, of MessagePack:
     *
     * <pre>
     *   bytes  field
     *    1+4   0xC6, length of the following
     *     1    0x97: 7 fields
     *     1    version
     *     1    rank r
     *   1+9r   0x90 + r; for each dimension 0xD3 and the size of the array, which is that of the chunk
     *   1+5r   0x90 + r; for each dimension 0xD2 and the size of the chunk
     *   1+5r   0x90 + r; for each dimension 0xD2 and the size of a block
     *    ...   datatype
     * </pre>
     */
    private static final class Blosc2Grid implements BloscDecoder.Target {
        private static final int MAX_RANK = 15;
        private static final int FIXED = 8;

        private final int[] chunk;
        private final int[] block;
        /** Blocks in each dimension. */
        private final int[] blocks;

        private final int elementSize;
        private final int blockBytes;
        private final int padded;
        private final byte[] out;
        private final int length;

        private Blosc2Grid(int[] chunk, int[] block, int elementSize, FilterContext context) throws FilterException {
            this.chunk = chunk;
            this.block = block;
            this.elementSize = elementSize;
            blocks = new int[chunk.length];
            long bytes = elementSize;
            long ofBlock = elementSize;
            long count = 1;
            for (int i = 0; i < chunk.length; i++) {
                if (chunk[i] < 1 || block[i] < 1 || block[i] > chunk[i]) {
                    throw new FilterException("expected blocks within the chunk, found " + block[i] + " of " + chunk[i]
                            + " elements in dimension " + i);
                }
                blocks[i] = (chunk[i] - 1) / block[i] + 1;
                // each factor is less than 2^31, and so is each product before
                bytes *= chunk[i];
                ofBlock *= block[i];
                count *= blocks[i];
                if (bytes > context.limit() || ofBlock * count > Integer.MAX_VALUE) {
                    throw new FilterException("expected at most " + context.limit() + " bytes, found more");
                }
            }
            length = (int) bytes;
            blockBytes = (int) ofBlock;
            padded = (int) (ofBlock * count);
            out = context.array(length);
        }

        /** @param at the metalayer */
        static Blosc2Grid decode(FilterData head, int at, int elementSize, FilterContext context)
                throws FilterException {
            byte[] array = head.array();
            int rank = head.end() - at < FIXED ? -1 : array[at + 7];
            if (rank < 1 || rank > MAX_RANK || head.end() - at < FIXED + 3 + 19 * rank) {
                throw new FilterException("expected a grid of 1 to " + MAX_RANK + " dimensions in a head of "
                        + head.length() + " bytes, found rank " + rank);
            }
            int chunkAt = at + FIXED + 1 + 9 * rank;
            int blockAt = chunkAt + 1 + 5 * rank;
            int[] chunk = new int[rank];
            int[] block = new int[rank];
            for (int i = 0; i < rank; i++) {
                chunk[i] = number(array, chunkAt + 1 + 5 * i);
                block[i] = number(array, blockAt + 1 + 5 * i);
            }
            return new Blosc2Grid(chunk, block, elementSize, context);
        }

        private static int number(byte[] array, int at) throws FilterException {
            if (array[at] != (byte) 0xD2) {
                throw new FilterException("expected 0xD2 before the size of a dimension, found " + array[at]);
            }
            return Bytes.bigInt(array, at + 1);
        }

        /** With the padding. */
        @Override
        public int limit() {
            return padded;
        }

        @Override
        public byte[] places() {
            return null;
        }

        int blockBytes() {
            return blockBytes;
        }

        FilterData result() {
            return new FilterData(out, 0, length);
        }

        @Override
        public void fill(byte[] element, int size, int ignored) {
            BloscDecoder.repeat(element, size, out, length);
        }

        @Override
        public void put(byte[] data, int start, int bytes) {
            int rank = chunk.length;
            int[] first = new int[rank];
            int[] size = new int[rank];
            int index = start / blockBytes;
            for (int i = rank - 1; i >= 0; i--) {
                first[i] = index % blocks[i] * block[i];
                size[i] = Math.min(block[i], chunk[i] - first[i]);
                index /= blocks[i];
            }
            int run = size[rank - 1] * elementSize;
            int[] at = new int[rank];
            while (true) {
                int from = 0;
                int to = 0;
                for (int i = 0; i < rank; i++) {
                    from = from * block[i] + at[i];
                    to = to * chunk[i] + first[i] + at[i];
                }
                System.arraycopy(data, from * elementSize, out, to * elementSize, run);
                int dimension = rank - 2;
                while (dimension >= 0 && ++at[dimension] == size[dimension]) {
                    at[dimension--] = 0;
                }
                if (dimension < 0) {
                    return;
                }
            }
        }
    }
}
