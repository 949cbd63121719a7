package dev.fallow.internal.codec;

import dev.fallow.format.FieldSizes;
import dev.fallow.type.Array;
import dev.fallow.type.Compound;
import dev.fallow.type.Compound.Member;
import dev.fallow.type.Datatype;
import dev.fallow.type.Enumeration;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.ReferenceType;
import dev.fallow.type.VariableLength;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The forms of a datatype in different files. */
public final class DatatypeForms {
    private DatatypeForms() {}

    /**
     * The type with the lowest version in which it and each nested type can be written, for old readers. Compound types and
     * enumerations get version 1 and arrays version 2, but never a lower version than a nested type. Classes introduced
     * later keep their version.
     */
    public static Datatype earliest(Datatype type) {
        if (type instanceof Compound compound) {
            return earliest(compound);
        } else if (type instanceof Enumeration enumeration) {
            FixedPoint base = enumeration.base();
            return new Enumeration(base.version(), base, enumeration.names(), enumeration.values());
        } else if (type instanceof Array array) {
            Datatype base = earliest(array.base());
            return new Array(Math.max(2, base.version()), array.dimensions(), base);
        } else if (type instanceof VariableLength v) {
            Datatype base = earliest(v.base());
            return new VariableLength(base.version(), v.size(), v.string(), v.padding(), v.characterSet(), base);
        }
        return type;
    }

    private static Datatype earliest(Compound compound) {
        List<Member> members = new ArrayList<>();
        int version = 1;
        for (Member member : compound.members()) {
            Datatype type = earliest(member.type());
            version = Math.max(version, type.version());
            members.add(new Member(member.name(), member.offset(), type, member.legacyDimensions()));
        }
        boolean legacy = compound.members().stream()
                .anyMatch(member -> !member.legacyDimensions().isEmpty());
        // members with legacy dimensions exist only in version 1, so the type is already in its earliest form
        return legacy ? compound : new Compound(version, compound.size(), members);
    }

    /**
     * The type in a file with these widths. Elements that refer to the global heap or to objects change their size, and
     * the members of compound types their offsets. Returns the type itself if nothing changes.
     */
    public static Datatype in(FieldSizes sizes, Datatype type) {
        if (type instanceof VariableLength v) {
            Datatype base = in(sizes, v.base());
            long size = 4 + heapIdSize(sizes); // the length first
            return base == v.base() && size == v.size()
                    ? v
                    : new VariableLength(v.version(), size, v.string(), v.padding(), v.characterSet(), base);
        } else if (type instanceof ReferenceType r) {
            long size = size(r.kind(), sizes);
            return size == r.size() ? r : new ReferenceType(r.version(), size, r.kind(), r.encodingVersion());
        } else if (type instanceof Array array) {
            Datatype base = in(sizes, array.base());
            return base == array.base() ? array : new Array(array.version(), array.dimensions(), base);
        } else if (type instanceof Compound compound) {
            return in(sizes, compound);
        }
        return type;
    }

    private static long heapIdSize(FieldSizes sizes) {
        return sizes.offsets() + 4L;
    }

    private static long size(ReferenceType.Kind kind, FieldSizes sizes) {
        return switch (kind) {
            case OBJECT -> sizes.offsets();
            case REGION -> heapIdSize(sizes);
            // type, flags, and length with heap ID or token length with token
            case NEW_OBJECT, NEW_REGION, ATTRIBUTE -> 6 + heapIdSize(sizes);
        };
    }

    private static Compound in(FieldSizes sizes, Compound compound) {
        List<Member> byOffset = new ArrayList<>(compound.members());
        byOffset.sort(Comparator.comparingLong(Member::offset));
        Member[] moved = new Member[byOffset.size()];
        long shift = 0;
        boolean changed = false;
        for (Member member : byOffset) {
            Datatype type = in(sizes, member.type());
            Member now = new Member(member.name(), member.offset() + shift, type, member.legacyDimensions());
            moved[compound.members().indexOf(member)] = now;
            shift += now.size() - member.size();
            changed |= type != member.type();
        }
        return changed ? new Compound(compound.version(), compound.size() + shift, List.of(moved)) : compound;
    }
}
