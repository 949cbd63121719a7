package dev.fallow.internal.data;

import dev.fallow.format.Utf8;
import dev.fallow.type.CharacterSet;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedString;
import dev.fallow.type.StringPadding;
import dev.fallow.type.VariableLength;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The datatype of records whose strings have a fixed length. They are in UTF-8, because later records may have other characters.
 *
 * @param length bytes per string; 0 stands for the length of the longest one of a member
 */
record FixedStrings(int length, String where) {
    /** A datatype of the records' class in which strings are of variable length, with fixed ones instead. */
    Datatype in(Datatype type, List<Object> values) {
        if (type instanceof Compound compound) {
            return inMembers(compound, values);
        } else if (type instanceof VariableLength strings && strings.string()) {
            int longest = Math.max(1, length > 0 ? length : longest(values));
            return FixedString.of(longest, StringPadding.NULL_PADDED, CharacterSet.UTF_8);
        } else if (type instanceof VariableLength sequence) {
            return VariableLength.sequence(in(sequence.base(), elements(values)));
        } else if (type instanceof dev.fallow.type.Array array) {
            List<Object> inside = values;
            for (int i = 0; i < array.dimensions().size(); i++) {
                inside = elements(inside);
            }
            return dev.fallow.type.Array.of(
                    in(array.base(), inside),
                    array.dimensions().stream().mapToLong(Long::longValue).toArray());
        }
        return type;
    }

    private Datatype inMembers(Compound compound, List<Object> values) {
        Map<String, Datatype> members = new LinkedHashMap<>();
        List<String> names =
                compound.members().stream().map(Compound.Member::name).toList();
        Object first = values.stream().filter(Objects::nonNull).findFirst().orElse(null);
        RecordForm form = first == null ? null : RecordForm.whole(first.getClass(), names, where);
        for (int i = 0; i < names.size(); i++) {
            int member = i;
            List<Object> inside = new ArrayList<>();
            values.stream().filter(Objects::nonNull).forEach(value -> inside.add(form.get(value, member)));
            members.put(names.get(i), in(compound.members().get(i).type(), inside));
        }
        return Compound.packed(members);
    }

    private static List<Object> elements(List<Object> arrays) {
        List<Object> elements = new ArrayList<>();
        for (Object array : arrays) {
            for (int i = 0; array != null && array.getClass().isArray() && i < Array.getLength(array); i++) {
                elements.add(Array.get(array, i));
            }
        }
        return elements;
    }

    /** In bytes. A string that cannot be encoded is counted as empty; the check of the elements refuses it. */
    private static int longest(List<Object> strings) {
        return strings.stream()
                .filter(Objects::nonNull)
                .map(String.class::cast)
                .mapToInt(string -> Utf8.firstLoneSurrogate(string) < 0 ? Utf8.length(string) : 0)
                .max()
                .orElse(0);
    }
}
