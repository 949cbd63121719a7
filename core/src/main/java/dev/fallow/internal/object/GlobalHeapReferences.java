package dev.fallow.internal.object;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.datatype.Array;
import dev.fallow.format.datatype.Compound;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.datatype.Reference;
import dev.fallow.format.datatype.VariableLength;
import java.util.function.LongConsumer;

/**
 * Finds the global heap collections that elements refer to. An element of variable length is a length (4), the address of
 * a collection (O) and an index in it (4); a region reference is an address (O) and an index (4).
 */
final class GlobalHeapReferences {
    private static final String STRUCTURE = "reference into a global heap";

    private final FieldSizes sizes;
    private final LongConsumer collections;

    /** @param collections told the address of a collection for each reference that is not empty */
    GlobalHeapReferences(FieldSizes sizes, LongConsumer collections) {
        this.sizes = sizes;
        this.collections = collections;
    }

    /**
     * Goes through elements.
     *
     * @param data whole elements, one after the other
     * @throws UnsupportedFeatureException if there may be references inside of what is referred to
     */
    void collect(Datatype type, byte[] data) {
        if (type.refersToGlobalHeap()) {
            long size = type.size();
            for (long at = 0; at + size <= data.length; at += size) {
                element(type, data, (int) at);
            }
        }
    }

    private void element(Datatype type, byte[] data, int at) {
        if (!type.refersToGlobalHeap()) {
            return;
        }
        if (type instanceof VariableLength sequence) {
            if (sequence.base().refersToGlobalHeap()) {
                throw new UnsupportedFeatureException("variable-length data inside of variable-length data");
            }
            FieldReader in = reader(data, at, type);
            if (in.u32() > 0) {
                found(in.offset());
            }
        } else if (type instanceof Compound compound) {
            for (Compound.Member member : compound.members()) {
                element(member.type(), data, Math.toIntExact(at + member.offset()));
            }
        } else if (type instanceof Array array) {
            long elements = array.size() / array.base().size();
            for (long i = 0; i < elements; i++) {
                element(
                        array.base(),
                        data,
                        Math.toIntExact(at + i * array.base().size()));
            }
        } else if (type instanceof Reference reference && reference.kind() == Reference.Kind.REGION) {
            found(reader(data, at, type).offset());
        } else {
            throw new UnsupportedFeatureException("elements of " + type);
        }
    }

    private FieldReader reader(byte[] data, int at, Datatype type) {
        return FieldReader.of(data, at, Math.toIntExact(at + type.size()), sizes, STRUCTURE, -1);
    }

    private void found(long address) {
        if (address != 0 && address != Addresses.UNDEFINED) {
            collections.accept(address);
        }
    }
}
