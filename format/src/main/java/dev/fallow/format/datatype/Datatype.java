package dev.fallow.format.datatype;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.objectheader.HeaderMessage;
import dev.fallow.format.objectheader.MessageType;

/**
 * Datatype message, versions 1 to 5.
 *
 * <pre>
 *   bytes  field
 *     1    class in the low four bits, version in the high four
 *     3    class bits, defined by each class
 *     4    size of an element in bytes, not 0
 *    ...   properties: see the classes
 * </pre>
 *
 * A datatype is written with the version with which it was read. Reserved bits are written as zero. The encoding does
 * not depend on the sizes of offsets and lengths.
 */
public sealed interface Datatype extends HeaderMessage
        permits FixedPoint,
                FloatingPoint,
                Time,
                FixedString,
                BitField,
                Opaque,
                Compound,
                ReferenceType,
                Enumeration,
                VariableLength,
                Array,
                Complex {
    /** The highest version. */
    int MAX_VERSION = 5;
    /** The maximum size of an element, in bytes. */
    long MAX_SIZE = 0xFFFF_FFFFL;
    /** The maximum nesting depth of datatypes: far more than real types need, and safe for any thread's stack. */
    int MAX_NESTING = 64;
    /** The length of the fields before the properties, in bytes. */
    int HEADER_LENGTH = 8;

    /** The version of the encoding, 1 to 5. */
    int version();

    /** The class number: 0 to 11. */
    int classNumber();

    /** The size of an element in bytes, 1 to 2^32-1. */
    long size();

    /** The length of the encoding in bytes. */
    int encodedLength();

    @Override
    default int encodedLength(FieldSizes sizes) {
        return encodedLength();
    }

    @Override
    default MessageType messageType() {
        return MessageType.DATATYPE;
    }

    /**
     * Whether elements contain references into the global heap, directly or in a nested type: variable-length data,
     * region and attribute references, and new object references.
     */
    default boolean refersToGlobalHeap() {
        if (this instanceof Compound compound) {
            return compound.members().stream().anyMatch(member -> member.type().refersToGlobalHeap());
        }
        if (this instanceof Array array) {
            return array.base().refersToGlobalHeap();
        }
        return this instanceof VariableLength
                || this instanceof ReferenceType reference && reference.kind() != ReferenceType.Kind.OBJECT;
    }

    /** This type with the lowest version in which it and each nested type can be written, for old readers. */
    default Datatype earliest() {
        return EarliestForm.of(this);
    }

    /**
     * This type adapted to a file with these widths, which determine the size of elements that contain addresses.
     * Returns this object if nothing changes.
     */
    default Datatype in(FieldSizes sizes) {
        return FileForm.of(this, sizes);
    }

    /**
     * The name of the type for messages and listings, in the terms of numpy and h5py. Safe to print, and at most
     * 300 characters long: further members are counted, long names are shortened. Different types can have the same
     * name; the version, for instance, is not part of it.
     *
     * <pre>
     *   int32, uint8                        integers, with their bits; little-endian unless stated
     *   uint16 big-endian
     *   uint16 (12 bits from bit 2)         one that does not fill its element
     *   float64, complex128                 IEEE 754; others with the sizes of exponent and mantissa
     *   bitfield8, time32
     *   string of 10 bytes                  ASCII, null-padded; or null-terminated, space-padded
     *   utf8 string of 10 bytes
     *   string, utf8 string                 of variable length
     *   opaque of 7 bytes
     *   enum int8{RED, GREEN}
     *   bool                                an enum int8 of FALSE and TRUE
     *   compound{x float32, y int64}
     *   int32[3], (utf8 string)[2, 4]       arrays
     *   vlen of int32                       sequences of variable length
     *   object reference, region reference
     *   reference                           of the new form
     * </pre>
     */
    @Override
    String toString();

    /**
     * Reads a datatype with all nested types.
     *
     * @throws dev.fallow.format.FormatException if the encoding is invalid, or types are nested deeper than
     *     {@value #MAX_NESTING}
     */
    static Datatype decode(FieldReader in) {
        return DatatypeHeader.decodeDatatype(in, 1);
    }
}
