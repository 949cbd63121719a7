package dev.fallow;

import java.util.Objects;
import java.util.Optional;

/**
 * An element that refers to something in a file. A stored null reference is an element {@code null}. {@link
 * dev.fallow.ContainerFile#get(Reference)} resolves it.
 */
public sealed interface Reference {
    /** The name of the target file; empty for the file that contains the reference. */
    Optional<String> file();

    /** The address of the target's object header, relative to the base address of the target file. */
    long address();

    /**
     * A reference to an object.
     *
     * @param file empty for the file that contains the reference
     */
    record ToObject(Optional<String> file, long address) implements Reference {
        /** Requires a file, or none. */
        public ToObject {
            Objects.requireNonNull(file, "file");
        }

        /** A target in the file that contains the reference. */
        public ToObject(long address) {
            this(Optional.empty(), address);
        }
    }

    /**
     * A reference to a region of a dataset.
     *
     * @param file empty for the file that contains the reference
     * @param selection the selected elements; not {@link Slices}, which {@link Dataset#reference(Selection)} takes
     */
    record ToRegion(Optional<String> file, long address, Selection selection) implements Reference {
        /** Requires a selection. */
        public ToRegion {
            Objects.requireNonNull(file, "file");
            Slices.requireNone(selection);
        }

        /** A target in the file that contains the reference. */
        public ToRegion(long address, Selection selection) {
            this(Optional.empty(), address, selection);
        }
    }

    /**
     * A reference to an attribute.
     *
     * @param file empty for the file that contains the reference
     * @param address the address of the object that has the attribute
     * @param name the attribute's name
     */
    record ToAttribute(Optional<String> file, long address, String name) implements Reference {
        /** Requires a name. */
        public ToAttribute {
            Objects.requireNonNull(file, "file");
            Objects.requireNonNull(name, "name");
        }

        /** A target in the file that contains the reference. */
        public ToAttribute(long address, String name) {
            this(Optional.empty(), address, name);
        }
    }
}
