package dev.fallow.internal.data;

import dev.fallow.WrongTypeException;
import dev.fallow.internal.data.element.ElementCodec;
import dev.fallow.internal.data.element.Shape;
import dev.fallow.internal.data.mapping.RecordForm;
import dev.fallow.internal.data.number.ConvertedNumberCodec;
import dev.fallow.internal.data.number.IntegerCodec;
import dev.fallow.internal.data.number.NumberCodecs;
import dev.fallow.type.Array;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.Enumeration;
import dev.fallow.type.FixedString;
import dev.fallow.type.VariableLength;
import dev.fallow.value.Conversion;
import java.lang.invoke.MethodType;
import java.util.List;

/** Selects the codec that reads elements of a datatype as a Java type that the caller names. */
public final class TypedCodecs {
    private final ElementContext context;
    private final boolean rounding;

    private TypedCodecs(ElementContext context, Conversion conversion) {
        this.context = context;
        rounding = conversion == Conversion.ROUNDING;
    }

    /** As {@link #of(Datatype, Class, Conversion, ElementContext)}, lossless. */
    public static ElementCodec of(Datatype type, Class<?> wanted, ElementContext context) {
        return of(type, wanted, Conversion.LOSSLESS, context);
    }

    /**
     * The codec that reads elements of a datatype into arrays of a component type.
     *
     * @throws WrongTypeException if elements of the datatype have no value of the Java type
     * @throws dev.fallow.UnsupportedFeatureException if the datatype is not supported
     */
    public static ElementCodec of(Datatype type, Class<?> wanted, Conversion conversion, ElementContext context) {
        return new TypedCodecs(context, conversion).of(type, wanted);
    }

    private ElementCodec of(Datatype type, Class<?> wanted) {
        Class<?> unboxed = Shape.unboxed(wanted);
        if (unboxed != wanted) {
            return new BoxingCodec(wanted, of(type, unboxed));
        }
        ElementCodec natural = Codecs.of(type, context);
        ElementCodec codec = null;
        if (ConvertedNumberCodec.converts(wanted)) {
            codec = number(type, wanted, natural);
        } else if (wanted.isRecord() && type instanceof Compound compound) {
            codec = record(compound, wanted, natural);
        } else if (wanted.isEnum() && (type instanceof Enumeration || isString(type))
                || wanted == String.class && type instanceof Enumeration) {
            codec = new NamedCodec(wanted, natural, type.toString(), context.where());
        } else if (wanted.isArray() && type instanceof Array array) {
            codec = array(array.base(), array.dimensions(), (int) array.size(), wanted);
        } else if (wanted.isArray() && type instanceof VariableLength sequence && !sequence.string()) {
            codec = new SequenceCodec(sequence, of(sequence.base(), wanted.getComponentType()), context);
        }
        if (codec == null) {
            codec = assigned(natural, wanted);
        }
        if (codec == null) {
            throw new WrongTypeException("%s: elements of %s cannot be read as %s; expected %s"
                    .formatted(
                            context.where(),
                            type,
                            wanted.getSimpleName(),
                            natural.javaType().getSimpleName()));
        }
        return codec;
    }

    private static boolean isString(Datatype type) {
        return type instanceof FixedString || type instanceof VariableLength variable && variable.string();
    }

    /** The codec of a more general Java type; null if it is not one. */
    private static ElementCodec assigned(ElementCodec natural, Class<?> wanted) {
        if (natural.javaType() == wanted) {
            return natural;
        }
        Class<?> boxed = MethodType.methodType(natural.javaType()).wrap().returnType();
        return wanted.isAssignableFrom(boxed) ? new BoxingCodec(wanted, natural) : null;
    }

    private ElementCodec number(Datatype type, Class<?> wanted, ElementCodec natural) {
        ElementCodec stored = type instanceof Enumeration enumeration
                ? NumberCodecs.of(enumeration.base(), context.where())
                : NumberCodecs.covers(type) ? natural : null;
        if (stored == null) {
            return null;
        }
        boolean same = stored.javaType() == wanted;
        boolean bits = stored instanceof IntegerCodec integers && integers.isUnsignedLong();
        return same && !bits
                ? stored
                : new ConvertedNumberCodec(stored, type.toString(), wanted, rounding, context.where());
    }

    private ElementCodec record(Compound compound, Class<?> wanted, ElementCodec natural) {
        RecordForm form = new RecordForm(wanted);
        int[] components = form.match(
                compound.members().stream().map(Compound.Member::name).toList(), context.where());
        RecordCodec.Member[] members = new RecordCodec.Member[components.length];
        for (int i = 0; i < members.length; i++) {
            Compound.Member member = compound.members().get(i);
            ElementCodec codec = member(member, form.type(components[i]));
            members[i] = new RecordCodec.Member(member.name(), (int) member.offset(), components[i], codec);
        }
        return new RecordCodec(wanted, form, natural, members);
    }

    private ElementCodec member(Compound.Member member, Class<?> wanted) {
        try {
            List<Long> dimensions = member.legacyDimensions();
            return dimensions.isEmpty()
                    ? of(member.type(), wanted)
                    : array(member.type(), dimensions, (int) member.size(), wanted);
        } catch (WrongTypeException e) {
            throw new WrongTypeException(e.getMessage() + ", as member " + member.name(), e);
        }
    }

    /** Arrays as nested Java arrays, or all their elements as one array. */
    private ElementCodec array(Datatype base, List<Long> dimensions, int size, Class<?> wanted) {
        Class<?> component = wanted;
        for (int i = 0; i < dimensions.size() && component != null; i++) {
            component = component.getComponentType();
        }
        if (component != null) {
            return new ArrayCodec(of(base, component), dimensions, size);
        }
        long elements = dimensions.stream().mapToLong(Long::longValue).reduce(1, Math::multiplyExact);
        return new ArrayCodec(of(base, wanted.getComponentType()), List.of(elements), size);
    }
}
