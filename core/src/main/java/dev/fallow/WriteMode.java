package dev.fallow;

/** Where the elements of a dataset are written that has elements already. */
public enum WriteMode {
    /**
     * Over the old ones: takes no space, and is not undone by a crash. If the program or the medium fails meanwhile, some
     * elements are old and some new; if it fails later, before the next commit, they are new already.
     */
    IN_PLACE,
    /**
     * Into new space; the old elements go with the next commit. So they are part of it: after a crash all are old or all are
     * new, together with everything else that the commit changed. Takes the space of the elements once more until then.
     */
    COPY
}
