package dev.fallow.format.message;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Utf8;

/** The target of a link: the part of a {@link LinkMessage} after the name. */
public sealed interface LinkTarget {
    /** The link type in files: 0 hard, 1 soft, 64 external, 65 to 255 user-defined. */
    int type();

    /** The length of the encoding in bytes. */
    int encodedLength(FieldSizes sizes);

    /** Writes the target. */
    void encode(FieldWriter out);

    /** Reads the target of a link of a type that {@link #validType} accepts. */
    static LinkTarget decode(FieldReader in, int type) {
        return switch (type) {
            case Hard.TYPE -> new Hard(in.definedOffset());
            case Soft.TYPE -> Soft.decode(in);
            case External.TYPE -> External.decode(in);
            default -> new UserDefined(type, in.bytes(in.u16()));
        };
    }

    /** Whether the specification defines this link type. */
    static boolean validType(int type) {
        return type == Hard.TYPE || type == Soft.TYPE || type >= External.TYPE && type <= 255;
    }

    /** An object in the same file: its object header address (O bytes). */
    record Hard(long address) implements LinkTarget {
        /** Link type 0. */
        public static final int TYPE = 0;

        public Hard {
            if (address < 0) {
                throw new IllegalArgumentException("hard link to address " + address);
            }
        }

        @Override
        public int type() {
            return TYPE;
        }

        @Override
        public int encodedLength(FieldSizes sizes) {
            return sizes.offsets();
        }

        @Override
        public void encode(FieldWriter out) {
            out.offset(address);
        }
    }

    /**
     * A path in the same file: length (2), the path without terminator.
     *
     * @param path not empty
     */
    record Soft(String path) implements LinkTarget {
        /** Link type 1. */
        public static final int TYPE = 1;

        public Soft {
            int length = Utf8.length(path);
            if (length == 0 || length > 0xFFFF) {
                throw new IllegalArgumentException("path of a soft link: expected 1 to 65535 bytes, found " + length);
            }
        }

        private static Soft decode(FieldReader in) {
            int length = in.u16();
            if (length == 0) {
                throw in.fail("expected a soft link path of at least 1 byte, found 0", 2);
            }
            return new Soft(in.text(length));
        }

        @Override
        public int type() {
            return TYPE;
        }

        @Override
        public int encodedLength(FieldSizes sizes) {
            return 2 + Utf8.length(path);
        }

        @Override
        public void encode(FieldWriter out) {
            byte[] encoded = Utf8.encode(path);
            out.u16(encoded.length).bytes(encoded);
        }
    }

    /**
     * An object in another file: length (2), version and flags (1, both 0), file name and object path, both
     * zero-terminated.
     *
     * @param fileName as stored
     * @param objectPath in that file
     */
    record External(String fileName, String objectPath) implements LinkTarget {
        /** Link type 64. */
        public static final int TYPE = 64;

        public External {
            if (fileName.indexOf(0) >= 0 || objectPath.indexOf(0) >= 0) {
                throw new IllegalArgumentException("zero byte in an external link");
            }
            if (length(fileName, objectPath) > 0xFFFF) {
                throw new IllegalArgumentException(
                        "external link: expected at most 65535 bytes, found " + length(fileName, objectPath));
            }
        }

        private static int length(String fileName, String objectPath) {
            return 3 + Utf8.length(fileName) + Utf8.length(objectPath);
        }

        private static External decode(FieldReader in) {
            FieldReader data = in.inner(in.u16(), "external link");
            data.flags(0);
            External link = new External(data.zeroTerminatedText(), data.zeroTerminatedText());
            if (data.remaining() > 0) {
                throw data.fail("expected the end of the link, found " + data.remaining() + " more bytes");
            }
            return link;
        }

        @Override
        public int type() {
            return TYPE;
        }

        @Override
        public int encodedLength(FieldSizes sizes) {
            return 2 + length(fileName, objectPath);
        }

        @Override
        public void encode(FieldWriter out) {
            out.u16(length(fileName, objectPath)).u8(0);
            out.text(fileName).u8(0).text(objectPath).u8(0);
        }
    }

    /**
     * Application-defined data: length (2), data.
     *
     * @param type 65 to 255
     * @param data at most 65,535 bytes; not copied
     */
    record UserDefined(int type, byte[] data) implements LinkTarget {
        public UserDefined {
            if (type <= External.TYPE || type > 255 || data.length > 0xFFFF) {
                throw new IllegalArgumentException("user-defined link of type " + type + ", " + data.length + " bytes");
            }
        }

        @Override
        public int encodedLength(FieldSizes sizes) {
            return 2 + data.length;
        }

        @Override
        public void encode(FieldWriter out) {
            out.u16(data.length).bytes(data);
        }
    }
}
