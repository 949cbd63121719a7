package dev.fallow.internal.data;

import dev.fallow.ComplexNumber;
import dev.fallow.Conversion;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.WrongTypeException;
import dev.fallow.internal.codec.DatatypeForms;
import dev.fallow.type.BitField;
import dev.fallow.type.Complex;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.Enumeration;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FixedString;
import dev.fallow.type.FloatingPoint;
import dev.fallow.type.Opaque;
import dev.fallow.type.ReferenceType;
import dev.fallow.type.Time;
import dev.fallow.type.VariableLength;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Selects the codec of a datatype: that of its natural Java type, or one that reads a Java type that the caller names. */
public final class Codecs {
    /** The largest element that is read into memory, in bytes. */
    private static final long LONGEST = 1 << 28;
    /** More bytes than an integer's precision and bit offset, which are 16-bit numbers, can use. */
    private static final long LONGEST_INTEGER = 1 << 14;

    private final ElementContext context;
    private final boolean rounding;
    /** Whether numbers are rounded when they are written. */
    private final boolean roundingOnWrite;

    private Codecs(ElementContext context, Conversion conversion) {
        this(context, conversion, Conversion.LOSSLESS);
    }

    private Codecs(ElementContext context, Conversion reading, Conversion writing) {
        this.context = context;
        rounding = reading == Conversion.ROUNDING;
        roundingOnWrite = writing == Conversion.ROUNDING;
    }

    /**
     * The codec of a datatype.
     *
     * @throws UnsupportedFeatureException if the datatype is not supported
     */
    public static ElementCodec of(Datatype type, ElementContext context) {
        return new Codecs(context, Conversion.LOSSLESS).of(type);
    }

    /**
     * The codec that writes elements of a datatype.
     *
     * @param conversion what happens with a number that is not represented exactly
     * @throws UnsupportedFeatureException if the datatype is not supported
     */
    public static ElementCodec writing(Datatype type, Conversion conversion, ElementContext context) {
        return new Codecs(context, Conversion.LOSSLESS, conversion).of(type);
    }

    /**
     * The codec that reads elements of a datatype into arrays of a component type.
     *
     * @throws WrongTypeException if elements of the datatype have no value of the Java type
     * @throws UnsupportedFeatureException if the datatype is not supported
     */
    static ElementCodec of(Datatype type, Class<?> wanted, Conversion conversion, ElementContext context) {
        return new Codecs(context, conversion).of(type, wanted);
    }

    // ---- of the natural Java type ----------------------------------------------------------------------------

    private ElementCodec of(Datatype type) {
        requireAtMost(LONGEST, type);
        if (type instanceof FixedPoint number) {
            return integer(number);
        } else if (type instanceof BitField b) {
            return b.size() == 1 ? new BitFieldCodec(bits(b)) : bits(b);
        } else if (type instanceof Time time) {
            return TimeCodec.hasInstants(time) ? new TimeCodec(ticks(time)) : ticks(time);
        } else if (type instanceof FloatingPoint number) {
            String problem = FloatCodec.problem(number);
            if (problem != null) {
                throw unsupported(problem, number);
            }
            return written(new FloatCodec(number));
        } else if (type instanceof FixedString string) {
            return new StringCodec(string);
        } else if (type instanceof Enumeration enumeration) {
            requireAtMost(Long.BYTES, enumeration);
            return EnumCodec.of(enumeration);
        } else if (type instanceof Compound compound) {
            return compound(compound);
        } else if (type instanceof dev.fallow.type.Array array) {
            return new ArrayCodec(of(array.base()), array.dimensions(), (int) array.size());
        } else if (type instanceof Opaque opaque) {
            return new OpaqueCodec(opaque);
        } else if (type instanceof ReferenceType reference) {
            requireSizeInFile(reference);
            return new ReferenceCodec(reference, context);
        } else if (type instanceof VariableLength sequence) {
            requireSizeInFile(sequence);
            return new VariableLengthCodec(sequence, sequence.string() ? null : of(sequence.base()), context);
        }
        return complex((Complex) type);
    }

    private ElementCodec bits(BitField b) {
        return integer(new FixedPoint(
                b.version(),
                b.size(),
                b.order(),
                b.lowPadding(),
                b.highPadding(),
                false,
                b.bitOffset(),
                b.precision()));
    }

    private ElementCodec ticks(Time time) {
        return integer(
                new FixedPoint(time.version(), time.size(), time.order(), false, false, true, 0, time.precision()));
    }

    private ElementCodec integer(FixedPoint number) {
        requireAtMost(LONGEST_INTEGER, number);
        return written(number.size() <= Long.BYTES ? new IntegerCodec(number) : new WideIntegerCodec(number));
    }

    private ElementCodec written(ElementCodec numbers) {
        return roundingOnWrite ? new RoundingCodec(numbers) : numbers;
    }

    /** A map, or a complex number of numpy. */
    private CompoundCodec compound(Compound compound) {
        CompoundCodec.Member[] members = naturalMembers(compound);
        boolean complex =
                isOfRealAndImaginary(compound) && members[0].codec().javaType().isPrimitive();
        RecordForm form = complex ? RecordForm.whole(ComplexNumber.class, RecordForm.COMPLEX, context.where()) : null;
        return new CompoundCodec((int) compound.size(), members, form, context.where());
    }

    private static boolean isOfRealAndImaginary(Compound compound) {
        List<Compound.Member> members = compound.members();
        return members.stream().map(Compound.Member::name).toList().equals(RecordForm.COMPLEX)
                && members.get(0).type() instanceof FloatingPoint part
                && part.equals(members.get(1).type())
                && members.stream().allMatch(member -> member.legacyDimensions().isEmpty());
    }

    private CompoundCodec.Member[] naturalMembers(Compound compound) {
        return compound.members().stream()
                .map(member -> {
                    List<Long> dimensions = member.legacyDimensions();
                    ElementCodec codec = of(member.type());
                    return new CompoundCodec.Member(
                            member.name(),
                            (int) member.offset(),
                            dimensions.isEmpty() ? codec : new ArrayCodec(codec, dimensions, (int) member.size()));
                })
                .toArray(CompoundCodec.Member[]::new);
    }

    private ElementCodec complex(Complex complex) {
        ElementCodec part = of(complex.base());
        if (!part.javaType().isPrimitive()) {
            throw unsupported("a part that a double cannot hold", complex);
        }
        return new ComplexCodec(part);
    }

    private void requireAtMost(long longest, Datatype type) {
        if (type.size() > longest) {
            throw unsupported("%d bytes are more than %d".formatted(type.size(), longest), type);
        }
    }

    private void requireSizeInFile(Datatype type) {
        long expected = DatatypeForms.in(context.sizes(), type).size();
        if (type.size() != expected) {
            throw unsupported(
                    "expected %d bytes in a file with addresses of %d, found %d"
                            .formatted(expected, context.sizes().offsets(), type.size()),
                    type);
        }
    }

    private UnsupportedFeatureException unsupported(String problem, Datatype type) {
        return new UnsupportedFeatureException(
                "%s: elements of %s are not supported: %s".formatted(context.where(), type, problem));
    }

    // ---- of a Java type that the caller names ----------------------------------------------------------------

    private ElementCodec of(Datatype type, Class<?> wanted) {
        Class<?> unboxed = Shape.unboxed(wanted);
        if (unboxed != wanted) {
            return new BoxingCodec(wanted, of(type, unboxed));
        }
        if (wanted.isRecord() && type instanceof Compound compound) {
            requireAtMost(LONGEST, type);
            return record(compound, wanted);
        }
        ElementCodec natural = of(type);
        ElementCodec codec = null;
        if (ConvertedNumberCodec.converts(wanted)) {
            codec = number(type, wanted, natural);
        } else if (wanted == Map.class && type instanceof Compound compound) {
            codec = new CompoundCodec((int) compound.size(), naturalMembers(compound), null, context.where());
        } else if (wanted == boolean.class && type instanceof BitField b && type.size() == 1) {
            codec = new TruthCodec(bits(b));
        } else if (wanted == Instant.class && type instanceof Time time && TimeCodec.hasInstants(time)) {
            codec = new InstantCodec(ticks(time), context.where());
        } else if (wanted == char.class && CharCodec.isChar(type)) {
            codec = new CharCodec((IntegerCodec) natural);
        } else if (wanted.isEnum() && (type instanceof Enumeration || isString(type))
                || wanted == String.class && type instanceof Enumeration) {
            codec = new NamedCodec(wanted, natural, type.toString(), context.where());
        } else if (wanted.isArray() && type instanceof dev.fallow.type.Array array) {
            codec = array(array.base(), array.dimensions(), (int) array.size(), wanted);
        } else if (wanted.isArray() && type instanceof VariableLength sequence && !sequence.string()) {
            codec = new VariableLengthCodec(sequence, elements(sequence, wanted.getComponentType()), context);
        } else if (type instanceof ReferenceType reference && ReferenceOfKindCodec.reads(reference, wanted)) {
            codec = new ReferenceOfKindCodec((ReferenceCodec) natural, wanted, context.where());
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

    private ElementCodec elements(VariableLength sequence, Class<?> wanted) {
        try {
            return of(sequence.base(), wanted);
        } catch (WrongTypeException e) {
            throw new WrongTypeException(e.getMessage() + ", as elements of " + sequence, e);
        }
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
                ? of(enumeration.base())
                : type instanceof BitField b
                        ? bits(b)
                        : type instanceof Time time
                                ? ticks(time)
                                : type instanceof FixedPoint || type instanceof FloatingPoint ? natural : null;
        if (stored == null) {
            return null;
        }
        boolean bits = stored instanceof IntegerCodec integers && integers.isUnsignedLong();
        return stored.javaType() == wanted && !bits
                ? stored
                : new ConvertedNumberCodec(stored, type, wanted, rounding, context.where());
    }

    private ElementCodec record(Compound compound, Class<?> wanted) {
        List<Compound.Member> members = compound.members();
        RecordForm form = RecordForm.ofSome(
                wanted, members.stream().map(Compound.Member::name).toList(), context.where());
        CompoundCodec.Member[] codecs = new CompoundCodec.Member[form.count()];
        for (int i = 0; i < codecs.length; i++) {
            Compound.Member member = members.get(form.member(i));
            codecs[i] = new CompoundCodec.Member(member.name(), (int) member.offset(), member(member, form.type(i)));
        }
        return new CompoundCodec((int) compound.size(), codecs, form, context.where());
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

    // ---- small codecs ----------------------------------------------------------------------------------------

    /** Opaque bytes. */
    private static final class OpaqueCodec extends ObjectCodec {
        OpaqueCodec(Opaque type) {
            super(byte[].class, (int) type.size());
        }

        @Override
        public long heapBytes() {
            return super.heapBytes() + size();
        }

        @Override
        protected boolean fits(Object element) {
            return element instanceof byte[] bytes && bytes.length == size();
        }

        @Override
        protected Object get(ByteBuffer in) {
            byte[] bytes = new byte[size()];
            in.get(bytes);
            return bytes;
        }

        @Override
        protected void put(ByteBuffer out, Object element) {
            out.put((byte[]) element);
        }
    }

    /** Complex numbers: the real part, then the imaginary part. */
    private static final class ComplexCodec extends ObjectCodec {
        private final ElementCodec part;

        /** @param part the codec of a primitive Java type */
        ComplexCodec(ElementCodec part) {
            super(ComplexNumber.class, 2 * part.size());
            this.part = part;
        }

        @Override
        protected boolean fits(Object element) {
            return element instanceof ComplexNumber number && part.firstMisfit(parts(number)) < 0;
        }

        private static double[] parts(ComplexNumber number) {
            return new double[] {number.real(), number.imaginary()};
        }

        @Override
        protected Object get(ByteBuffer in) throws IOException {
            Object row = Array.newInstance(part.javaType(), 2);
            part.read(in, row, 0, 2);
            return new ComplexNumber(Array.getDouble(row, 0), Array.getDouble(row, 1));
        }

        @Override
        protected void put(ByteBuffer out, Object element) throws IOException {
            part.write(out, parts((ComplexNumber) element), 0, 2);
        }
    }

    /**
     * Reads elements into arrays of a more general type than that of their codec, such as boxed numbers.
     *
     * @param javaType a type to which the elements can be assigned, boxed if they are primitive
     */
    private record BoxingCodec(Class<?> javaType, ElementCodec elements) implements ElementCodec {
        private static final int PIECE = 512;
        private static final int BOX_BYTES = 16;

        @Override
        public int size() {
            return elements.size();
        }

        @Override
        public long heapBytes() {
            return Math.max(BOX_BYTES, elements.heapBytes());
        }

        @Override
        public void read(ByteBuffer in, Object row, int from, int count) throws IOException {
            Object piece = Array.newInstance(elements.javaType(), Math.min(PIECE, count));
            for (int done = 0; done < count; done += PIECE) {
                int length = Math.min(PIECE, count - done);
                try {
                    elements.read(in, piece, 0, length);
                } catch (MisfitException e) {
                    throw e.moved(row, from + done + e.index());
                }
                box(piece, (Object[]) row, from + done, length);
            }
        }

        private static void box(Object piece, Object[] row, int at, int length) {
            if (piece instanceof Object[] objects) {
                System.arraycopy(objects, 0, row, at, length);
            } else if (piece instanceof int[] ints) {
                for (int i = 0; i < length; i++) {
                    row[at + i] = ints[i];
                }
            } else if (piece instanceof long[] longs) {
                for (int i = 0; i < length; i++) {
                    row[at + i] = longs[i];
                }
            } else if (piece instanceof double[] doubles) {
                for (int i = 0; i < length; i++) {
                    row[at + i] = doubles[i];
                }
            } else {
                for (int i = 0; i < length; i++) {
                    row[at + i] = Array.get(piece, i);
                }
            }
        }
    }
}
