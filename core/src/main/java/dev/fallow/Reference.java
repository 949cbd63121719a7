package dev.fallow;

import dev.fallow.format.selection.Selection;
import java.util.Objects;

/**
 * An element that refers to something in a file. An element that refers to nothing is null. {@link ContainerFile#get(Reference)}
 * follows it.
 */
public sealed interface Reference {
    /** The name of the file that it leads to; null for the one that it lies in. */
    String file();

    /** The address of the object header that it leads to, relative to the base address of that file. */
    long address();

    /** To an object. */
    record ToObject(String file, long address) implements Reference {
        /** In the file that the reference lies in. */
        public ToObject(long address) {
            this(null, address);
        }
    }

    /**
     * To a region of a dataset.
     *
     * @param file null for the file that the reference lies in
     * @param selection which elements
     */
    record ToRegion(String file, long address, Selection selection) implements Reference {
        /** Checks that there is a selection. */
        public ToRegion {
            Objects.requireNonNull(selection, "selection");
        }

        /** In the file that the reference lies in. */
        public ToRegion(long address, Selection selection) {
            this(null, address, selection);
        }
    }

    /**
     * To an attribute.
     *
     * @param file null for the file that the reference lies in
     * @param address of the object that has the attribute
     * @param name of the attribute
     */
    record ToAttribute(String file, long address, String name) implements Reference {
        /** Checks that there is a name. */
        public ToAttribute {
            Objects.requireNonNull(name, "name");
        }

        /** In the file that the reference lies in. */
        public ToAttribute(long address, String name) {
            this(null, address, name);
        }
    }
}
