package dev.fallow;

import java.util.Objects;

/**
 * An element that refers to something in a file. A null reference is represented by {@code null}. {@link
 * dev.fallow.ContainerFile#get(Reference)} resolves it.
 */
public sealed interface Reference {
    /** The name of the target file; null for the file that contains the reference. */
    String file();

    /** The address of the target's object header, relative to the base address of the target file. */
    long address();

    /** A reference to an object. */
    record ToObject(String file, long address) implements Reference {
        /** A target in the file that contains the reference. */
        public ToObject(long address) {
            this(null, address);
        }
    }

    /**
     * A reference to a region of a dataset.
     *
     * @param file null for the file that contains the reference
     * @param selection the selected elements; not {@link Slices}, which {@link Dataset#reference(Selection)} takes
     */
    record ToRegion(String file, long address, Selection selection) implements Reference {
        /** Requires a selection. */
        public ToRegion {
            Slices.requireNone(selection);
        }

        /** A target in the file that contains the reference. */
        public ToRegion(long address, Selection selection) {
            this(null, address, selection);
        }
    }

    /**
     * A reference to an attribute.
     *
     * @param file null for the file that contains the reference
     * @param address the address of the object that has the attribute
     * @param name the attribute's name
     */
    record ToAttribute(String file, long address, String name) implements Reference {
        /** Requires a name. */
        public ToAttribute {
            Objects.requireNonNull(name, "name");
        }

        /** A target in the file that contains the reference. */
        public ToAttribute(long address, String name) {
            this(null, address, name);
        }
    }
}
