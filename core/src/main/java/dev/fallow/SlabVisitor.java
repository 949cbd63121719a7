package dev.fallow;

/** Receives a dataset piece by piece. */
@FunctionalInterface
public interface SlabVisitor {
    /**
     * Receives rows.
     *
     * @param first the index of the first one in the first dimension
     * @param rows an array as {@link dev.fallow.Dataset#read(dev.fallow.Selection)} returns it
     * @return whether to continue
     */
    boolean visit(long first, Object rows);
}
