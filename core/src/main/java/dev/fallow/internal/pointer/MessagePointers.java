package dev.fallow.internal.pointer;

import dev.fallow.format.FieldReader;
import dev.fallow.format.Widths;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.message.AttributeMessage;
import dev.fallow.format.message.SharedMessage;
import java.io.IOException;

/** The addresses in links and attributes, which are messages of headers or objects of fractal heaps. */
final class MessagePointers {
    private static final int NAME_LENGTH_WIDTH = 3;
    private static final int ORDER_STORED = 4;
    private static final int TYPE_STORED = 8;
    private static final int CHARACTER_SET_STORED = 0x10;

    private final PointerSource source;
    private final ElementPointers elements;

    /** The datatype of an attribute. */
    @FunctionalInterface
    interface TypeOfAttribute {
        Datatype of(AttributeMessage attribute) throws IOException;
    }

    MessagePointers(PointerSource source, ElementPointers elements) {
        this.source = source;
        this.elements = elements;
    }

    /** Visits a link message. */
    void link(Part part, FieldReader in) {
        in.skip(1);
        int flags = in.u8();
        int type = (flags & TYPE_STORED) != 0 ? in.u8() : 0;
        in.skip(((flags & ORDER_STORED) != 0 ? 8 : 0) + ((flags & CHARACTER_SET_STORED) != 0 ? 1 : 0));
        in.skip(in.unsigned(1 << (flags & NAME_LENGTH_WIDTH)));
        if (type == 0) {
            source.object(part, in);
        }
    }

    /** Visits a message that refers to a committed datatype, or to a shared message, which has no address. */
    void shared(Part part, FieldReader in) {
        int version = in.u8();
        int type = in.u8();
        if (version == 1) {
            in.skip(6L + source.sizes().lengths());
        }
        if (version < 3 || type == SharedMessage.IN_OBJECT_HEADER) {
            source.object(part, in);
        }
    }

    /**
     * Visits an attribute message.
     *
     * @param part null if it cannot be changed
     */
    void attribute(Part part, FieldReader in, TypeOfAttribute types) throws IOException {
        FieldReader fields = in.at(0);
        AttributeMessage attribute = AttributeMessage.decode(in.at(0));
        int version = fields.u8();
        fields.skip(1);
        int name = fields.u16();
        int datatype = fields.u16();
        int dataspace = fields.u16();
        fields.skip((version == 3 ? 1 : 0) + padded(version, name));
        if (attribute.datatypeShared()) {
            shared(part, fields.at(0));
        }
        fields.skip(padded(version, datatype));
        if (attribute.dataspaceShared()) {
            shared(part, fields.at(0));
        }
        fields.skip(padded(version, dataspace));
        Datatype type = types.of(attribute);
        if (ElementPointers.mayContain(type)) {
            elements.visit(type, part, fields.inner(attribute.data().length, "attribute"));
        }
    }

    private static long padded(int version, int length) {
        return version == 1 ? Widths.align8(length) : length;
    }
}
