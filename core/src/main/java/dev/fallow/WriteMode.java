package dev.fallow;

/** Where a dataset's existing elements are written. */
public enum WriteMode {
    /**
     * Over the existing elements. Takes no space and is not undone by a crash: if the program or the medium fails
     * during the write, some elements are old and some new; if it fails later but before the next commit, they are
     * already new. In a dataset with chunks, only those that exist and have no filters are written over.
     */
    IN_PLACE,
    /**
     * Into new space; the old elements are freed by the next commit. The write is part of that commit: after a crash
     * all elements are old or all are new, along with everything else in the commit. Until then the elements take twice
     * their space. In a dataset with chunks, that is so for the chunks with written elements.
     */
    COPY
}
