package dev.fallow.internal.data;

import dev.fallow.internal.Memory;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Compounds: maps from the names of the members to their values, in the order in which the type has them. */
final class CompoundCodec extends ObjectCodec {
    /** A map without members, and what each adds. */
    private static final int MAP_BYTES = 100;

    private static final int ENTRY_BYTES = 40;

    private final Member[] members;
    /** As many zeros as an element has bytes; null before any is written. */
    private byte[] gaps;

    /** A member: where it lies in the element, and how. */
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

    /** Just the members that the type has: a name that is written wrong would be lost. */
    @Override
    boolean fits(Object element) {
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
    Object get(ByteBuffer in) throws IOException {
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
    void put(ByteBuffer out, Object element) throws IOException {
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
