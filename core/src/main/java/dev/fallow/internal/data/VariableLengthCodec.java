package dev.fallow.internal.data;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.Utf8;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.type.VariableLength;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Strings and sequences in the global heap. An element is a length (4) and a global heap ID, the null ID if there is no string or
 * sequence: then a string is null, and a sequence is read as an empty array.
 */
final class VariableLengthCodec extends ObjectCodec {
    /** Slightly below Java's limit of the length of an array, and sufficient for every global heap collection. */
    private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 4096;

    /** The codec of a sequence's elements; null for strings. */
    private final ElementCodec base;

    private final long baseSize;
    private final ElementContext context;

    /** @param base null for strings */
    VariableLengthCodec(VariableLength type, ElementCodec base, ElementContext context) {
        super(base == null ? String.class : base.javaType().arrayType(), (int) type.size());
        this.base = base;
        this.context = context;
        baseSize = type.base().size();
    }

    @Override
    public boolean accepts(Class<?> componentType) {
        return base == null
                ? super.accepts(componentType)
                : componentType == Object.class
                        || List.class.isAssignableFrom(componentType)
                        || componentType.isArray() && base.accepts(componentType.getComponentType());
    }

    /** Rejects zero bytes in strings, which would end the string for other readers, and what cannot be encoded. */
    @Override
    protected boolean fits(Object element) {
        if (base == null) {
            return element == null
                    || element instanceof String string && string.indexOf(0) < 0 && Utf8.firstLoneSurrogate(string) < 0;
        }
        Object array = JavaValues.array(element);
        return array == null
                || array.getClass().isArray()
                        && base.accepts(array.getClass().getComponentType())
                        && Array.getLength(array) <= LARGEST_ARRAY / base.size()
                        && base.firstMisfit(array) < 0;
    }

    @Override
    protected Object get(ByteBuffer in) throws IOException {
        FieldReader fields = context.fields(in, size(), "element of variable length");
        long length = fields.u32();
        GlobalHeapId id = GlobalHeapId.decode(fields);
        if (length == 0 || id.isNone()) {
            return base != null ? Array.newInstance(base.javaType(), 0) : id.isNone() ? null : "";
        }
        byte[] bytes = context.heap().get(id);
        if (length > bytes.length / baseSize) {
            throw new FormatException(
                    "global heap collection",
                    id.collectionAddress(),
                    "expected %d elements of %d bytes in object %d, found %d bytes"
                            .formatted(length, baseSize, id.index(), bytes.length));
        } else if (base == null) {
            int end = 0;
            while (end < length * baseSize && bytes[end] != 0) {
                end++;
            }
            return Utf8.decode(bytes, 0, end);
        }
        Object array = Array.newInstance(base.javaType(), (int) length);
        base.read(ByteBuffer.wrap(bytes), array, 0, (int) length);
        return array;
    }

    @Override
    protected void put(ByteBuffer out, Object element) throws IOException {
        byte[] bytes = null;
        int length = 0;
        if (base == null && element != null) {
            bytes = Utf8.encode((String) element);
            length = bytes.length;
        } else if (base != null) {
            Object array = JavaValues.array(element);
            length = array == null ? 0 : Array.getLength(array);
            if (length > 0) {
                bytes = new byte[length * base.size()];
                base.write(ByteBuffer.wrap(bytes), array, 0, length);
            }
        }
        FieldWriter fields = new FieldWriter(context.sizes()).u32(length);
        (bytes == null ? GlobalHeapId.NONE : context.heap().put(bytes)).encode(fields);
        out.put(fields.toByteArray());
    }
}
