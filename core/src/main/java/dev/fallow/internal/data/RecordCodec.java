package dev.fallow.internal.data;

import dev.fallow.internal.data.element.ElementCodec;
import dev.fallow.internal.data.element.MisfitException;
import dev.fallow.internal.data.element.ObjectCodec;
import dev.fallow.internal.data.mapping.RecordForm;
import dev.fallow.internal.storage.Memory;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;

/** Compounds as records of a Java class. */
final class RecordCodec extends ObjectCodec {
    private final RecordForm form;
    private final ElementCodec compound;
    private final Member[] members;

    /**
     * A member.
     *
     * @param offset in the element
     * @param component its position in the record
     * @param codec reads the component's type
     */
    record Member(String name, int offset, int component, ElementCodec codec) {}

    /** @param compound the codec of the datatype, for writing */
    RecordCodec(Class<?> type, RecordForm form, ElementCodec compound, Member[] members) {
        super(type, compound.size());
        this.form = form;
        this.compound = compound;
        this.members = members;
    }

    @Override
    public long heapBytes() {
        long bytes = super.heapBytes();
        for (Member member : members) {
            bytes = Memory.sum(bytes, member.codec.heapBytes());
        }
        return bytes;
    }

    @Override
    public boolean accepts(Class<?> componentType) {
        return compound.accepts(componentType);
    }

    @Override
    protected boolean fits(Object element) {
        return compound.firstMisfit(new Object[] {element}) < 0;
    }

    @Override
    protected Object get(ByteBuffer in) throws IOException {
        int from = in.position();
        Object[] values = new Object[members.length];
        for (Member member : members) {
            Object row = Array.newInstance(member.codec.javaType(), 1);
            try {
                member.codec.read(in.position(from + member.offset), row, 0, 1);
            } catch (MisfitException e) {
                throw e.in(null, 0, "member " + member.name);
            }
            values[member.component] = Array.get(row, 0);
        }
        in.position(from + size());
        return form.create(values);
    }

    @Override
    protected void put(ByteBuffer out, Object element) throws IOException {
        compound.write(out, new Object[] {element}, 0, 1);
    }
}
