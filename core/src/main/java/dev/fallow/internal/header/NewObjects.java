package dev.fallow.internal.header;

import dev.fallow.AttributeOptions;
import dev.fallow.CreationOrder;
import dev.fallow.FileFormat;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.layout.FillValue;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.objectheader.MessageHeader;
import dev.fallow.format.objectheader.MessageHeaderV1;
import dev.fallow.internal.codec.AttributeMessage;
import dev.fallow.internal.codec.DatatypeForms;
import dev.fallow.type.Datatype;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The settings for writing new objects and messages.
 *
 * @param format the format generation
 * @param before110 whether libhdf5 1.8 opens the file; see {@link #earliestChunks}
 * @param times whether new objects store their creation and modification times
 * @param clock the source of times, also for changes
 */
public record NewObjects(FileFormat format, boolean before110, boolean times, InstantSource clock) {
    private static final long LATEST_TIME = 0xFFFF_FFFFL;

    /** Of the latest format, without times. */
    public static final NewObjects LATEST = new NewObjects(FileFormat.LATEST, false, false, InstantSource.system());

    /** The attribute options of objects with nothing out of the ordinary. */
    public static final AttributeOptions PLAIN_ATTRIBUTES =
            AttributeOptions.defaults().withCreationOrder(CreationOrder.UNTRACKED);

    /** Whether the earliest format versions are requested. */
    public boolean earliest() {
        return format == FileFormat.EARLIEST;
    }

    /**
     * Whether a new chunked dataset gets layout version 3 and a B-tree of version 1, unless its options need a later
     * version. All releases of libhdf5 read that; those before 1.10 read no other. So it does in every file that libhdf5 1.8
     * opens: one with a superblock of version 0 to 2, and without a file space info message, which 1.8 refuses. libhdf5 itself
     * follows the lower version bound, which a file does not store, and whose default has the same effect.
     */
    public boolean earliestChunks() {
        return earliest() || before110;
    }

    /** The current time in seconds since 1970, limited to the format's range. */
    public long seconds() {
        return Math.max(0, Math.min(LATEST_TIME, clock.instant().getEpochSecond()));
    }

    /** Whether a new object gets a version 1 header; false if its attribute options require version 2. */
    boolean version1(AttributeOptions attributes) {
        return earliest() && same(attributes, PLAIN_ATTRIBUTES);
    }

    /** Whether options are equal; the first {@code equals} of a record takes a process 10 ms. */
    static boolean same(AttributeOptions options, AttributeOptions other) {
        return options.creationOrder() == other.creationOrder()
                && options.maxCompact() == other.maxCompact()
                && options.minDense() == other.minDense();
    }

    /** Whether a new dataset stores its time in a message, because version 1 headers have no other place for it. */
    public boolean timesInMessages(AttributeOptions attributes) {
        return times && version1(attributes);
    }

    /** The size of the largest message of a new object in bytes. */
    public int largestMessage() {
        return earliest() ? MessageHeaderV1.MAX_SIZE : MessageHeader.MAX_SIZE;
    }

    /** The form of a dataspace in new messages. Version 1, in the earliest format, has no null dataspace. */
    public Dataspace form(Dataspace space) {
        return earliest() && space.kind() != Dataspace.Kind.NULL ? space.withVersion(1) : space;
    }

    /** The form of a datatype in new messages. */
    public Datatype form(Datatype type) {
        return earliest() ? DatatypeForms.earliest(type) : type;
    }

    /** The form of a fill value in new messages. */
    public FillValue form(FillValue value) {
        return earliest() ? value.withVersion(2) : value;
    }

    /**
     * The form of an attribute in new messages. Version 1, in the earliest format, allows only ASCII names.
     *
     * @param encoded returns the bytes written by an encoder
     * @param data the elements, of the size determined by datatype and dataspace; not copied
     */
    public AttributeMessage attribute(
            Function<Consumer<FieldWriter>, byte[]> encoded,
            String name,
            Datatype datatype,
            Dataspace dataspace,
            byte[] data) {
        AttributeMessage attribute = AttributeMessage.of(encoded, name, form(datatype), form(dataspace), data);
        return earliest() ? attribute.earliest() : attribute;
    }
}
