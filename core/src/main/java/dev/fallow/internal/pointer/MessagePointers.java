package dev.fallow.internal.pointer;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.internal.codec.AttributeMessage;
import dev.fallow.type.Datatype;
import java.io.IOException;

/** The addresses in links and attributes, which are messages of headers or objects of fractal heaps. */
final class MessagePointers {
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
        LinkMessage link = LinkMessage.decode(in.at(0));
        if (link.target() instanceof LinkTarget.Hard) {
            source.object(part, in.at(link.encodedLength(source.sizes()) - source.width()));
        }
    }

    /** Visits a message that refers to a committed datatype, or to a shared message, which has no address. */
    void shared(Part part, FieldReader in) {
        SharedMessage message = SharedMessage.decode(in.at(0));
        if (message.address() != Addresses.UNDEFINED) {
            source.object(part, in.at(message.encodedLength(source.sizes()) - source.width()));
        }
    }

    /**
     * Visits an attribute message.
     *
     * @param part null if it cannot be changed
     */
    void attribute(Part part, FieldReader in, TypeOfAttribute types) throws IOException {
        AttributeMessage attribute = AttributeMessage.decode(in.at(0));
        if (attribute.datatypeShared()) {
            shared(part, in.at(attribute.datatypeAt()));
        }
        if (attribute.dataspaceShared()) {
            shared(part, in.at(attribute.dataspaceAt()));
        }
        Datatype type = types.of(attribute);
        if (ElementPointers.mayContain(type)) {
            elements.visit(type, part, in.at(attribute.dataAt()).inner(attribute.data().length, "attribute"));
        }
    }
}
