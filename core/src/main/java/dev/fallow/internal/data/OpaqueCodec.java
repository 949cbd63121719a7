package dev.fallow.internal.data;

import dev.fallow.internal.data.element.ObjectCodec;
import dev.fallow.type.Opaque;
import java.nio.ByteBuffer;

/** Opaque bytes. */
final class OpaqueCodec extends ObjectCodec {
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
