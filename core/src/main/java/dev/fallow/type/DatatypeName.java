package dev.fallow.type;

import dev.fallow.format.Printable;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Names of datatypes for people, in the terms of numpy and h5py: {@link Datatype#toString()} lists the forms. A name is
 * safe to print and has at most {@value #LONGEST} characters, for any datatype.
 */
final class DatatypeName {
    /** The maximum length of a name in characters. */
    static final int LONGEST = 300;

    /** The length from which members are only counted. */
    private static final int ENOUGH = 160;

    private static final int LONGEST_MEMBER_NAME = 40;
    private static final String LEFT_OUT = "...";

    /** The members of a boolean, with the numbers 0 and 1 in one byte each. */
    private static final List<String> BOOLEAN = List.of("FALSE", "TRUE");

    private final StringBuilder text = new StringBuilder();

    private DatatypeName() {}

    static String of(Datatype type) {
        DatatypeName name = new DatatypeName();
        name.append(type);
        return name.bounded();
    }

    private String bounded() {
        if (text.length() <= LONGEST) {
            return text.toString();
        }
        int end = LONGEST - LEFT_OUT.length();
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + LEFT_OUT;
    }

    private void append(Datatype type) {
        if (text.length() > LONGEST) {
            return; // so deep types end the recursion, and wide ones the work
        }
        if (type instanceof FixedPoint number) {
            text.append(number.signed() ? "int" : "uint").append(8 * number.size());
            order(number.order(), number.size());
            bits(number.size(), number.bitOffset(), number.precision());
        } else if (type instanceof FloatingPoint number) {
            floatingPoint(number);
        } else if (type instanceof BitField field) {
            text.append("bitfield").append(8 * field.size());
            order(field.order(), field.size());
            bits(field.size(), field.bitOffset(), field.precision());
        } else if (type instanceof Time time) {
            text.append("time").append(8 * time.size());
            order(time.order(), time.size());
            bits(time.size(), 0, time.precision());
        } else if (type instanceof Complex complex) {
            complex(complex);
        } else if (type instanceof FixedString string) {
            text.append(
                    switch (string.padding()) {
                        case NULL_TERMINATED -> "null-terminated ";
                        case SPACE_PADDED -> "space-padded ";
                        case NULL_PADDED -> "";
                    });
            string(string.characterSet());
            size(string.size());
        } else if (type instanceof Opaque opaque) {
            text.append("opaque");
            size(opaque.size());
        } else if (type instanceof Compound compound) {
            compound(compound);
        } else if (type instanceof Enumeration enumeration) {
            enumeration(enumeration);
        } else if (type instanceof Array array) {
            array(array, List.of());
        } else if (type instanceof VariableLength variable && variable.string()) {
            string(variable.characterSet());
        } else if (type instanceof VariableLength sequence) {
            text.append("vlen of ");
            append(sequence.base());
        } else {
            text.append(
                    switch (((ReferenceType) type).kind()) {
                        case OBJECT -> "object reference";
                        case REGION -> "region reference";
                        case NEW_OBJECT, NEW_REGION, ATTRIBUTE -> "reference";
                    });
        }
    }

    private void order(ByteOrder order, long size) {
        if (order == ByteOrder.BIG_ENDIAN && size > 1) {
            text.append(" big-endian");
        }
    }

    private void bits(long size, int offset, int precision) {
        if (precision != 8 * size) {
            text.append(" (").append(precision).append(" bits");
            if (offset != 0) {
                text.append(" from bit ").append(offset);
            }
            text.append(')');
        }
    }

    private void size(long bytes) {
        text.append(" of ").append(bytes).append(bytes == 1 ? " byte" : " bytes");
    }

    private void string(CharacterSet characters) {
        text.append(characters == CharacterSet.UTF_8 ? "utf8 string" : "string");
    }

    private void floatingPoint(FloatingPoint number) {
        text.append("float").append(8 * number.size());
        order(number);
        if (isIeee(number)) {
            return;
        }
        text.append(" (");
        if (number.precision() != 8 * number.size()) {
            text.append(number.precision()).append(" bits, ");
        }
        text.append(number.exponentSize()).append("-bit exponent, ");
        text.append(number.mantissaSize()).append("-bit mantissa");
        if (number.exponentBias() != bias(number.exponentSize())) {
            text.append(", bias ").append(number.exponentBias());
        }
        text.append(')');
    }

    private void order(FloatingPoint number) {
        if (number.order() == FloatingPoint.Order.VAX) {
            text.append(" VAX");
        } else if (number.order() == FloatingPoint.Order.BIG_ENDIAN) {
            order(ByteOrder.BIG_ENDIAN, number.size());
        }
    }

    private void complex(Complex complex) {
        if (isIeee(complex.base())) {
            text.append("complex").append(8 * complex.size());
            order(complex.base());
        } else {
            text.append("complex of ");
            floatingPoint(complex.base());
        }
    }

    /** Whether the fields are those of the IEEE 754 binary format of this size, in any order of the bytes. */
    private static boolean isIeee(FloatingPoint number) {
        long bits = 8 * number.size();
        int exponentSize = bits == 16 ? 5 : bits == 32 ? 8 : bits == 64 ? 11 : bits == 128 ? 15 : -1;
        long mantissaSize = bits - 1 - exponentSize;
        return number.exponentSize() == exponentSize
                && number.mantissaSize() == mantissaSize
                && number.mantissaPosition() == 0
                && number.exponentPosition() == mantissaSize
                && number.signPosition() == bits - 1
                && number.bitOffset() == 0
                && number.precision() == bits
                && number.normalization() == FloatingPoint.Normalization.IMPLIED
                && number.exponentBias() == bias(exponentSize);
    }

    private static long bias(int exponentSize) {
        return exponentSize < 1 || exponentSize > 32 ? 0 : (1L << exponentSize - 1) - 1;
    }

    private void compound(Compound compound) {
        members("compound", compound.members().size(), i -> {
            Compound.Member member = compound.members().get(i);
            name(member.name());
            text.append(' ');
            if (member.legacyDimensions().isEmpty()) {
                append(member.type());
            } else {
                array(member.type(), member.legacyDimensions());
            }
        });
    }

    private void enumeration(Enumeration enumeration) {
        List<String> names = enumeration.names();
        if (names.equals(BOOLEAN) && Arrays.equals(enumeration.values(), new byte[] {0, 1})) {
            text.append("bool");
            return;
        }
        text.append("enum ");
        append(enumeration.base());
        members("", names.size(), i -> name(names.get(i)));
    }

    /** The dimensions of arrays inside arrays follow those of the outer one, as in C. */
    private void array(Datatype type, List<Long> outer) {
        StringBuilder dimensions = new StringBuilder();
        if (!outer.isEmpty()) {
            dimensions.append(outer);
        }
        Datatype element = type;
        while (element instanceof Array array) {
            if (dimensions.length() <= LONGEST) {
                dimensions.append(array.dimensions());
            }
            element = array.base();
        }
        int from = text.length();
        append(element);
        boolean bracketed = element instanceof Compound || element instanceof Enumeration;
        if (!bracketed && text.indexOf(" ", from) >= 0) {
            text.insert(from, '(').append(')');
        }
        text.append(dimensions);
    }

    private void members(String kind, int count, IntConsumer member) {
        text.append(kind).append('{');
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ", ");
            if (text.length() >= ENOUGH) {
                text.append(LEFT_OUT).append(' ').append(count - i).append(" more");
                break;
            }
            member.accept(i);
        }
        text.append('}');
    }

    private void name(String name) {
        if (name.length() <= LONGEST_MEMBER_NAME) {
            text.append(Printable.name(name));
            return;
        }
        int end = LONGEST_MEMBER_NAME - LEFT_OUT.length();
        end -= Character.isHighSurrogate(name.charAt(end - 1)) ? 1 : 0;
        text.append(Printable.name(name.substring(0, end))).append(LEFT_OUT);
    }
}
