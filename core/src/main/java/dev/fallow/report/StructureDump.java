package dev.fallow.report;

import dev.fallow.format.Printable;
import java.util.List;

/**
 * The fields of one structure of a file, from {@link dev.fallow.ContainerFile#dump}.
 *
 * @param structure the specification's name of the structure
 * @param address of the structure
 * @param bytes its length, as far as it is known
 * @param checksum whether its checksum is right
 * @param fields in the order of their offsets
 */
public record StructureDump(String structure, long address, long bytes, Checksum checksum, List<Field> fields) {
    /** Copies the list. */
    public StructureDump {
        fields = List.copyOf(fields);
    }

    /** The verdict on a checksum. */
    public enum Checksum {
        /** It is that of the bytes. */
        RIGHT,
        /** It is another one. */
        WRONG,
        /** The structure has none. */
        NONE,
        /** The place of the checksum depends on other structures, and no place has one that is right. */
        NOT_FOUND
    }

    /**
     * A field.
     *
     * @param offset from the start of the structure
     * @param content its bytes in hexadecimal; of a long field, the first ones, followed by three dots
     * @param value safe to print
     */
    public record Field(String name, long offset, long bytes, String content, String value) {
        /** Stores the value in the form of {@link dev.fallow.NameText#printableMessage}. */
        public Field {
            value = Printable.message(value);
        }
    }
}
