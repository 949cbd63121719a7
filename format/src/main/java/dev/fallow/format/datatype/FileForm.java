package dev.fallow.format.datatype;

import dev.fallow.format.FieldSizes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Adapts a datatype to a file with other widths of addresses. Elements that refer to the global heap or to objects
 * change their size, and the members of compound types their offsets.
 */
final class FileForm {
    private FileForm() {}

    /** The size of a variable-length element in bytes: length, address, index. */
    static long variableLengthSize(FieldSizes sizes) {
        return 4L + heapIdSize(sizes);
    }

    private static long heapIdSize(FieldSizes sizes) {
        return sizes.offsets() + 4L;
    }

    /** The size of a reference in bytes. */
    static long size(ReferenceType.Kind kind, FieldSizes sizes) {
        return switch (kind) {
            case OBJECT -> sizes.offsets();
            case REGION -> heapIdSize(sizes);
            // type, flags, and length with heap ID or token length with token
            case NEW_OBJECT, NEW_REGION, ATTRIBUTE -> 6 + heapIdSize(sizes);
        };
    }

    /** Returns the type itself if nothing changes. */
    static Datatype of(Datatype type, FieldSizes sizes) {
        if (type instanceof VariableLength v) {
            Datatype base = of(v.base(), sizes);
            long size = variableLengthSize(sizes);
            return base == v.base() && size == v.size()
                    ? v
                    : new VariableLength(v.version(), size, v.string(), v.padding(), v.characterSet(), base);
        } else if (type instanceof ReferenceType r) {
            long size = size(r.kind(), sizes);
            return size == r.size() ? r : new ReferenceType(r.version(), size, r.kind(), r.encodingVersion());
        } else if (type instanceof Array array) {
            Datatype base = of(array.base(), sizes);
            return base == array.base() ? array : new Array(array.version(), array.dimensions(), base);
        } else if (type instanceof Compound compound) {
            return of(compound, sizes);
        }
        return type;
    }

    private static Compound of(Compound compound, FieldSizes sizes) {
        List<Compound.Member> byOffset = new ArrayList<>(compound.members());
        byOffset.sort(Comparator.comparingLong(Compound.Member::offset));
        Compound.Member[] moved = new Compound.Member[byOffset.size()];
        long shift = 0;
        boolean changed = false;
        for (Compound.Member member : byOffset) {
            Datatype type = of(member.type(), sizes);
            Compound.Member now =
                    new Compound.Member(member.name(), member.offset() + shift, type, member.legacyDimensions());
            moved[compound.members().indexOf(member)] = now;
            shift += now.size() - member.size();
            changed |= type != member.type();
        }
        return changed ? new Compound(compound.version(), compound.size() + shift, List.of(moved)) : compound;
    }
}
