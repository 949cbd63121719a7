package dev.fallow.internal.data;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.internal.codec.DatatypeForms;
import dev.fallow.internal.data.element.ElementCodec;
import dev.fallow.internal.data.number.NumberCodecs;
import dev.fallow.type.Array;
import dev.fallow.type.Complex;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.Enumeration;
import dev.fallow.type.FixedString;
import dev.fallow.type.Opaque;
import dev.fallow.type.ReferenceType;
import dev.fallow.type.VariableLength;
import java.util.List;

/** Selects the codec of each datatype. */
final class Codecs {
    /** The largest element that is read into memory, in bytes. */
    private static final long LONGEST = 1 << 28;

    private final ElementContext context;

    private Codecs(ElementContext context) {
        this.context = context;
    }

    /**
     * The codec of a datatype.
     *
     * @throws UnsupportedFeatureException if the datatype is not supported
     */
    static ElementCodec of(Datatype type, ElementContext context) {
        return new Codecs(context).of(type);
    }

    private ElementCodec of(Datatype type) {
        if (type.size() > LONGEST) {
            throw unsupported("%d bytes are more than %d".formatted(type.size(), LONGEST), type);
        }
        if (NumberCodecs.covers(type)) {
            return NumberCodecs.of(type, context.where());
        } else if (type instanceof FixedString string) {
            return new StringCodec(string);
        } else if (type instanceof Enumeration enumeration) {
            if (enumeration.size() > Long.BYTES) {
                throw unsupported("%d bytes are more than %d".formatted(enumeration.size(), Long.BYTES), enumeration);
            }
            return EnumCodec.of(enumeration);
        } else if (type instanceof Compound compound) {
            return compound(compound);
        } else if (type instanceof Array array) {
            return new ArrayCodec(of(array.base()), array.dimensions(), (int) array.size());
        } else if (type instanceof Opaque opaque) {
            return new OpaqueCodec(opaque);
        } else if (type instanceof ReferenceType reference) {
            requireSize(reference, DatatypeForms.in(context.sizes(), reference).size());
            return new ReferenceCodec(reference, context);
        } else if (type instanceof VariableLength sequence) {
            requireSize(sequence, DatatypeForms.in(context.sizes(), sequence).size());
            return sequence.string()
                    ? new VariableStringCodec(sequence, context)
                    : new SequenceCodec(sequence, of(sequence.base()), context);
        }
        return complex((Complex) type);
    }

    private ElementCodec compound(Compound compound) {
        CompoundCodec.Member[] members =
                new CompoundCodec.Member[compound.members().size()];
        for (int i = 0; i < members.length; i++) {
            Compound.Member member = compound.members().get(i);
            List<Long> dimensions = member.legacyDimensions();
            ElementCodec codec = of(member.type());
            members[i] = new CompoundCodec.Member(
                    member.name(),
                    (int) member.offset(),
                    dimensions.isEmpty() ? codec : new ArrayCodec(codec, dimensions, (int) member.size()));
        }
        return new CompoundCodec((int) compound.size(), members, context.where());
    }

    private ElementCodec complex(Complex complex) {
        ElementCodec part = NumberCodecs.of(complex.base(), context.where());
        if (!part.javaType().isPrimitive()) {
            throw unsupported("a part that a double cannot hold", complex);
        }
        return new ComplexCodec(part);
    }

    private void requireSize(Datatype type, long expected) {
        if (type.size() != expected) {
            throw unsupported(
                    "expected %d bytes in a file with addresses of %d, found %d"
                            .formatted(expected, context.sizes().offsets(), type.size()),
                    type);
        }
    }

    private UnsupportedFeatureException unsupported(String problem, Datatype type) {
        return NumberCodecs.unsupported(problem, type, context.where());
    }
}
