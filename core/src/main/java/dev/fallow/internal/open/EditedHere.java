package dev.fallow.internal.open;

import dev.fallow.internal.session.Session;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The sessions of this JVM that edit a file, so that what refers to the file can read its last commit. */
final class EditedHere {
    private static final Map<Path, WeakReference<Session>> SESSIONS = new ConcurrentHashMap<>();

    private EditedHere() {}

    /** Enters a session, until it is closed or forgotten. Returns it. */
    static Session enter(Path real, Session session) {
        SESSIONS.values().removeIf(each -> open(each) == null);
        SESSIONS.put(real, new WeakReference<>(session));
        return session;
    }

    /** The session that edits a file, which is given by its path without symbolic links; null for none. */
    static Session session(Path real) {
        WeakReference<Session> entry = SESSIONS.get(real);
        return entry == null ? null : open(entry);
    }

    private static Session open(WeakReference<Session> entry) {
        Session session = entry.get();
        return session == null || session.isClosed() ? null : session;
    }
}
