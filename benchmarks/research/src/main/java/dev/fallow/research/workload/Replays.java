package dev.fallow.research.workload;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;

/**
 * Creates replay loops with separate classes. If one loop called several kinds of managers in a JVM, its calls would be
 * dispatched through a table and not inlined. With a copy of the class for each, the compiler sees only one kind, as in
 * an application that uses one.
 */
public final class Replays {
    private static final String LOOP = "ReplayLoop.class";

    private Replays() {}

    /** Creates a loop with its own copy of the class. */
    public static Replay ofItsOwn() {
        try (InputStream bytes = Replays.class.getResourceAsStream(LOOP)) {
            if (bytes == null) {
                throw new IllegalStateException(LOOP + " is not next to " + Replays.class.getName());
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
