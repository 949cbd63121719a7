package dev.fallow.format.datatype;

import java.util.ArrayList;
import java.util.List;

/**
 * Converts a datatype to the lowest version in which it can be written, for old readers. Compound types and
 * enumerations get version 1 and arrays version 2, but never a lower version than a nested type. Classes introduced
 * later keep their version.
 */
final class EarliestForm {
    private EarliestForm() {}

    static Datatype of(Datatype type) {
        if (type instanceof Compound compound) {
            return compound(compound);
        } else if (type instanceof Enumeration enumeration) {
            FixedPoint base = enumeration.base();
            return new Enumeration(base.version(), base, enumeration.names(), enumeration.values());
        } else if (type instanceof Array array) {
            Datatype base = of(array.base());
            return new Array(Math.max(2, base.version()), array.dimensions(), base);
        } else if (type instanceof VariableLength variable) {
            Datatype base = of(variable.base());
            return new VariableLength(
                    base.version(),
                    variable.size(),
                    variable.string(),
                    variable.padding(),
                    variable.characterSet(),
                    base);
        }
        return type;
    }

    private static Compound compound(Compound compound) {
        List<Compound.Member> members = new ArrayList<>();
        int version = 1;
        for (Compound.Member member : compound.members()) {
            Datatype type = of(member.type());
            version = Math.max(version, type.version());
            members.add(new Compound.Member(member.name(), member.offset(), type, member.legacyDimensions()));
        }
        boolean legacy = compound.members().stream()
                .anyMatch(member -> !member.legacyDimensions().isEmpty());
        // members with legacy dimensions exist only in version 1, so the type is already in its earliest form
        return legacy ? compound : new Compound(version, compound.size(), members);
    }
}
