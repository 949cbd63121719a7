package dev.fallow.internal.data;

import dev.fallow.internal.storage.Memory;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compounds as maps from member names to values, in member order, or as complex numbers; maps and records can be written. Compounds are
 * read as records if the caller names a record class; such a codec only reads, and only the members that the record has.
 */
final class CompoundCodec extends ObjectCodec {
    /** The memory of an empty map, and of each entry. */
    private static final int MAP_BYTES = 100;

    private static final int ENTRY_BYTES = 40;

    private final Member[] members;
    /** The file and the object, for messages. */
    private final String where;
    /** The records that are read; null if maps are read. */
    private final RecordForm wanted;
    /** The class of the records that were written last; null before. */
    private RecordForm written;

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

    /** @param wanted the records to be read; null for maps */
    CompoundCodec(int size, Member[] members, RecordForm wanted, String where) {
        super(wanted == null ? Map.class : wanted.type(), size);
        this.members = members;
        this.wanted = wanted;
        this.where = where;
        checkedRows = new Object[members.length];
    }

    @Override
    public boolean accepts(Class<?> componentType) {
        return super.accepts(componentType)
                || Record.class.isAssignableFrom(componentType)
                || Map.class.isAssignableFrom(componentType);
    }

    @Override
    public long heapBytes() {
        long bytes = wanted == null ? MAP_BYTES : super.heapBytes();
        for (Member member : members) {
            bytes = Memory.sum(bytes, Memory.sum(wanted == null ? ENTRY_BYTES : 0, member.codec.heapBytes()));
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
            form(element.getClass());
        } else if (!(element instanceof Map<?, ?> values) || !hasJustTheMembers(values)) {
            return false;
        }
        checked = null;
        for (int i = 0; i < members.length; i++) {
            checkedRows[i] = ElementRows.row(value(element, i));
            if (!members[i].fits(checkedRows[i])) {
                return false;
            }
        }
        checked = element;
        return true;
    }

    /** Whether the value of a member in a map or a record can be written. */
    boolean fits(Object element, int member) {
        return members[member].fits(ElementRows.row(value(element, member)));
    }

    /** Whether a map has a value of each member, and no other. */
    boolean hasJustTheMembers(Map<?, ?> values) {
        return values.size() == members.length
                && Arrays.stream(members).allMatch(member -> values.containsKey(member.name));
    }

    private RecordForm form(Class<?> type) {
        RecordForm form = written;
        if (form == null || form.type() != type) {
            List<String> names = Arrays.stream(members).map(Member::name).toList();
            form = RecordForm.whole(type, names, where);
            written = form;
        }
        return form;
    }

    /** The value of a member in a map or a record. */
    Object value(Object element, int member) {
        return element instanceof Map<?, ?> values
                ? values.get(members[member].name)
                : form(element.getClass()).get(element, member);
    }

    @Override
    protected Object get(ByteBuffer in) throws IOException {
        int from = in.position();
        Map<String, Object> map = wanted == null ? new LinkedHashMap<>() : null;
        Object[] arguments = wanted == null ? null : new Object[members.length];
        for (int i = 0; i < members.length; i++) {
            Member member = members[i];
            Object row = Array.newInstance(member.codec.javaType(), 1);
            try {
                member.codec.read(in.position(from + member.offset), row, 0, 1);
            } catch (MisfitException e) {
                throw e.in(null, 0, "member " + member.name);
            }
            if (map != null) {
                map.put(member.name, Array.get(row, 0));
            } else {
                wanted.set(arguments, i, Array.get(row, 0));
            }
        }
        in.position(from + size());
        return map != null ? Collections.unmodifiableMap(map) : wanted.create(arguments);
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
            Object row = known ? checkedRows[i] : ElementRows.row(value(element, i));
            members[i].codec.write(out.position(from + members[i].offset), row, 0, 1);
        }
        out.position(from + size());
    }
}
