package dev.fallow.internal.data;

import dev.fallow.internal.data.element.ElementCodec;
import dev.fallow.internal.data.element.ObjectCodec;
import dev.fallow.internal.data.mapping.JavaValues;
import dev.fallow.type.VariableLength;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.List;

/** Variable-length sequences in the global heap, as arrays. A null sequence is read as an empty one. */
final class SequenceCodec extends ObjectCodec {
    private final ElementCodec base;
    private final ElementContext context;

    SequenceCodec(VariableLength type, ElementCodec base, ElementContext context) {
        super(base.javaType().arrayType(), (int) type.size());
        this.base = base;
        this.context = context;
    }

    @Override
    public boolean accepts(Class<?> componentType) {
        return componentType == Object.class
                || List.class.isAssignableFrom(componentType)
                || componentType.isArray() && base.accepts(componentType.getComponentType());
    }

    @Override
    protected boolean fits(Object element) {
        Object array = JavaValues.array(element);
        return array == null
                || array.getClass().isArray()
                        && base.accepts(array.getClass().getComponentType())
                        && Array.getLength(array) <= Elements.LARGEST_ARRAY / base.size()
                        && base.firstMisfit(array) < 0;
    }

    @Override
    protected Object get(ByteBuffer in) throws IOException {
        VariableLengthElement element = VariableLengthElement.get(in, context.sizes(), size());
        if (element.length() == 0 || element.id().isNone()) {
            return Array.newInstance(base.javaType(), 0);
        }
        byte[] bytes = context.heap().get(element.id());
        if (element.length() > bytes.length / base.size()) {
            throw VariableStringCodec.tooShort(element, base.size(), bytes.length);
        }
        int count = (int) element.length();
        Object array = Array.newInstance(base.javaType(), count);
        base.read(ByteBuffer.wrap(bytes), array, 0, count);
        return array;
    }

    @Override
    protected void put(ByteBuffer out, Object element) throws IOException {
        Object array = JavaValues.array(element);
        int count = array == null ? 0 : Array.getLength(array);
        VariableLengthElement stored = VariableLengthElement.NONE;
        if (count > 0) {
            ByteBuffer bytes = ByteBuffer.allocate(count * base.size());
            base.write(bytes, array, 0, count);
            stored = new VariableLengthElement(count, context.heap().put(bytes.array()));
        }
        stored.put(out, context.sizes());
    }
}
