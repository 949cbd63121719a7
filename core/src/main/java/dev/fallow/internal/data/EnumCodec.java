package dev.fallow.internal.data;

import dev.fallow.EnumValue;
import dev.fallow.type.Enumeration;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Enumerations. */
final class EnumCodec implements ElementCodec {
    private static final String FALSE = "FALSE";
    private static final String TRUE = "TRUE";

    private final IntegerCodec base;
    private final Map<String, Long> numbers = new HashMap<>();
    private final Map<Long, Optional<String>> names = new HashMap<>();
    /** The constants of Java enums that were written. */
    private final Map<Class<?>, Constants> constants = new ConcurrentHashMap<>();

    private final ObjectsOfNumbers values = new ObjectsOfNumbers(this::value);

    /** The codec of an enumeration of at most 8 bytes: of booleans, if it is h5py's boolean type. */
    static ElementCodec of(Enumeration type) {
        EnumCodec codec = new EnumCodec(type, new IntegerCodec(type.base()));
        return codec.isBoolean() ? new BooleanCodec(codec) : codec;
    }

    private EnumCodec(Enumeration type, IntegerCodec base) {
        this.base = base;
        ByteBuffer values = ByteBuffer.wrap(type.values());
        long[] one = new long[1];
        for (String name : type.names()) {
            base.readLongs(values, one, 0, 1);
            numbers.put(name, one[0]);
            names.putIfAbsent(one[0], Optional.of(name));
        }
    }

    /** Whether this is h5py's boolean type: one byte, 0 and 1, with the names FALSE and TRUE. */
    private boolean isBoolean() {
        return size() == 1
                && numbers.size() == 2
                && Long.valueOf(0).equals(numbers.get(FALSE))
                && Long.valueOf(1).equals(numbers.get(TRUE));
    }

    @Override
    public Class<?> javaType() {
        return EnumValue.class;
    }

    @Override
    public int size() {
        return base.size();
    }

    @Override
    public long heapBytes() {
        return ObjectCodec.SMALLEST_OBJECT;
    }

    @Override
    public boolean accepts(Class<?> componentType) {
        return componentType.isAssignableFrom(EnumValue.class)
                || componentType == EnumValue.class
                || componentType == String.class
                || componentType == boolean.class
                || Enum.class.isAssignableFrom(componentType)
                || base.accepts(componentType);
    }

    private boolean fits(Object element) {
        Long number = number(element);
        return number != null && base.fits(number);
    }

    /** The number of an enumeration value, name, constant, boolean or number; null if there is none. */
    private Long number(Object element) {
        if (element instanceof EnumValue value) {
            boolean fits = value.name()
                    .map(name -> Long.valueOf(value.value()).equals(numbers.get(name)))
                    .orElse(true);
            return fits ? (Long) value.value() : null;
        } else if (element instanceof Boolean truth) {
            return numbers.get(truth ? TRUE : FALSE);
        } else if (element instanceof String name) {
            return numbers.get(name);
        } else if (element instanceof Enum<?> constant) {
            return number(constant);
        }
        return IntegerCodec.integer(element);
    }

    /** The number of the name that belongs to a constant; null if there is none. */
    private Long number(Enum<?> constant) {
        Constants known = constantsOf(constant.getDeclaringClass());
        int ordinal = constant.ordinal();
        return known.missing[ordinal] ? null : (Long) known.numbers[ordinal];
    }

    private Constants constantsOf(Class<?> enumClass) {
        return constants.computeIfAbsent(enumClass, this::constantsByOrdinal);
    }

    private Constants constantsByOrdinal(Class<?> enumClass) {
        NameMatch match = new NameMatch(numbers.keySet());
        Enum<?>[] all = (Enum<?>[]) enumClass.getEnumConstants();
        Constants known = new Constants(new long[all.length], new boolean[all.length]);
        for (Enum<?> constant : all) {
            Long number = numbers.get(match.of(constant.name()));
            known.missing[constant.ordinal()] = number == null;
            known.numbers[constant.ordinal()] = number == null ? 0 : number;
        }
        return known;
    }

    /**
     * The numbers of the constants of a Java enum, by ordinal.
     *
     * @param missing whether a constant has none
     */
    private record Constants(long[] numbers, boolean[] missing) {
        /** The index of the first element that is null or a constant without a number, or -1. */
        int firstUnknown(Enum<?>[] row, int from, int count) {
            for (int i = from; i < from + count; i++) {
                if (row[i] == null || missing[row[i].ordinal()]) {
                    return i;
                }
            }
            return -1;
        }

        /** Puts the numbers of constants into an array of {@code int} or {@code long}. */
        void put(Enum<?>[] row, int from, Object to, int count) {
            if (to instanceof int[] ints) {
                for (int i = 0; i < count; i++) {
                    ints[i] = (int) numbers[row[from + i].ordinal()];
                }
            } else {
                for (int i = 0; i < count; i++) {
                    ((long[]) to)[i] = numbers[row[from + i].ordinal()];
                }
            }
        }
    }

    /** Whether a row has integers, none of which stands for another number. */
    private static boolean isOfNumbers(Object row) {
        return PrimitiveRows.bytes(row) > 1 && !(row instanceof char[]);
    }

    @Override
    public int firstMisfit(Object row) {
        if (isOfNumbers(row)) {
            return base.firstMisfit(row);
        }
        return PrimitiveRows.firstMisfit(
                Array.getLength(row),
                PrimitiveRows.PIECE,
                (from, count) -> isOfConstants(row)
                        ? constantsOf(row.getClass().getComponentType()).firstUnknown((Enum<?>[]) row, from, count)
                        : firstMisfit(row, from, count));
    }

    private static boolean isOfConstants(Object row) {
        return row.getClass().getComponentType().isEnum();
    }

    private int firstMisfit(Object row, int from, int count) {
        for (int i = from; i < from + count; i++) {
            if (!fits(element(row, i))) {
                return i;
            }
        }
        return -1;
    }

    private static Object element(Object row, int index) {
        return row instanceof Object[] elements ? elements[index] : Array.get(row, index);
    }

    @Override
    public void write(ByteBuffer out, Object row, int from, int count) {
        if (isOfNumbers(row)) {
            base.write(out, row, from, count);
            return;
        }
        Object piece = base.piece(count);
        int most = Array.getLength(piece);
        for (int done = 0; done < count; done += most) {
            int length = Math.min(most, count - done);
            if (isOfConstants(row)) {
                constantsOf(row.getClass().getComponentType()).put((Enum<?>[]) row, from + done, piece, length);
            } else {
                for (int i = 0; i < length; i++) {
                    long number = number(element(row, from + done + i));
                    if (piece instanceof int[] ints) {
                        ints[i] = (int) number;
                    } else {
                        ((long[]) piece)[i] = number;
                    }
                }
            }
            base.write(out, piece, 0, length);
        }
    }

    @Override
    public void read(ByteBuffer in, Object row, int from, int count) {
        read(in, row, from, count, values);
    }

    /** Reads elements as other objects. */
    void read(ByteBuffer in, Object row, int from, int count, ObjectsOfNumbers objects) {
        objects.read(base, in, row, from, count);
    }

    /** The value of a number. */
    EnumValue value(long number) {
        return new EnumValue(names.getOrDefault(number, Optional.empty()), number);
    }

    /** A one-byte enumeration of FALSE and TRUE. Any value other than 0 is read as true. */
    private record BooleanCodec(EnumCodec enumeration) implements ElementCodec {
        @Override
        public Class<?> javaType() {
            return boolean.class;
        }

        @Override
        public int size() {
            return 1;
        }

        @Override
        public boolean accepts(Class<?> componentType) {
            return enumeration.accepts(componentType) || componentType == Boolean.class;
        }

        @Override
        public int firstMisfit(Object row) {
            return row instanceof boolean[] ? -1 : enumeration.firstMisfit(row);
        }

        @Override
        public void read(ByteBuffer in, Object row, int from, int count) {
            byte[] stored = new byte[Math.min(PrimitiveRows.PIECE_BYTES, count)];
            boolean[] truths = new boolean[stored.length];
            for (int done = 0; done < count; done += stored.length) {
                int length = Math.min(stored.length, count - done);
                in.get(stored, 0, length);
                PrimitiveRows.truths(stored, truths, length);
                System.arraycopy(truths, 0, row, from + done, length);
            }
        }

        @Override
        public void write(ByteBuffer out, Object row, int from, int count) throws IOException {
            if (row instanceof boolean[] truths) {
                PrimitiveRows.bits(truths, from, count, (bits, length) -> out.put(bits, 0, length));
            } else {
                enumeration.write(out, row, from, count);
            }
        }
    }
}
