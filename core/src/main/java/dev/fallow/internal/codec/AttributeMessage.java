package dev.fallow.internal.codec;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Printable;
import dev.fallow.format.Utf8;
import dev.fallow.format.Widths;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.objectheader.HeaderMessage;
import dev.fallow.type.CharacterSet;
import dev.fallow.type.Datatype;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Attribute message, versions 1 to 3.
 *
 * <pre>
 *   bytes  field
 *     1    version, 1 to 3
 *     1    version 1: reserved; else flags: 1 shared datatype, 2 shared dataspace
 *     2    length of the name, with its terminator
 *     2    length of the datatype
 *     2    length of the dataspace
 *   0, 1   version 3: character set of the name: 0 ASCII, 1 UTF-8
 *     n    name and zero byte
 *     n    datatype: a datatype message, or a shared message
 *     n    dataspace: a dataspace message, or a shared message
 *     n    data
 * </pre>
 *
 * In version 1 name, datatype and dataspace are each padded with zeros to a multiple of 8. Datatype and dataspace are
 * kept as bytes, so that shared and unshared ones are handled alike; they were validated when the attribute was
 * decoded.
 *
 * @param version 1 to 3
 * @param characterSet of the name
 * @param name not empty, no zero bytes
 * @param datatypeShared whether {@code encodedDatatype} is a {@link SharedMessage}
 * @param dataspaceShared whether {@code encodedDataspace} is a {@link SharedMessage}
 * @param encodedDatatype without padding; not copied
 * @param encodedDataspace without padding; not copied
 * @param data all elements; not copied. If datatype or dataspace is shared, their length is unknown here, so this is
 *     the rest of the message
 */
public record AttributeMessage(
        int version,
        CharacterSet characterSet,
        String name,
        boolean datatypeShared,
        boolean dataspaceShared,
        byte[] encodedDatatype,
        byte[] encodedDataspace,
        byte[] data)
        implements HeaderMessage {
    private static final int DATATYPE_SHARED = 1;
    private static final int DATASPACE_SHARED = 2;
    private static final int PREFIX_LENGTH = 8;

    /** @throws IllegalArgumentException if a field is out of range, or not supported in this version */
    public AttributeMessage {
        Objects.requireNonNull(characterSet);
        int nameLength = Utf8.length(name) + 1;
        if (version < 1
                || version > 3
                || nameLength == 1
                || nameLength > 0xFFFF
                || name.indexOf(0) >= 0
                || encodedDatatype.length > 0xFFFF
                || encodedDataspace.length > 0xFFFF) {
            throw new IllegalArgumentException("attribute of version " + version + ", name of " + nameLength
                    + " bytes, datatype of " + encodedDatatype.length + ", dataspace of " + encodedDataspace.length);
        }
        if (version < 3 && characterSet != CharacterSet.ASCII || version == 1 && (datatypeShared || dataspaceShared)) {
            throw new IllegalArgumentException("attribute of version " + version + ", " + characterSet
                    + ", shared datatype " + datatypeShared + ", shared dataspace " + dataspaceShared);
        }
    }

    /**
     * A version 3 attribute with unshared datatype and dataspace.
     *
     * @param encoded returns the encoding of a message in the file
     * @param data of the length that datatype and dataspace determine; not copied
     * @throws IllegalArgumentException if {@code data} has another length
     */
    public static AttributeMessage of(
            Function<Consumer<FieldWriter>, byte[]> encoded,
            String name,
            Datatype datatype,
            Dataspace dataspace,
            byte[] data) {
        requireLength(name, data, dataLength(datatype, dataspace));
        byte[] encodedDatatype = encoded.apply(out -> DatatypeCodec.encode(datatype, out));
        byte[] encodedDataspace = encoded.apply(dataspace::encode);
        return new AttributeMessage(
                3, CharacterSet.of(name), name, false, false, encodedDatatype, encodedDataspace, data);
    }

    private static void requireLength(String name, byte[] data, long expected) {
        if (data.length != expected) {
            throw new IllegalArgumentException(Printable.message(
                    "attribute \"" + name + "\": expected " + expected + " bytes of data, found " + data.length));
        }
    }

    /** The size of all elements in bytes; saturates at 2^63-1. */
    private static long dataLength(Datatype datatype, Dataspace dataspace) {
        long count = dataspace.elementCount();
        return count > Long.MAX_VALUE / datatype.size() ? Long.MAX_VALUE : count * datatype.size();
    }

    /**
     * Reads an attribute message. Also decodes datatype and dataspace, unless they are shared; the data must have the
     * length that they determine.
     */
    public static AttributeMessage decode(FieldReader in) {
        int version = in.version(1, 3);
        int flags = 0;
        if (version == 1) {
            in.skip(1);
        } else {
            flags = in.flags(DATATYPE_SHARED | DATASPACE_SHARED);
        }
        int nameLength = in.u16();
        if (nameLength < 2) {
            throw in.fail("expected a name of at least 2 bytes, found " + nameLength, 2);
        }
        int datatypeLength = in.u16();
        int dataspaceLength = in.u16();
        CharacterSet characterSet =
                version == 3 ? CharacterSet.values()[in.u8("character set", 1)] : CharacterSet.ASCII;
        FieldReader nameField = in.inner(nameLength, "attribute name");
        String name = nameField.zeroTerminatedText();
        if (nameField.remaining() > 0) {
            throw nameField.fail("expected a name of " + nameLength + " bytes with its terminator, found "
                    + (nameLength - nameField.remaining()));
        }
        in.skip(padding(version, nameLength));
        if (nameLength == 1 || name.isEmpty()) {
            throw nameField.fail("expected a name, found none", nameLength);
        }
        boolean datatypeShared = (flags & DATATYPE_SHARED) != 0;
        boolean dataspaceShared = (flags & DATASPACE_SHARED) != 0;
        int at = in.position();
        Datatype datatype = part(in.inner(datatypeLength, "datatype message"), datatypeShared, DatatypeCodec::decode);
        byte[] encodedDatatype = in.since(at);
        in.skip(padding(version, datatypeLength));
        at = in.position();
        Dataspace dataspace = part(in.inner(dataspaceLength, "dataspace message"), dataspaceShared, Dataspace::decode);
        byte[] encodedDataspace = in.since(at);
        in.skip(padding(version, dataspaceLength));
        boolean known = datatype != null && dataspace != null;
        byte[] data = in.bytes(known ? dataLength(datatype, dataspace) : in.remaining());
        return new AttributeMessage(
                version, characterSet, name, datatypeShared, dataspaceShared, encodedDatatype, encodedDataspace, data);
    }

    /** Decodes a datatype or dataspace; returns null if it is shared. */
    private static <T> T part(FieldReader in, boolean shared, Function<FieldReader, T> decoder) {
        if (shared) {
            SharedMessage.decode(in);
            return null;
        }
        return decoder.apply(in);
    }

    private static int padding(int version, int length) {
        return version == 1 ? (int) Widths.align8(length) - length : 0;
    }

    @Override
    public void encode(FieldWriter out) {
        byte[] encodedName = Utf8.encode(name);
        int nameLength = encodedName.length + 1;
        int flags = (datatypeShared ? DATATYPE_SHARED : 0) | (dataspaceShared ? DATASPACE_SHARED : 0);
        out.u8(version).u8(flags).u16(nameLength).u16(encodedDatatype.length).u16(encodedDataspace.length);
        if (version == 3) {
            out.u8(characterSet.ordinal());
        }
        out.bytes(encodedName).zeros(1 + padding(version, nameLength));
        out.bytes(encodedDatatype).zeros(padding(version, encodedDatatype.length));
        out.bytes(encodedDataspace).zeros(padding(version, encodedDataspace.length));
        out.bytes(data);
    }

    /** The length of the encoding in bytes. */
    public int encodedLength() {
        return dataAt() + data.length;
    }

    /** The position of the datatype in the encoding. */
    public int datatypeAt() {
        int nameLength = Utf8.length(name) + 1;
        return PREFIX_LENGTH + (version == 3 ? 1 : 0) + nameLength + padding(version, nameLength);
    }

    /** The position of the dataspace in the encoding. */
    public int dataspaceAt() {
        return datatypeAt() + encodedDatatype.length + padding(version, encodedDatatype.length);
    }

    /** The position of the data in the encoding. */
    public int dataAt() {
        return dataspaceAt() + encodedDataspace.length + padding(version, encodedDataspace.length);
    }

    /**
     * The datatype.
     *
     * @throws IllegalStateException if it is shared; see {@link #sharedDatatype}
     */
    public Datatype datatype() {
        requireShared("datatype", datatypeShared, false);
        return DatatypeCodec.decode(reader(encodedDatatype, FieldSizes.EIGHT, "datatype message"));
    }

    /**
     * The location of the shared datatype.
     *
     * @throws IllegalStateException if it is not shared
     */
    public SharedMessage sharedDatatype(FieldSizes sizes) {
        requireShared("datatype", datatypeShared, true);
        return SharedMessage.decode(reader(encodedDatatype, sizes, "shared datatype"));
    }

    /**
     * The dataspace.
     *
     * @throws IllegalStateException if it is shared; see {@link #sharedDataspace}
     */
    public Dataspace dataspace(FieldSizes sizes) {
        requireShared("dataspace", dataspaceShared, false);
        return Dataspace.decode(reader(encodedDataspace, sizes, "dataspace message"));
    }

    /**
     * The location of the shared dataspace.
     *
     * @throws IllegalStateException if it is not shared
     */
    public SharedMessage sharedDataspace(FieldSizes sizes) {
        requireShared("dataspace", dataspaceShared, true);
        return SharedMessage.decode(reader(encodedDataspace, sizes, "shared dataspace"));
    }

    private static FieldReader reader(byte[] encoded, FieldSizes sizes, String structure) {
        return FieldReader.of(encoded, sizes, structure, -1);
    }

    private void requireShared(String part, boolean shared, boolean expected) {
        if (shared != expected) {
            throw new IllegalStateException(Printable.message(
                    part + " of attribute \"" + name + "\" is " + (shared ? "shared" : "not shared")));
        }
    }

    /** Returns a copy with another name, in version 3 if the name requires it. */
    public AttributeMessage withName(String other) {
        CharacterSet needed = CharacterSet.of(other);
        return new AttributeMessage(
                needed == CharacterSet.ASCII ? version : 3,
                needed,
                other,
                datatypeShared,
                dataspaceShared,
                encodedDatatype,
                encodedDataspace,
                data);
    }

    private AttributeMessage with(int newVersion, boolean shared, byte[] newDatatype) {
        return new AttributeMessage(
                newVersion, characterSet, name, shared, dataspaceShared, newDatatype, encodedDataspace, data);
    }

    /** Returns a copy with another encoding of its datatype; whether it is shared does not change. */
    public AttributeMessage withEncodedDatatype(byte[] other) {
        return with(version, datatypeShared, other);
    }

    /** Returns a copy whose datatype is an encoded {@link SharedMessage}, in a version that supports shared datatypes. */
    public AttributeMessage withSharedDatatype(byte[] reference) {
        return with(Math.max(2, version), true, reference);
    }

    /** Returns a copy with its own encoded datatype instead of a shared message. */
    public AttributeMessage withOwnDatatype(byte[] encoded) {
        return with(version, false, encoded);
    }

    /** Returns a copy with its own encoded dataspace instead of a shared message, and the data, whose length is now known. */
    public AttributeMessage withOwnDataspace(byte[] encoded, byte[] elements) {
        return new AttributeMessage(
                version, characterSet, name, datatypeShared, false, encodedDatatype, encoded, elements);
    }

    /** Returns a copy in the lowest version in which it can be written, for old readers. */
    public AttributeMessage earliest() {
        int lowest = characterSet != CharacterSet.ASCII ? 3 : datatypeShared || dataspaceShared ? 2 : 1;
        return with(lowest, datatypeShared, encodedDatatype);
    }

    /**
     * Returns a copy without the end of its data, which may be longer than the elements if the datatype or the dataspace is shared.
     *
     * @param length of the elements in bytes
     * @throws IllegalArgumentException if the data is shorter
     */
    public AttributeMessage withElementBytes(int length) {
        if (length > data.length) {
            throw new IllegalArgumentException(Printable.message("attribute \"" + name + "\": expected at least "
                    + length + " bytes of data, found " + data.length));
        }
        return length == data.length ? this : withAnyData(Arrays.copyOf(data, length));
    }

    /** Returns a copy with other data of the same length. */
    public AttributeMessage withData(byte[] other) {
        requireLength(name, other, data.length);
        return withAnyData(other);
    }

    private AttributeMessage withAnyData(byte[] other) {
        return new AttributeMessage(
                version, characterSet, name, datatypeShared, dataspaceShared, encodedDatatype, encodedDataspace, other);
    }
}
