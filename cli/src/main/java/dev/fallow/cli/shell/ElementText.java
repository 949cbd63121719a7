package dev.fallow.cli.shell;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ComplexNumber;
import dev.fallow.EnumValue;
import dev.fallow.NameText;
import dev.fallow.Reference;
import dev.fallow.type.Array;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.Opaque;
import dev.fallow.type.VariableLength;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;

/** Elements of datasets and attributes, as text for people and as JSON. */
public final class ElementText {
    private ElementText() {}

    /** The value of a number; unsigned integers of 8 bytes are read bit for bit. */
    public static Number unsigned(Datatype type, Number number) {
        boolean negative = number instanceof Long bits && bits < 0;
        return negative && type instanceof FixedPoint integer && !integer.signed() && integer.size() == Long.BYTES
                ? new BigInteger(Long.toUnsignedString(number.longValue()))
                : number;
    }

    /** The type of what an array or a sequence contains; the type itself for a row of several dimensions. */
    public static Datatype base(Datatype type) {
        if (type instanceof Array array) {
            return array.base();
        }
        return type instanceof VariableLength sequence ? sequence.base() : type;
    }

    /** One element for people, safe to print; references have addresses. */
    public static String text(Datatype type, Object element) {
        return text(type, element, ObjectNames::plain);
    }

    /**
     * One element for people, safe to print.
     *
     * @param references the text of a reference
     */
    public static String text(Datatype type, Object element, Function<Reference, String> references) {
        if (element == null) {
            return "null";
        } else if (element instanceof String string) {
            return '"' + NameText.printable(string).replace("\"", "\\\"") + '"';
        } else if (element instanceof EnumValue value) {
            return NameText.printable(value.toString());
        } else if (type instanceof Compound compound && !element.getClass().isArray()) {
            Map<?, ?> values = members(compound, element);
            StringJoiner joined = new StringJoiner(", ", "{", "}");
            for (Compound.Member member : compound.members()) {
                joined.add(NameText.printable(member.name()) + ": "
                        + text(member.type(), values.get(member.name()), references));
            }
            return joined.toString();
        } else if (element instanceof ComplexNumber number) {
            return number.real() + "+" + number.imaginary() + "i";
        } else if (element instanceof Reference reference) {
            return references.apply(reference);
        } else if (element instanceof Number number) {
            return unsigned(type, number).toString();
        } else if (element instanceof byte[] bytes && type instanceof Opaque) {
            return HexFormat.of().formatHex(bytes);
        } else if (element.getClass().isArray()) {
            Datatype base = base(type);
            StringJoiner joined = new StringJoiner(", ", "[", "]");
            for (int i = 0, length = java.lang.reflect.Array.getLength(element); i < length; i++) {
                joined.add(text(base, java.lang.reflect.Array.get(element, i), references));
            }
            return joined.toString();
        }
        return element.toString();
    }

    /**
     * Writes one element in JSON: numbers exactly, NaN and infinities as strings, enumerated values as their numbers, compounds as
     * objects, arrays as arrays, strings that were never written as empty ones, complex numbers as two numbers, opaque bytes in
     * hexadecimal, references by their address.
     */
    static void write(JsonGenerator json, Datatype type, Object element) throws IOException {
        if (element == null && type instanceof VariableLength variable && variable.string()) {
            json.writeString(""); // never written
        } else if (element == null) {
            json.writeNull();
        } else if (element instanceof String text) {
            json.writeString(text);
        } else if (element instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (element instanceof EnumValue value) {
            json.writeNumber(value.value());
        } else if (type instanceof Compound compound && !element.getClass().isArray()) {
            writeMembers(json, compound, members(compound, element));
        } else if (element instanceof ComplexNumber number) {
            json.writeStartArray();
            writeNumber(json, number.real());
            writeNumber(json, number.imaginary());
            json.writeEndArray();
        } else if (element instanceof Reference reference) {
            json.writeNumber(reference.address());
        } else if (element instanceof Number number) {
            writeNumber(json, unsigned(type, number));
        } else if (element instanceof byte[] bytes && !(type instanceof Array) && !(type instanceof VariableLength)) {
            json.writeString(HexFormat.of().formatHex(bytes));
        } else {
            writeElements(json, type instanceof Array fixed ? fixed.base() : ((VariableLength) type).base(), element);
        }
    }

    /** The values of the members of a compound; those of a complex number of numpy as they are stored. */
    public static Map<?, ?> members(Compound type, Object element) {
        if (!(element instanceof ComplexNumber number)) {
            return (Map<?, ?>) element;
        }
        Compound.Member real = type.members().get(0);
        Compound.Member imaginary = type.members().get(1);
        return Map.of(
                real.name(), part(real.type(), number.real()),
                imaginary.name(), part(imaginary.type(), number.imaginary()));
    }

    private static Number part(Datatype type, double value) {
        return type.size() > Float.BYTES ? (Number) value : (float) value;
    }

    private static void writeMembers(JsonGenerator json, Compound type, Map<?, ?> members) throws IOException {
        json.writeStartObject();
        for (Compound.Member member : type.members()) {
            json.writeFieldName(member.name());
            Object value = members.get(member.name());
            if (member.legacyDimensions().isEmpty()) {
                write(json, member.type(), value);
            } else {
                writeElements(json, member.type(), value);
            }
        }
        json.writeEndObject();
    }

    /** Nested arrays of elements; an element that is an array itself has an array datatype. */
    private static void writeElements(JsonGenerator json, Datatype base, Object array) throws IOException {
        json.writeStartArray();
        for (int i = 0, length = java.lang.reflect.Array.getLength(array); i < length; i++) {
            Object element = java.lang.reflect.Array.get(array, i);
            boolean isArray = element != null && element.getClass().isArray();
            boolean row = base instanceof Opaque
                    ? isArray && element.getClass().getComponentType().isArray()
                    : isArray && !(base instanceof Array) && !(base instanceof VariableLength);
            if (row) {
                writeElements(json, base, element);
            } else {
                write(json, base, element);
            }
        }
        json.writeEndArray();
    }

    private static void writeNumber(JsonGenerator json, Number number) throws IOException {
        if (number instanceof Double || number instanceof Float) {
            double value = number.doubleValue(); // the exact value of a float, as every JSON reader takes it
            if (Double.isFinite(value)) {
                json.writeNumber(value);
            } else {
                json.writeString(Double.toString(value));
            }
        } else if (number instanceof BigInteger integer) {
            json.writeNumber(integer);
        } else if (number instanceof BigDecimal decimal) {
            json.writeNumber(decimal);
        } else {
            json.writeNumber(number.longValue());
        }
    }
}
