package dev.fallow;

import java.util.OptionalLong;

/** A link of a group: a name, and what it leads to. */
public sealed interface Link {
    /** The name. */
    String name();

    /** Greater than that of every link that was created in the group earlier; empty if the group does not track it. */
    OptionalLong creationOrder();

    /** The kind of link. */
    LinkKind kind();

    /**
     * One of an object's names.
     *
     * @param address the address of the object header, relative to the base address
     */
    record Hard(String name, long address, OptionalLong creationOrder) implements Link {
        @Override
        public LinkKind kind() {
            return LinkKind.HARD;
        }
    }

    /**
     * A path in the same file; it may not resolve.
     *
     * @param path from the group that has the link, or from the root group if it starts with a slash
     */
    record Soft(String name, String path, OptionalLong creationOrder) implements Link {
        @Override
        public LinkKind kind() {
            return LinkKind.SOFT;
        }
    }

    /**
     * A path in another file.
     *
     * @param file the name of the file, as stored
     * @param path of the object in that file
     */
    record External(String name, String file, String path, OptionalLong creationOrder) implements Link {
        @Override
        public LinkKind kind() {
            return LinkKind.EXTERNAL;
        }
    }

    /**
     * A link that only the application that wrote it understands.
     *
     * @param type the link type in the file, 65 to 255
     */
    record UserDefined(String name, int type, OptionalLong creationOrder) implements Link {
        @Override
        public LinkKind kind() {
            return LinkKind.USER_DEFINED;
        }
    }
}
