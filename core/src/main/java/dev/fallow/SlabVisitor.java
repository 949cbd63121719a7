package dev.fallow;

/** Receives a dataset piece by piece. */
@FunctionalInterface
public interface SlabVisitor {
    /**
     * Receives rows.
     *
     * @param first the index of the first one in the first dimension
     * @param rows an array as {@link Dataset#read(dev.fallow.format.selection.Selection)} returns it
     * @return whether to go on
     */
    boolean visit(long first, Object rows);
}
