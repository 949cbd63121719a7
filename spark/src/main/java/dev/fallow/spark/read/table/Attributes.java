package dev.fallow.spark.read.table;

import dev.fallow.StoredObject;
import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Attributes that hold text. */
final class Attributes {
    private Attributes() {}

    /** The text of an attribute; the other one if it is missing, or no text. */
    static String text(StoredObject object, String name, String otherwise) {
        if (!object.hasAttribute(name)) {
            return otherwise;
        }
        Object value = object.attribute(name).value();
        if (value instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        return value instanceof String text ? text : otherwise;
    }

    /** The texts of an attribute; none if it is missing. */
    static List<String> texts(StoredObject object, String name) {
        List<String> texts = new ArrayList<>();
        Object value = object.hasAttribute(name) ? object.attribute(name).value() : null;
        if (value != null && value.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(value); i++) {
                texts.add(String.valueOf(Array.get(value, i)));
            }
        }
        return texts;
    }
}
