package dev.fallow.internal.data;

import dev.fallow.EnumValue;
import dev.fallow.type.Enumeration;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Enumerations. */
final class EnumCodec extends ObjectCodec {
    private static final String FALSE = "FALSE";
    private static final String TRUE = "TRUE";

    private final IntegerCodec base;
    private final Map<String, Long> numbers = new HashMap<>();
    private final Map<Long, Optional<String>> names = new HashMap<>();
    /** The numbers of the constants of Java enums that were written. */
    private final Map<String, Long> constants = new ConcurrentHashMap<>();

    /** The codec of an enumeration of at most 8 bytes: of booleans, if it is h5py's boolean type. */
    static ElementCodec of(Enumeration type) {
        EnumCodec codec = new EnumCodec(type, new IntegerCodec(type.base()));
        return codec.isBoolean() ? new BooleanCodec(codec) : codec;
    }

    private EnumCodec(Enumeration type, IntegerCodec base) {
        super(EnumValue.class, base.size());
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
    public boolean accepts(Class<?> componentType) {
        return super.accepts(componentType)
                || componentType == String.class
                || componentType == boolean.class
                || Enum.class.isAssignableFrom(componentType)
                || base.accepts(componentType);
    }

    @Override
    protected boolean fits(Object element) {
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
        return constants.computeIfAbsent(
                constant.name(), name -> numbers.get(new NameMatch(numbers.keySet()).of(name)));
    }

    @Override
    protected Object get(ByteBuffer in) {
        long[] one = new long[1];
        base.readLongs(in, one, 0, 1);
        return new EnumValue(names.getOrDefault(one[0], Optional.empty()), one[0]);
    }

    @Override
    protected void put(ByteBuffer out, Object element) {
        base.write(out, new long[] {number(element)}, 0, 1);
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
            byte[] stored = new byte[count];
            in.get(stored);
            boolean[] truths = (boolean[]) row;
            for (int i = 0; i < count; i++) {
                truths[from + i] = stored[i] != 0;
            }
        }

        @Override
        public void write(ByteBuffer out, Object row, int from, int count) throws IOException {
            if (row instanceof boolean[] truths) {
                out.put(PrimitiveRows.bits(truths, from, count));
            } else {
                enumeration.write(out, row, from, count);
            }
        }
    }
}
