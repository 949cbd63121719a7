package dev.fallow.internal.data;

import dev.fallow.internal.data.element.ElementCodec;
import dev.fallow.internal.data.element.ObjectCodec;
import dev.fallow.internal.data.element.Rows;
import dev.fallow.internal.data.mapping.RecordForm;
import dev.fallow.internal.storage.Memory;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compounds as maps from member names to values, in member order; records can be written too. */
final class CompoundCodec extends ObjectCodec {
    /** The memory of an empty map, and of each entry. */
    private static final int MAP_BYTES = 100;

    private static final int ENTRY_BYTES = 40;

    private final Member[] members;
    /** The file and the object, for messages. */
    private final String where;
    /** The class of the records that were written last; null before. */
    private Matched records;

    /** A record class with the component of each member. */
    private record Matched(Class<?> type, RecordForm form, int[] components) {}

    /** Zeros of an element's length; null until first used. */
    private byte[] gaps;

    /** A member: its name, its offset in the element, and its codec. */
    record Member(String name, int offset, ElementCodec codec) {
        private boolean fits(Object row) {
            return codec.accepts(row.getClass().getComponentType()) && codec.firstMisfit(row) < 0;
        }
    }

    /** The element that was checked last, and a row with the value of each member; null before. */
    private Object checked;

    private final Object[] checkedRows;

    CompoundCodec(int size, Member[] members, String where) {
        super(Map.class, size);
        this.members = members;
        this.where = where;
        checkedRows = new Object[members.length];
    }

    @Override
    public boolean accepts(Class<?> componentType) {
        return super.accepts(componentType) || Record.class.isAssignableFrom(componentType);
    }

    @Override
    public long heapBytes() {
        long bytes = MAP_BYTES;
        for (Member member : members) {
            bytes = Memory.sum(bytes, Memory.sum(ENTRY_BYTES, member.codec.heapBytes()));
        }
        return bytes;
    }

    /**
     * Requires exactly the members of the datatype, because a misspelt name would otherwise be lost.
     *
     * @throws dev.fallow.WrongTypeException if a record has other components
     */
    @Override
    protected boolean fits(Object element) {
        if (element instanceof Record) {
            matched(element.getClass());
        } else if (!(element instanceof Map<?, ?> values) || !hasJustTheMembers(values)) {
            return false;
        }
        checked = null;
        for (int i = 0; i < members.length; i++) {
            checkedRows[i] = Rows.of(value(element, i));
            if (!members[i].fits(checkedRows[i])) {
                return false;
            }
        }
        checked = element;
        return true;
    }

    /** Whether the value of a member in a map or a record can be written. */
    boolean fits(Object element, int member) {
        return members[member].fits(Rows.of(value(element, member)));
    }

    /** Whether a map has a value of each member, and no other. */
    boolean hasJustTheMembers(Map<?, ?> values) {
        return values.size() == members.length
                && Arrays.stream(members).allMatch(member -> values.containsKey(member.name));
    }

    private Matched matched(Class<?> type) {
        Matched found = records;
        if (found == null || found.type != type) {
            RecordForm form = new RecordForm(type);
            List<String> names = Arrays.stream(members).map(Member::name).toList();
            found = new Matched(type, form, form.match(names, where));
            records = found;
        }
        return found;
    }

    /** The value of a member in a map or a record. */
    Object value(Object element, int member) {
        if (element instanceof Map<?, ?> values) {
            return values.get(members[member].name);
        }
        Matched found = matched(element.getClass());
        return found.form.get(element, found.components[member]);
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
        boolean known = element == checked;
        for (int i = 0; i < members.length; i++) {
            Object row = known ? checkedRows[i] : Rows.of(value(element, i));
            members[i].codec.write(out.position(from + members[i].offset), row, 0, 1);
        }
        out.position(from + size());
    }
}
