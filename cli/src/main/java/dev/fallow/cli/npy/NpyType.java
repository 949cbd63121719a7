package dev.fallow.cli.npy;

import dev.fallow.ContainerException;
import dev.fallow.Types;
import dev.fallow.cli.shell.GivenValue;
import dev.fallow.type.Array;
import dev.fallow.type.CharacterSet;
import dev.fallow.type.Complex;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.Enumeration;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FixedString;
import dev.fallow.type.FloatingPoint;
import dev.fallow.type.Opaque;
import dev.fallow.type.StringPadding;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Datatypes as numpy describes them: {@code <f8}, or a list of the members of a compound with their names. */
final class NpyType {
    private static final Pattern CODE = Pattern.compile("([<>|=]?)([a-zA-Z])([0-9]{0,9})(.*)");
    private static final int COMPOUND_VERSION = 3;

    private NpyType() {}

    /**
     * A type as a literal of Python.
     *
     * @param name of what has the type, for messages
     * @throws ContainerException if numpy has no such type
     */
    static String descr(Datatype type, String name) {
        FloatingPoint part = complexPart(type);
        if (type instanceof FixedPoint number
                && number.filled()
                && Long.bitCount(number.size()) == 1
                && number.size() <= Long.BYTES) {
            return quoted(
                    mark(number.order() == ByteOrder.BIG_ENDIAN, number.size()),
                    number.signed() ? "i" : "u",
                    number.size());
        } else if (type instanceof FloatingPoint number && isIeee(number)) {
            return quoted(mark(isBig(number), number.size()), "f", number.size());
        } else if (part != null) {
            return quoted(mark(isBig(part), part.size()), "c", type.size());
        } else if (type instanceof Enumeration enumeration) {
            return type.toString().equals("bool") ? "'|b1'" : descr(enumeration.base(), name);
        } else if (type instanceof FixedString) {
            return quoted("|", "S", type.size());
        } else if (type instanceof Opaque) {
            return quoted("|", "V", type.size());
        } else if (type instanceof Compound compound) {
            return members(compound, name);
        }
        throw new ContainerException(
                name + ": elements of type " + type + " have no form in npy; CSV and fallow cat --json have one");
    }

    private static String quoted(String mark, String code, long size) {
        return "'" + mark + code + size + "'";
    }

    private static String mark(boolean bigEndian, long size) {
        return size == 1 ? "|" : bigEndian ? ">" : "<";
    }

    private static boolean isBig(FloatingPoint number) {
        return number.order() == FloatingPoint.Order.BIG_ENDIAN;
    }

    private static boolean isIeee(FloatingPoint number) {
        return number.toString().matches("float(16|32|64)( big-endian)?");
    }

    /** The type of both parts of a complex number, also as h5py stores it: a compound of r and i. Null for another type. */
    private static FloatingPoint complexPart(Datatype type) {
        Datatype part = null;
        if (type instanceof Complex complex) {
            part = complex.base();
        } else if (type instanceof Compound compound && compound.members().size() == 2) {
            Compound.Member real = compound.members().get(0);
            Compound.Member imaginary = compound.members().get(1);
            boolean matches = real.name().equals("r")
                    && imaginary.name().equals("i")
                    && real.type().equals(imaginary.type())
                    && real.legacyDimensions().isEmpty()
                    && real.offset() == 0
                    && imaginary.offset() == real.size()
                    && type.size() == 2 * real.size();
            part = matches ? real.type() : null;
        }
        return part instanceof FloatingPoint number && isIeee(number) && number.size() >= Float.BYTES ? number : null;
    }

    /** Gaps between members are members without a name. */
    private static String members(Compound type, String name) {
        StringBuilder members = new StringBuilder("[");
        long offset = 0;
        List<Compound.Member> sorted = type.members().stream()
                .sorted(Comparator.comparingLong(Compound.Member::offset))
                .toList();
        for (Compound.Member member : sorted) {
            gap(members, member.offset() - offset);
            List<Long> dimensions = new ArrayList<>(member.legacyDimensions());
            Datatype base = elements(member.type(), dimensions);
            members.append("(%s, %s%s), "
                    .formatted(
                            PythonLiteral.quoted(member.name()),
                            descr(base, name + ", member " + member.name()),
                            dimensions.isEmpty() ? "" : ", " + tuple(dimensions)));
            offset = member.offset() + member.size();
        }
        gap(members, type.size() - offset);
        members.setLength(members.length() - 2);
        return members.append(']').toString();
    }

    private static void gap(StringBuilder members, long bytes) {
        if (bytes > 0) {
            members.append("('', '|V").append(bytes).append("'), ");
        }
    }

    /** What an array consists of; its dimensions are added. */
    static Datatype elements(Datatype type, List<Long> dimensions) {
        Datatype base = type;
        while (base instanceof Array array) {
            dimensions.addAll(array.dimensions());
            base = array.base();
        }
        return base;
    }

    /** Numbers as a tuple of Python. */
    static String tuple(List<Long> numbers) {
        String joined = numbers.toString().replaceAll("[\\[\\]]", "");
        return "(" + joined + (numbers.size() == 1 ? ",)" : ")");
    }

    /**
     * The datatype of a description. Texts of numpy, of 4 bytes a character, are strings of variable length.
     *
     * @throws IllegalArgumentException if it is none, or one that HDF5 does not have
     */
    static Datatype parse(Object descr) {
        if (descr instanceof List<?> members) {
            return compound(members);
        }
        Matcher code = CODE.matcher(String.valueOf(descr));
        if (code.matches() && code.group(4).isEmpty() && !code.group(3).isEmpty()) {
            int size = Integer.parseInt(code.group(3));
            boolean bigEndian = code.group(1).equals(">");
            switch (code.group(2)) {
                case "b", "?" -> {
                    if (size == 1) {
                        return Types.bool();
                    }
                }
                case "i", "u", "f" -> {
                    if (size <= Long.BYTES
                            && Integer.bitCount(size) == 1
                            && !(size == 1 && code.group(2).equals("f"))) {
                        return new GivenValue.TypeParser().convert(descr.toString());
                    }
                }
                case "c" -> {
                    if (size == 2 * Float.BYTES || size == 2 * Double.BYTES) {
                        return complex(size / 2, bigEndian);
                    }
                }
                case "S", "a" -> {
                    if (size > 0) {
                        return FixedString.of(size, StringPadding.NULL_PADDED, CharacterSet.ASCII);
                    }
                }
                case "V" -> {
                    if (size > 0) {
                        return Types.opaque(size, "");
                    }
                }
                default -> {}
            }
        }
        throw new IllegalArgumentException(
                "elements of numpy's type " + descr + " cannot be stored: expected b1, i1 to i8,"
                        + " u1 to u8, f2 to f8, c8, c16, S, U, V, or a structure of these");
    }

    private static Datatype complex(int size, boolean bigEndian) {
        Datatype part = FloatingPoint.ieee(
                size, bigEndian ? FloatingPoint.Order.BIG_ENDIAN : FloatingPoint.Order.LITTLE_ENDIAN);
        return new Compound(
                COMPOUND_VERSION,
                2L * size,
                List.of(new Compound.Member("r", 0, part), new Compound.Member("i", size, part)));
    }

    private static Datatype compound(List<?> fields) {
        List<Compound.Member> members = new ArrayList<>();
        long offset = 0;
        for (Object each : fields) {
            if (!(each instanceof List<?> field) || field.size() < 2) {
                throw new IllegalArgumentException("expected the name and the type of a member, found " + each);
            }
            Object name = field.get(0) instanceof List<?> titled && titled.size() == 2 ? titled.get(1) : field.get(0);
            Datatype type = parse(field.get(1));
            if (field.size() > 2) {
                type = Array.of(type, dimensions(field.get(2)));
            }
            if (!"".equals(name)) {
                members.add(new Compound.Member(String.valueOf(name), offset, type));
            }
            offset += type.size();
        }
        return new Compound(COMPOUND_VERSION, offset, members);
    }

    /** The numbers of a tuple, or one number. */
    static long[] dimensions(Object shape) {
        List<?> numbers = shape instanceof List<?> list ? list : List.of(shape);
        for (Object each : numbers) {
            if (!(each instanceof Long number) || number < 0) {
                throw new IllegalArgumentException("expected a shape, found " + shape);
            }
        }
        return numbers.stream().mapToLong(each -> (Long) each).toArray();
    }
}
