package dev.fallow.cli.edit;

import dev.fallow.NameText;
import dev.fallow.Types;
import dev.fallow.cli.shell.GivenValue;
import dev.fallow.type.Array;
import dev.fallow.type.CharacterSet;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedString;
import dev.fallow.type.ReferenceType;
import dev.fallow.type.StringPadding;
import dev.fallow.type.VariableLength;
import java.util.List;
import java.util.Optional;

/** What the elements of a datatype contain. */
final class AttributeTypes {
    private AttributeTypes() {}

    /**
     * Texts as the value of an attribute that has strings: of its type, or of variable length if they do not fit into it. Empty if its
     * type is another one.
     */
    static Optional<GivenValue> textOf(Datatype type, List<String> texts) {
        if (type instanceof FixedString fixed) {
            boolean ends = fixed.padding() == StringPadding.NULL_TERMINATED;
            boolean fits = isEncodable(fixed.characterSet(), texts)
                    && texts.stream().allMatch(text -> NameText.encode(text).length + (ends ? 1 : 0) <= fixed.size());
            return Optional.of(GivenValue.of(texts, fits ? type : Types.string()));
        } else if (type instanceof VariableLength variable && variable.string()) {
            return Optional.of(
                    GivenValue.of(texts, isEncodable(variable.characterSet(), texts) ? type : Types.string()));
        }
        return Optional.empty();
    }

    private static boolean isEncodable(CharacterSet set, List<String> texts) {
        return set != CharacterSet.ASCII
                || texts.stream().allMatch(text -> text.chars().allMatch(c -> c < 128));
    }

    /** Whether elements are references, or contain some. */
    static boolean hasReferences(Datatype type) {
        if (type instanceof Compound compound) {
            return compound.members().stream().anyMatch(member -> hasReferences(member.type()));
        } else if (type instanceof Array array) {
            return hasReferences(array.base());
        } else if (type instanceof VariableLength sequence) {
            return !sequence.string() && hasReferences(sequence.base());
        }
        return type instanceof ReferenceType;
    }
}
