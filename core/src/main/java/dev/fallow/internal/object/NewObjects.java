package dev.fallow.internal.object;

import dev.fallow.AttributeOptions;
import dev.fallow.FileFormat;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.message.Attribute;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.message.FillValue;
import dev.fallow.format.objectheader.MessageHeader;
import dev.fallow.format.objectheader.MessageHeaderV1;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * How new objects and messages are written.
 *
 * @param format the generation
 * @param times whether objects store the time of their creation and of their last change
 * @param clock where times come from, those of changes too
 */
public record NewObjects(FileFormat format, boolean times, InstantSource clock) {
    private static final long LATEST_TIME = 0xFFFF_FFFFL;

    /** Of the latest format, without times. */
    public static final NewObjects LATEST = new NewObjects(FileFormat.LATEST, false, InstantSource.system());

    /** Whether the earliest forms are wanted. */
    boolean earliest() {
        return format == FileFormat.EARLIEST;
    }

    /** The time now: seconds since 1970, as many as the format can say. */
    long seconds() {
        return Math.max(0, Math.min(LATEST_TIME, clock.instant().getEpochSecond()));
    }

    /**
     * Whether a new object has a version 1 header; not if its attributes are to be kept as only version 2 can.
     *
     * @param attributes how it keeps its attributes
     */
    boolean version1(AttributeOptions attributes) {
        return earliest() && attributes.equals(AttributeOptions.defaults());
    }

    /** Whether a new dataset has its time in a message, which version 1 headers have no other place for. */
    boolean timesInMessages(AttributeOptions attributes) {
        return times && version1(attributes);
    }

    /** Bytes of the largest message of a new object. */
    int largestMessage() {
        return earliest() ? MessageHeaderV1.MAX_SIZE : MessageHeader.MAX_SIZE;
    }

    /** A dataspace in the form that new messages have: version 1 of the earliest format has none without elements. */
    Dataspace form(Dataspace space) {
        return earliest() && space.kind() != Dataspace.Kind.NULL ? space.withVersion(1) : space;
    }

    /** A datatype in the form that new messages have. */
    Datatype form(Datatype type) {
        return earliest() ? type.earliest() : type;
    }

    /** A fill value in the form that new messages have. */
    FillValue form(FillValue value) {
        return earliest() ? value.withVersion(2) : value;
    }

    /**
     * An attribute in the form that new messages have: of the earliest format version 1, which has names in ASCII only.
     *
     * @param encoded gives the bytes that an encoder writes
     * @param data as many bytes as datatype and dataspace make; not copied
     */
    Attribute attribute(
            Function<Consumer<FieldWriter>, byte[]> encoded,
            String name,
            Datatype datatype,
            Dataspace dataspace,
            byte[] data) {
        Attribute attribute = Attribute.of(encoded, name, form(datatype), form(dataspace), data);
        return earliest() ? attribute.earliest() : attribute;
    }
}
