package dev.fallow.filters;

import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;

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
final class Blosc2Grid implements BloscDecoder.Target {
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
    static Blosc2Grid decode(FilterData head, int at, int elementSize, FilterContext context) throws FilterException {
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
