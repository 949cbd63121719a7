package dev.fallow.type;

/**
 * The type of the elements of a new dataset or attribute: a {@link Datatype}, or a {@code CommittedDatatype}, which they then refer to.
 */
public interface ElementType {
    /** The datatype. */
    Datatype datatype();
}
