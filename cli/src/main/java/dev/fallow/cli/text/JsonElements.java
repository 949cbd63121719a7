package dev.fallow.cli.text;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.type.Array;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.Opaque;
import dev.fallow.type.VariableLength;
import dev.fallow.value.ComplexNumber;
import dev.fallow.value.EnumValue;
import dev.fallow.value.Reference;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.Map;

/**
 * Elements in JSON: numbers exactly, NaN and infinities as strings, enumerated values as their numbers, compounds as
 * objects, arrays as arrays, strings that were never written as empty ones, complex numbers as two numbers, opaque bytes in hexadecimal, references by their address.
 */
final class JsonElements {
    private final JsonGenerator json;

    JsonElements(JsonGenerator json) {
        this.json = json;
    }

    void write(Datatype type, Object element) throws IOException {
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
        } else if (element instanceof Map<?, ?> members) {
            writeMembers((Compound) type, members);
        } else if (element instanceof ComplexNumber number) {
            json.writeStartArray();
            writeNumber(number.real());
            writeNumber(number.imaginary());
            json.writeEndArray();
        } else if (element instanceof Reference reference) {
            json.writeNumber(reference.address());
        } else if (element instanceof Number number) {
            writeNumber(NumberElements.unsigned(type, number));
        } else if (element instanceof byte[] bytes && !(type instanceof Array) && !(type instanceof VariableLength)) {
            json.writeString(HexFormat.of().formatHex(bytes));
        } else {
            writeArray(type, element);
        }
    }

    private void writeMembers(Compound type, Map<?, ?> members) throws IOException {
        json.writeStartObject();
        for (Compound.Member member : type.members()) {
            json.writeFieldName(member.name());
            Object value = members.get(member.name());
            if (member.legacyDimensions().isEmpty()) {
                write(member.type(), value);
            } else {
                writeElements(member.type(), value);
            }
        }
        json.writeEndObject();
    }

    private void writeArray(Datatype type, Object array) throws IOException {
        Datatype base = type instanceof Array fixed ? fixed.base() : ((VariableLength) type).base();
        writeElements(base, array);
    }

    /** Nested arrays of elements; an element that is an array itself has an array datatype. */
    private void writeElements(Datatype base, Object array) throws IOException {
        json.writeStartArray();
        for (int i = 0, length = java.lang.reflect.Array.getLength(array); i < length; i++) {
            Object element = java.lang.reflect.Array.get(array, i);
            boolean isArray = element != null && element.getClass().isArray();
            boolean row = base instanceof Opaque
                    ? isArray && element.getClass().getComponentType().isArray()
                    : isArray && !(base instanceof Array) && !(base instanceof VariableLength);
            if (row) {
                writeElements(base, element);
            } else {
                write(base, element);
            }
        }
        json.writeEndArray();
    }

    private void writeNumber(Number number) throws IOException {
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
