package dev.fallow.internal.data;

import dev.fallow.format.Utf8;
import dev.fallow.internal.data.element.ElementCodec;
import dev.fallow.internal.data.element.Shape;
import dev.fallow.internal.data.mapping.JavaValues;
import dev.fallow.type.Array;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.VariableLength;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** Finds the innermost part of an element that does not fit its datatype, for messages. */
final class Misfit {
    private final ElementContext context;
    /** The part, as far as it has been found. */
    private final StringBuilder place = new StringBuilder();

    private boolean inMember;

    private Misfit(ElementContext context) {
        this.context = context;
    }

    /**
     * Says what of an element does not fit: {@code , member name.first, abc, does not fit string of 2 bytes}.
     *
     * @param element one that does not fit
     */
    static String of(Datatype type, Object element, ElementContext context) {
        Misfit misfit = new Misfit(context);
        String problem = misfit.problem(type, element);
        return misfit.place + ", " + problem;
    }

    private String problem(Datatype type, Object element) {
        if (type instanceof Compound compound) {
            return inCompound(compound, element);
        } else if (type instanceof Array array) {
            return inArray(array.base(), array.dimensions(), array, element);
        } else if (type instanceof VariableLength sequence && !sequence.string()) {
            Object array = JavaValues.array(element);
            long length = array != null && array.getClass().isArray() ? java.lang.reflect.Array.getLength(array) : 0;
            return inArray(sequence.base(), List.of(length), sequence, array);
        }
        return whole(type, element);
    }

    private static String whole(Object type, Object element) {
        int surrogate = element instanceof String string ? Utf8.firstLoneSurrogate(string) : -1;
        if (surrogate >= 0) {
            return Elements.shown(element) + ", does not fit " + type + ": the lone surrogate at index " + surrogate
                    + " has no form in UTF-8";
        }
        return Elements.shown(element) + ", does not fit " + type;
    }

    private String inCompound(Compound compound, Object element) {
        CompoundCodec codec = (CompoundCodec) Codecs.of(compound, context);
        if (element instanceof Record || element instanceof Map<?, ?> values && codec.hasJustTheMembers(values)) {
            for (int i = 0; i < compound.members().size(); i++) {
                if (!codec.fits(element, i)) {
                    Compound.Member member = compound.members().get(i);
                    place.append(inMember ? "." : ", member ").append(member.name());
                    inMember = true;
                    Object value = codec.value(element, i);
                    return member.legacyDimensions().isEmpty()
                            ? problem(member.type(), value)
                            : inArray(member.type(), member.legacyDimensions(), member.type(), value);
                }
            }
        }
        return whole(compound, element);
    }

    /** @param type of the whole array */
    private String inArray(Datatype base, List<Long> sizes, Datatype type, Object element) {
        long[] dimensions = sizes.stream().mapToLong(Long::longValue).toArray();
        Object array = JavaValues.arrays(element, dimensions.length);
        ElementCodec codec = Codecs.of(base, context);
        Object[] found = {null};
        long[] number = {0, -1};
        if (Shape.matches(array, dimensions)) {
            forEachRow(array, dimensions.length, row -> {
                boolean accepted = codec.accepts(row.getClass().getComponentType());
                int index = accepted && number[1] < 0 ? codec.firstMisfit(row) : -1;
                if (index >= 0) {
                    found[0] = java.lang.reflect.Array.get(row, index);
                    number[1] = number[0] + index;
                }
                number[0] += java.lang.reflect.Array.getLength(row);
            });
        }
        if (number[1] < 0) {
            return whole(type, element);
        }
        place.append(", number ").append(number[1]).append(" of it");
        inMember = false;
        return problem(base, found[0]);
    }

    private static void forEachRow(Object array, int rank, Shape.RowVisitor visitor) {
        try {
            Shape.forEachRow(array, rank, visitor);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // looking does no I/O
        }
    }
}
