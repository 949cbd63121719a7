package dev.fallow.format.datatype;

import dev.fallow.format.FieldSizes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A datatype as a file with other widths of addresses has it: elements that lead into the global heap, and references to
 * objects, are as long as the file's addresses make them, and the members of a compound move with them.
 */
final class FileForm {
    private FileForm() {}

    /** Bytes of an element of variable length: length, address, index. */
    static long variableLengthSize(FieldSizes sizes) {
        return 4L + heapIdSize(sizes);
    }

    private static long heapIdSize(FieldSizes sizes) {
        return sizes.offsets() + 4L;
    }

    /** Bytes of a reference. */
    static long size(ReferenceType.Kind kind, FieldSizes sizes) {
        return switch (kind) {
            case OBJECT -> sizes.offsets();
            case REGION -> heapIdSize(sizes);
            // type, flags, and length with heap ID or token length with token
            case NEW_OBJECT, NEW_REGION, ATTRIBUTE -> 6 + heapIdSize(sizes);
        };
    }

    /** The type itself if it has that form already. */
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
