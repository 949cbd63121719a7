package dev.fallow.internal.data;

import dev.fallow.internal.data.element.ElementCodec;
import dev.fallow.internal.data.element.ObjectCodec;
import dev.fallow.internal.data.element.Rows;
import dev.fallow.internal.storage.Memory;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Compounds as maps from member names to values, in member order. */
final class CompoundCodec extends ObjectCodec {
    /** The memory of an empty map, and of each entry. */
    private static final int MAP_BYTES = 100;

    private static final int ENTRY_BYTES = 40;

    private final Member[] members;
    /** Zeros of an element's length; null until first used. */
    private byte[] gaps;

    /** A member: its name, its offset in the element, and its codec. */
    record Member(String name, int offset, ElementCodec codec) {
        private boolean fits(Object value) {
            Object row = Rows.of(value);
            return codec.accepts(row.getClass().getComponentType()) && codec.firstMisfit(row) < 0;
        }
    }

    CompoundCodec(int size, Member[] members) {
        super(Map.class, size);
        this.members = members;
    }

    @Override
    public long heapBytes() {
        long bytes = MAP_BYTES;
        for (Member member : members) {
            bytes = Memory.sum(bytes, Memory.sum(ENTRY_BYTES, member.codec.heapBytes()));
        }
        return bytes;
    }

    /** Requires exactly the members of the datatype, because a misspelt name would otherwise be lost. */
    @Override
    protected boolean fits(Object element) {
        if (!(element instanceof Map<?, ?> values) || values.size() != members.length) {
            return false;
        }
        for (Member member : members) {
            if (!values.containsKey(member.name) || !member.fits(values.get(member.name))) {
                return false;
            }
        }
        return true;
    }

    @Override
    protected Object get(ByteBuffer in) throws IOException {
        int from = in.position();
        Map<String, Object> values = new LinkedHashMap<>();
        for (Member member : members) {
            Object row = Array.newInstance(member.codec.javaType(), 1);
            member.codec.read(in.position(from + member.offset), row, 0, 1);
            values.put(member.name, Array.get(row, 0));
        }
        in.position(from + size());
        return Collections.unmodifiableMap(values);
    }

    @Override
    protected void put(ByteBuffer out, Object element) throws IOException {
        int from = out.position();
        if (gaps == null) {
            gaps = new byte[size()];
        }
        out.put(gaps);
        for (Member member : members) {
            Object row = Rows.of(((Map<?, ?>) element).get(member.name));
            member.codec.write(out.position(from + member.offset), row, 0, 1);
        }
        out.position(from + size());
    }
}
