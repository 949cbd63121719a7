package dev.fallow.cli.text;

import dev.fallow.type.Array;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.Opaque;
import dev.fallow.type.VariableLength;
import dev.fallow.value.ComplexNumber;
import dev.fallow.value.EnumValue;
import dev.fallow.value.NameText;
import dev.fallow.value.Reference;
import java.util.HexFormat;
import java.util.Map;
import java.util.StringJoiner;

/** Elements in text for people. */
public final class PlainElements {
    private PlainElements() {}

    /** One element, safe to print. */
    public static String text(Datatype type, Object element) {
        if (element == null) {
            return "null";
        } else if (element instanceof String string) {
            return '"' + NameText.printable(string).replace("\"", "\\\"") + '"';
        } else if (element instanceof EnumValue value) {
            return value.name() == null ? Long.toString(value.value()) : NameText.printable(value.name());
        } else if (element instanceof ComplexNumber number) {
            return number.real() + "+" + number.imaginary() + "i";
        } else if (element instanceof Reference reference) {
            return "->" + reference.address();
        } else if (element instanceof Map<?, ?> values) {
            StringJoiner joined = new StringJoiner(", ", "{", "}");
            for (Compound.Member member : ((Compound) type).members()) {
                joined.add(NameText.printable(member.name()) + ": " + text(member.type(), values.get(member.name())));
            }
            return joined.toString();
        } else if (element instanceof Number number) {
            return NumberElements.unsigned(type, number).toString();
        } else if (element instanceof byte[] bytes && type instanceof Opaque) {
            return HexFormat.of().formatHex(bytes);
        } else if (element.getClass().isArray()) {
            Datatype base = type; // of a row of several dimensions
            if (type instanceof Array array) {
                base = array.base();
            } else if (type instanceof VariableLength sequence) {
                base = sequence.base();
            }
            StringJoiner joined = new StringJoiner(", ", "[", "]");
            for (int i = 0, length = java.lang.reflect.Array.getLength(element); i < length; i++) {
                joined.add(text(base, java.lang.reflect.Array.get(element, i)));
            }
            return joined.toString();
        }
        return element.toString();
    }
}
