package dev.fallow;

import dev.fallow.internal.session.Session;

/** Containers for tests that begin sessions themselves. */
public final class Containers {
    private Containers() {}

    /** The container that is open in a session. */
    public static ContainerFile of(Session session) {
        return new ContainerFile(session);
    }
}
