package dev.fallow.container.session;

import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.oracle.type.ReferenceType.ArrayType;
import dev.fallow.oracle.type.ReferenceType.Compound;
import dev.fallow.oracle.type.ReferenceType.FixedString;
import dev.fallow.oracle.type.ReferenceType.Floating;
import dev.fallow.oracle.type.ReferenceType.Opaque;
import dev.fallow.oracle.type.ReferenceType.VariableLength;
import dev.fallow.oracle.type.ReferenceType.VariableString;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What partial writes and changes of the dimensions do to a content. */
final class ChunkedContents {
    private ChunkedContents() {}

    /** Returns a content of one value. */
    static Content filled(ReferenceType type, List<Long> dimensions, Object fill) {
        Object value = fill == null ? zero(type) : fill;
        return new Content(type, dimensions, Collections.nCopies(Math.toIntExact(count(dimensions)), value));
    }

    /** Returns a content with a block of other elements. */
    static Content withPart(Content content, List<Long> start, Content part) {
        for (int i = 0; i < start.size(); i++) {
            if (start.get(i) + part.dimensions().get(i) > content.dimensions().get(i)) {
                throw new Model.Refused("no " + part.dimensions() + " at " + start + " of " + content.dimensions());
            }
        }
        List<Object> values = new ArrayList<>(content.values());
        long[] at = new long[start.size()];
        for (Object value : part.values()) {
            values.set(index(content.dimensions(), start, at), value);
            advance(at, part.dimensions());
        }
        return new Content(content.type(), content.dimensions(), values);
    }

    /** Returns a content with other dimensions; new elements are the fill value. */
    static Content resized(Content content, List<Long> dimensions, Object fill) {
        List<Object> values =
                new ArrayList<>(filled(content.type(), dimensions, fill).values());
        List<Long> none = Collections.nCopies(dimensions.size(), 0L);
        long[] at = new long[dimensions.size()];
        for (Object value : content.values()) {
            boolean inside = true;
            for (int i = 0; i < at.length; i++) {
                inside &= at[i] < dimensions.get(i);
            }
            if (inside) {
                values.set(index(dimensions, none, at), value);
            }
            advance(at, content.dimensions());
        }
        return new Content(content.type(), dimensions, values);
    }

    /** Returns the number of elements. */
    static long count(List<Long> dimensions) {
        return dimensions.stream().reduce(1L, Math::multiplyExact);
    }

    private static int index(List<Long> dimensions, List<Long> start, long[] at) {
        long index = 0;
        for (int i = 0; i < at.length; i++) {
            index = index * dimensions.get(i) + start.get(i) + at[i];
        }
        return Math.toIntExact(index);
    }

    private static void advance(long[] at, List<Long> dimensions) {
        for (int i = at.length - 1; i >= 0; i--) {
            if (++at[i] < dimensions.get(i)) {
                return;
            }
            at[i] = 0;
        }
    }

    /** Returns the value of an element whose bytes are zeros. */
    static Object zero(ReferenceType type) {
        if (type instanceof Floating) {
            return 0.0;
        } else if (type instanceof FixedString || type instanceof VariableString) {
            return "";
        } else if (type instanceof Opaque opaque) {
            return "0x" + "00".repeat(opaque.size());
        } else if (type instanceof Compound compound) {
            Map<String, Object> values = new LinkedHashMap<>();
            compound.members().forEach(member -> values.put(member.name(), zero(member.type())));
            return values;
        } else if (type instanceof ArrayType array) {
            Object[] values = new Object[array.count()];
            Arrays.fill(values, zero(array.element()));
            return List.of(values);
        } else if (type instanceof VariableLength) {
            return List.of();
        }
        return 0L; // integers, enumerations, bit fields
    }
}
