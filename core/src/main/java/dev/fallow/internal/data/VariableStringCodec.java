package dev.fallow.internal.data;

import dev.fallow.format.FormatException;
import dev.fallow.format.Utf8;
import dev.fallow.internal.data.element.ObjectCodec;
import dev.fallow.type.VariableLength;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Strings in the global heap. An element that was never written is null. */
final class VariableStringCodec extends ObjectCodec {
    private final ElementContext context;
    private final long characterSize;

    VariableStringCodec(VariableLength type, ElementContext context) {
        super(String.class, (int) type.size());
        this.context = context;
        characterSize = type.base().size();
    }

    /** Rejects zero bytes, which would end the string for other readers, and what cannot be encoded. */
    @Override
    protected boolean fits(Object element) {
        return element == null
                || element instanceof String string && string.indexOf(0) < 0 && Utf8.firstLoneSurrogate(string) < 0;
    }

    @Override
    protected Object get(ByteBuffer in) throws IOException {
        VariableLengthElement element = VariableLengthElement.get(in, context.sizes(), size());
        if (element.id().isNone()) {
            return null;
        }
        if (element.length() == 0) {
            return "";
        }
        byte[] bytes = context.heap().get(element.id());
        if (element.length() > bytes.length / characterSize) {
            throw tooShort(element, characterSize, bytes.length);
        }
        int length = 0;
        while (length < element.length() * characterSize && bytes[length] != 0) {
            length++;
        }
        return Utf8.decode(bytes, 0, length);
    }

    static FormatException tooShort(VariableLengthElement element, long size, int found) {
        return new FormatException(
                "global heap collection",
                element.id().collectionAddress(),
                "expected %d elements of %d bytes in object %d, found %d bytes"
                        .formatted(element.length(), size, element.id().index(), found));
    }

    @Override
    protected void put(ByteBuffer out, Object element) throws IOException {
        VariableLengthElement stored = VariableLengthElement.NONE;
        if (element != null) {
            byte[] bytes = Utf8.encode((String) element);
            stored = new VariableLengthElement(bytes.length, context.heap().put(bytes));
        }
        stored.put(out, context.sizes());
    }
}
