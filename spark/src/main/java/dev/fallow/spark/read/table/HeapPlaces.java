package dev.fallow.spark.read.table;

import dev.fallow.source.ByteSource;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.VariableLength;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Finds in elements where their strings and sequences are: an element, or a member, is the number of elements in 4 bytes, the address of the
 * collection with the object, and the number of the object in 4 bytes.
 *
 * @param size of an element, in bytes
 * @param offsets of the members of variable length
 * @param addressBytes as the container has them
 */
record HeapPlaces(int size, List<Integer> offsets, int addressBytes) {
    private static final int COUNT_BYTES = Integer.BYTES;
    /** What is announced of a collection: most are not larger, and the reader asks for the rest. */
    private static final int ANNOUNCED = 64 << 10;

    /** Where the places are in elements of a type: at the top, or in members. */
    static HeapPlaces of(Datatype type) {
        List<Integer> offsets = new ArrayList<>();
        long bytes = 0;
        if (type instanceof VariableLength) {
            offsets.add(0);
            bytes = type.size();
        } else if (type instanceof Compound compound) {
            for (Compound.Member member : compound.members()) {
                if (member.type() instanceof VariableLength
                        && member.legacyDimensions().isEmpty()) {
                    offsets.add((int) member.offset());
                    bytes = member.type().size();
                }
            }
        }
        return new HeapPlaces((int) type.size(), offsets, (int) bytes - 2 * COUNT_BYTES);
    }

    boolean isAny() {
        return !offsets.isEmpty();
    }

    /** The places of the collections, each once, in order. */
    List<ByteSource.Range> in(byte[] elements) {
        TreeSet<Long> addresses = new TreeSet<>();
        for (int at = 0; at + size <= elements.length; at += size) {
            for (int offset : offsets) {
                long address = 0;
                for (int i = addressBytes - 1; i >= 0; i--) {
                    address = address << Byte.SIZE | elements[at + offset + COUNT_BYTES + i] & 0xFF;
                }
                if (address > 0) { // an empty value has none
                    addresses.add(address);
                }
            }
        }
        return addresses.stream()
                .map(address -> new ByteSource.Range(address, ANNOUNCED))
                .toList();
    }
}
