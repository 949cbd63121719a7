package dev.fallow.cli.shell;

import java.io.IOException;

/** What is done with a writer, an element or a part. */
@FunctionalInterface
public interface IoConsumer<T> {
    /** Does it. */
    void accept(T each) throws IOException;
}
