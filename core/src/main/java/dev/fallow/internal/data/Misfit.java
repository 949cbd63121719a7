package dev.fallow.internal.data;

import dev.fallow.ComplexNumber;
import dev.fallow.EnumValue;
import dev.fallow.RawElements;
import dev.fallow.Reference;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.VariableLength;
import java.lang.reflect.Array;
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
        } else if (type instanceof dev.fallow.type.Array array) {
            return inArray(array.base(), array.dimensions(), array, element);
        } else if (type instanceof VariableLength sequence && !sequence.string()) {
            Object array = JavaValues.array(element);
            long length = array != null && array.getClass().isArray() ? Array.getLength(array) : 0;
            return inArray(sequence.base(), List.of(length), sequence, array);
        }
        return whole(type, element);
    }

    private String whole(Datatype type, Object element) {
        return shown(element) + ", " + new MisfitReason(type, context).of(element);
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
        long before = 0;
        for (Object row : Shape.matches(array, dimensions) ? Shape.rows(array, dimensions.length) : List.of()) {
            int index = codec.accepts(row.getClass().getComponentType()) ? codec.firstMisfit(row) : -1;
            if (index >= 0) {
                place.append(", number ").append(before + index).append(" of it");
                inMember = false;
                return problem(base, Array.get(row, index));
            }
            before += Array.getLength(row);
        }
        return whole(type, element);
    }

    /** An element in messages. */
    static String shown(Object element) {
        if (element != null && element.getClass().isArray()) {
            return element.getClass().getSimpleName() + " of length " + Array.getLength(element);
        } else if (element instanceof EnumValue value) {
            return value.name().map(name -> name + " with number ").orElse("number ") + value.value();
        } else if (element instanceof ComplexNumber number) {
            return number.real() + " + " + number.imaginary() + "i";
        } else if (element instanceof Reference reference) {
            return "a reference to "
                    + (reference instanceof Reference.ToObject
                            ? "the object"
                            : reference instanceof Reference.ToRegion ? "a region" : "an attribute")
                    + " at address " + reference.address()
                    + reference.file().map(file -> " of " + file).orElse("");
        } else if (element instanceof RawElements raw) {
            return "raw elements of " + raw.bytes().length + " bytes";
        }
        return String.valueOf(element);
    }
}
