package dev.fallow;

/** A selection that ends outside of the dataset. The message names the dimension, its extent and the selected elements. */
public class OutOfRangeException extends WrongTypeException {
    private static final long serialVersionUID = 1;

    /** @param message file, dataset, dimension and numbers */
    public OutOfRangeException(String message) {
        super(message);
    }
}
