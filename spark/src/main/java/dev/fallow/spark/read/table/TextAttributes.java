package dev.fallow.spark.read.table;

import dev.fallow.Attribute;
import dev.fallow.Dataset;
import dev.fallow.NameText;
import dev.fallow.StoredObject;
import dev.fallow.type.Datatype;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/** Attributes that hold text. */
final class TextAttributes {
    private TextAttributes() {}

    /** The value of an attribute; null if it is missing, or has none. */
    static Object value(StoredObject object, String name) {
        Attribute attribute = object.hasAttribute(name) ? object.attribute(name) : null;
        return attribute == null || attribute.isNull() ? null : attribute.read();
    }

    /** The text of an attribute; the other one if it is missing, or no text. */
    static String text(StoredObject object, String name, String otherwise) {
        Object value = value(object, name);
        String text = value instanceof byte[] || value instanceof String ? PackedNumbers.text(value) : null;
        return text == null ? otherwise : text;
    }

    /**
     * How the numbers of a dataset are unpacked.
     *
     * @param prefix of the names of the attributes
     * @return null if they are what is stored
     */
    static PackedNumbers packing(Dataset dataset, DataType type, String prefix) {
        return PackedNumbers.of(type, NameText.printable(dataset.path()), name -> value(dataset, prefix + name));
    }

    /**
     * The type of elements: what {@link SparkTypes} says, but binary for sequences of bytes of which the attribute
     * {@code spark-type} says so.
     *
     * @param prefix of the names of the attributes
     * @param decodeCf whether the attribute has an effect
     */
    static DataType type(Dataset dataset, Datatype datatype, String prefix, boolean decodeCf) {
        String name = prefix + PackedNumbers.SPARK_TYPE;
        boolean binary = decodeCf
                && SparkTypes.isBytes(datatype)
                && dataset.hasAttribute(name)
                && "binary".equals(PackedNumbers.text(dataset.attribute(name).read()));
        return binary ? DataTypes.BinaryType : SparkTypes.of(datatype);
    }

    /** The texts of an attribute; none if it is missing. */
    static List<String> texts(StoredObject object, String name) {
        List<String> texts = new ArrayList<>();
        Object value = value(object, name);
        if (value != null && value.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(value); i++) {
                texts.add(String.valueOf(Array.get(value, i)));
            }
        }
        return texts;
    }
}
