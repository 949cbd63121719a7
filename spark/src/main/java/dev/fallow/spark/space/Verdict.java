package dev.fallow.spark.space;

import dev.fallow.ContainerException;
import dev.fallow.CorruptFileException;
import dev.fallow.FileInUseException;
import dev.fallow.NotAContainerException;
import dev.fallow.UnsupportedFeatureException;

/** What {@code fallow info} would say of a file in its last line. */
enum Verdict {
    /** No problem was found. */
    OK("ok"),
    /** No problem was found, and at least a tenth of the file can be returned. */
    SHRINK("shrink"),
    /** It is open for writing, or was not closed by its last writer. */
    IN_USE("in-use"),
    /** An edit by Fallow was interrupted, and the next one completes it. */
    INTERRUPTED("interrupted"),
    /** There is a journal that cannot be applied. */
    REFUSED_JOURNAL("refused-journal"),
    /** The file is HDF5, and something in it is wrong. */
    DAMAGED("damaged"),
    /** It is not HDF5. */
    NOT_HDF5("not-hdf5"),
    /** It needs something that Fallow does not have. */
    UNSUPPORTED("unsupported"),
    /** It could not be read. */
    UNREADABLE("unreadable");

    private final String label;

    Verdict(String label) {
        this.label = label;
    }

    /** The value in the column. It does not change. */
    String label() {
        return label;
    }

    /** The verdict on a file that opening or reading has failed on. */
    static Verdict of(Exception failure) {
        if (!(failure instanceof ContainerException)) {
            return UNREADABLE;
        } else if (failure instanceof NotAContainerException) {
            return NOT_HDF5;
        } else if (failure instanceof CorruptFileException) {
            return DAMAGED;
        } else if (failure instanceof FileInUseException) {
            return IN_USE;
        } else if (failure instanceof UnsupportedFeatureException) {
            return UNSUPPORTED;
        }
        return UNREADABLE;
    }
}
