package dev.fallow.type;

/**
 * The type of the elements of a dataset or an attribute, or of a member of another type. A datatype that was read from a file keeps
 * the version of its encoding, and is written with it.
 */
public sealed interface Datatype extends ElementType
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

    /** This datatype. */
    @Override
    default Datatype datatype() {
        return this;
    }

    /** The version of the encoding, 1 to 5. */
    int version();

    /** The size of an element in bytes, 1 to 2^32-1. */
    long size();

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
}
