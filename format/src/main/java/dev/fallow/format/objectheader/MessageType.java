package dev.fallow.format.objectheader;

import java.util.Optional;

/** The header message types of the specification. */
public enum MessageType {
    /** Unused space in a header; any content. */
    NIL(0x00, "NIL"),
    /** Rank and extent of a dataset. */
    DATASPACE(0x01, "Dataspace"),
    /** Creation order and dense storage of a group's links. */
    LINK_INFO(0x02, "Link Info"),
    /** Type of an element. */
    DATATYPE(0x03, "Datatype"),
    /** Fill value of old files. */
    FILL_VALUE_OLD(0x04, "Fill Value (old)"),
    /** Fill value. */
    FILL_VALUE(0x05, "Fill Value"),
    /** A link of a group with compact storage. */
    LINK(0x06, "Link"),
    /** Raw data in other files. */
    EXTERNAL_DATA_FILES(0x07, "External Data Files"),
    /** Layout and address of raw data. */
    DATA_LAYOUT(0x08, "Data Layout"),
    /** Estimates and thresholds of a group. */
    GROUP_INFO(0x0A, "Group Info"),
    /** Filters of chunks. */
    FILTER_PIPELINE(0x0B, "Filter Pipeline"),
    /** An attribute in compact storage. */
    ATTRIBUTE(0x0C, "Attribute"),
    /** Free text. */
    OBJECT_COMMENT(0x0D, "Object Comment"),
    /** Modification time of old files, as text. */
    MODIFICATION_TIME_OLD(0x0E, "Object Modification Time (old)"),
    /** Address of the table of shared message indexes; superblock extension only. */
    SHARED_MESSAGE_TABLE(0x0F, "Shared Message Table"),
    /** The location of the next chunk of the header. */
    CONTINUATION(0x10, "Object Header Continuation"),
    /** B-tree and local heap of an old-style group. */
    SYMBOL_TABLE(0x11, "Symbol Table Message"),
    /** Modification time. */
    MODIFICATION_TIME(0x12, "Object Modification Time"),
    /** K values other than the defaults; superblock extension only. */
    BTREE_K(0x13, "B-tree 'K' Values"),
    /** State of a file driver; superblock extension only. */
    DRIVER_INFO(0x14, "Driver Info"),
    /** Creation order and dense storage of attributes. */
    ATTRIBUTE_INFO(0x15, "Attribute Info"),
    /** The number of hard links to the object, if not 1. */
    REFERENCE_COUNT(0x16, "Object Reference Count"),
    /** File-space strategy and free-space managers; superblock extension only. */
    FILE_SPACE_INFO(0x17, "File Space Info"),
    /** Address of an image of cached metadata, which replaces the metadata in the file; superblock extension only. */
    METADATA_CACHE_IMAGE(0x18, "Metadata Cache Image");

    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of generic types cannot be created without a cast
    private static final Optional<MessageType>[] BY_NUMBER = new Optional[0x19];

    static {
        for (int i = 0; i < BY_NUMBER.length; i++) {
            BY_NUMBER[i] = Optional.empty();
        }
        for (MessageType type : values()) {
            BY_NUMBER[type.number] = Optional.of(type);
        }
    }

    private final int number;
    private final String title;

    MessageType(int number, String title) {
        this.number = number;
        this.title = title;
    }

    /** The type with this number; empty if the specification defines none (0x09 is used only in tests of libhdf5). */
    public static Optional<MessageType> of(int number) {
        return number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : Optional.empty();
    }

    /** The specification's name of the type, or its number in hexadecimal if it has none. */
    public static String titleOf(int number) {
        return of(number).map(MessageType::title).orElseGet(() -> "message of type 0x%02x".formatted(number));
    }

    /** The number in files. */
    public int number() {
        return number;
    }

    /** The specification's name, for messages. */
    public String title() {
        return title;
    }

    /** Whether a message of this type may be shared, that is, a reference to a message stored elsewhere. */
    public boolean sharable() {
        return switch (this) {
            case DATASPACE, DATATYPE, FILL_VALUE_OLD, FILL_VALUE, FILTER_PIPELINE, ATTRIBUTE -> true;
            default -> false;
        };
    }
}
