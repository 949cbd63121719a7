package dev.fallow.internal.object;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.datatype.Array;
import dev.fallow.format.datatype.Compound;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.datatype.Reference;
import dev.fallow.format.datatype.VariableLength;
import java.util.Arrays;

/**
 * What becomes of the bytes of elements when they are copied. Numbers and characters stay as they are. References to
 * objects stay within a file, where they lead to the same object as before; in another file they would lead anywhere, and
 * become null, as they do with the reference library.
 */
final class ElementCopy {
    private final boolean sameFile;

    /** @param sameFile whether addresses mean the same where the elements go */
    ElementCopy(boolean sameFile) {
        this.sameFile = sameFile;
    }

    /** Whether elements of a type are copied byte by byte. */
    boolean isPlain(Datatype type) {
        return !type.refersToGlobalHeap() && (sameFile || !hasReferences(type));
    }

    private static boolean hasReferences(Datatype type) {
        if (type instanceof Compound compound) {
            return compound.members().stream().anyMatch(member -> hasReferences(member.type()));
        } else if (type instanceof Array array) {
            return hasReferences(array.base());
        } else if (type instanceof VariableLength sequence) {
            return hasReferences(sequence.base());
        }
        return type instanceof Reference;
    }

    /**
     * Checks that elements of a type can be copied.
     *
     * @param what the elements are, for the message
     * @throws UnsupportedFeatureException if they cannot
     */
    void check(Datatype type, String what) {
        if (type.refersToGlobalHeap()) {
            throw new UnsupportedFeatureException(what + ": elements of " + type + " cannot be copied yet");
        }
    }

    /**
     * Makes elements what they are to be in the copy.
     *
     * @param data whole elements, one after the other; changed in place
     * @param length bytes of them
     */
    void convert(Datatype type, byte[] data, int length) {
        if (isPlain(type)) {
            return;
        }
        int size = Math.toIntExact(type.size());
        for (int at = 0; at + size <= length; at += size) {
            element(type, data, at);
        }
    }

    private void element(Datatype type, byte[] data, int at) {
        if (isPlain(type)) {
            return;
        }
        if (type instanceof Compound compound) {
            for (Compound.Member member : compound.members()) {
                element(member.type(), data, Math.toIntExact(at + member.offset()));
            }
        } else if (type instanceof Array array) {
            int size = Math.toIntExact(array.base().size());
            for (int i = at; i < at + array.size(); i += size) {
                element(array.base(), data, i);
            }
        } else if (type instanceof Reference reference) {
            Arrays.fill(data, at, Math.toIntExact(at + reference.size()), (byte) 0);
        }
    }
}
