package dev.fallow.spark.read.table;

import dev.fallow.ComplexNumber;
import dev.fallow.type.Array;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import java.util.List;
import java.util.Map;

/**
 * What a column takes from each element of a dataset.
 *
 * @param member the name of a member of a compound; null for the element itself
 * @param index of an element of the array that the member is; -1 for the whole member
 * @param offset in the element, in bytes
 * @param dimensions of a member of an old compound that is an array of this type; otherwise empty
 */
public record ElementPart(String member, int index, long offset, Datatype type, List<Long> dimensions) {
    /** The whole element. */
    public static ElementPart whole(Datatype type) {
        return new ElementPart(null, -1, 0, type, List.of());
    }

    /** A member of a compound. */
    public static ElementPart member(Compound.Member member) {
        return new ElementPart(member.name(), -1, member.offset(), member.type(), member.legacyDimensions());
    }

    /** An element of a member that is an array. */
    public static ElementPart element(Compound.Member member, Array array, int index) {
        long offset = member.offset() + index * array.base().size();
        return new ElementPart(member.name(), index, offset, array.base(), List.of());
    }

    /** The part of an element that was read as a Java value. */
    Object of(Object element) {
        Object whole = member == null ? element : member(element, member);
        return index < 0 ? whole : java.lang.reflect.Array.get(whole, index);
    }

    /** A member of a compound, or a part of a complex number, {@code r} or {@code real} and the other one. */
    static Object member(Object element, String name) {
        return element instanceof ComplexNumber number
                ? (Object) (name.startsWith("r") ? number.real() : number.imaginary())
                : ((Map<?, ?>) element).get(name);
    }
}
