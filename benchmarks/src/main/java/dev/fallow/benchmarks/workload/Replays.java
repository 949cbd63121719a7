package dev.fallow.benchmarks.workload;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;

/**
 * Makes replay loops that share nothing. Where one loop drives several kinds of managers in one JVM, its calls are
 * dispatched through a table and nothing is inlined; with a copy of the class for each, the compiler sees only one kind,
 * as it would in an application that uses one.
 */
public final class Replays {
    private static final String LOOP = "ReplayLoop.class";

    private Replays() {}

    /** A loop of a class of its own. */
    public static Replay ofItsOwn() {
        try (InputStream bytes = Replays.class.getResourceAsStream(LOOP)) {
            if (bytes == null) {
                throw new IllegalStateException(LOOP + " is not beside " + Replays.class.getName());
            }
            return (Replay) MethodHandles.lookup()
                    .defineHiddenClass(bytes.readAllBytes(), true)
                    .lookupClass()
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException("no copy of " + LOOP, e);
        }
    }
}
