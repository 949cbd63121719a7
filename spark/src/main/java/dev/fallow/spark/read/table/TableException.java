package dev.fallow.spark.read.table;

import dev.fallow.ContainerException;

/** A file does not have the table that is expected. */
public class TableException extends ContainerException {
    private static final long serialVersionUID = 1;

    /** @param message names file and dataset, what was expected and what was found */
    public TableException(String message) {
        super(message);
    }
}
