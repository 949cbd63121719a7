package dev.fallow.internal.heap;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FormatException;
import dev.fallow.format.heap.LocalHeapPrefix;
import dev.fallow.internal.cache.StructureReader;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.Arrays;

/**
 * The local heap of a symbol-table group, read: texts that end with a zero byte. Its data segment is in memory, in the
 * cache: a heap is opened for an operation and not held longer.
 */
public final class LocalHeap {
    private static final String DATA = "local heap data segment";

    private final StructureReader in;
    private final long address;
    private final LocalHeapPrefix prefix;
    private final byte[] data;

    private LocalHeap(StructureReader in, long address, LocalHeapPrefix prefix, byte[] data) {
        this.in = in;
        this.address = address;
        this.prefix = prefix;
        this.data = data;
    }

    /**
     * Reads a heap.
     *
     * @throws FormatException if there is none
     */
    public static LocalHeap open(StructureReader in, long address) throws IOException {
        LocalHeapPrefix prefix = in.get(
                address,
                LocalHeapPrefix.length(in.sizes()),
                LocalHeapPrefix.STRUCTURE,
                DATA,
                LocalHeapPrefix.class,
                LocalHeapPrefix::decode);
        byte[] data = {};
        if (prefix.dataSize() > 0) {
            data = in.get(
                    prefix.dataAddress(),
                    prefix.dataSize(),
                    DATA,
                    prefix,
                    byte[].class,
                    segment -> segment.bytes(segment.remaining()));
        }
        return new LocalHeap(in, address, prefix, data);
    }

    /**
     * The text at an offset.
     *
     * @throws FormatException if it does not lie inside the data with its zero byte
     */
    public String text(long offset) {
        return segment().at(checked(offset)).zeroTerminatedText();
    }

    private FieldReader segment() {
        return FieldReader.of(data, in.sizes(), DATA, data.length == 0 ? address : prefix.dataAddress());
    }

    private int checked(long offset) {
        if (offset < 0 || offset >= data.length) {
            throw new FormatException(
                    DATA,
                    prefix.dataAddress(),
                    "expected a text inside the " + data.length + " bytes of data, found it at offset " + offset);
        }
        return (int) offset;
    }

    /**
     * Compares the bytes of the text at an offset, as unsigned numbers, with others.
     *
     * @return negative if the text comes before {@code other}, 0 if it is the same, positive if it comes after
     * @throws FormatException if it does not lie inside the data with its zero byte
     */
    public int compare(long offset, byte[] other) {
        int from = checked(offset);
        int to = from;
        int most = Math.min(data.length, from + Math.min(data.length - from, other.length + 1));
        while (to < most && data[to] != 0) {
            to++;
        }
        if (to == data.length) {
            throw segment().at(from).fail("no terminator in the " + (data.length - from) + " bytes that are left");
        }
        return Arrays.compareUnsigned(data, from, to, other, 0, other.length);
    }

    /** Tells the blocks that the heap lies in: prefix and data segment. */
    public void forEachBlock(ExtentVisitor visitor) {
        visitor.visit(address, LocalHeapPrefix.length(in.sizes()), LocalHeapPrefix.STRUCTURE);
        if (data.length > 0) {
            visitor.visit(prefix.dataAddress(), data.length, DATA);
        }
    }
}
