package dev.fallow.internal.open;

import dev.fallow.OpenOptions;
import dev.fallow.internal.commit.Journal;
import dev.fallow.internal.session.LinkedContainers;
import dev.fallow.internal.session.Session;
import dev.fallow.internal.storage.FileSidecar;
import dev.fallow.internal.storage.ForeignFolders;
import dev.fallow.internal.storage.UnusableFileException;
import dev.fallow.internal.storage.version.ReadFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The containers that external links lead to, from one container and from those. Each is opened once, read-only, and stays open, because
 * objects of it may be in use.
 */
final class LinkedSessions implements LinkedContainers {
    /** Each needs a descriptor. */
    private static final int MOST_OPEN = 256;

    private static final long CACHE_BYTES = 4 << 20;

    /** The other files of the container whose links these are. */
    private final ForeignSessions files;

    private final Opened opened;
    /** Whether the containers are closed with this one. */
    private final boolean owner;

    /** What one container and those that it leads to have open. */
    private static final class Opened {
        private final Map<Path, Session> sessions = new HashMap<>();
        private final Path first;
        private final Session firstSession;
        private boolean closed;

        Opened(Path first, Session firstSession) {
            this.first = first;
            this.firstSession = firstSession;
        }
    }

    private LinkedSessions(ForeignSessions files, Opened opened, boolean owner) {
        this.files = files;
        this.opened = opened;
        this.owner = owner;
    }

    /**
     * The containers of links of a container that the application has opened.
     *
     * @param files used by nothing else
     */
    static LinkedSessions of(ForeignSessions files, Session session) {
        return new LinkedSessions(files, new Opened(files.container(), session), true);
    }

    @Override
    public Session open(String file) throws IOException {
        synchronized (opened) {
            if (opened.closed) {
                throw new UnusableFileException("the container was closed meanwhile");
            }
            ForeignFolders allowed = files.folders();
            Path found = allowed.findMoved(file);
            if (found.equals(opened.first)) {
                return opened.firstSession;
            }
            Session session = opened.sessions.get(found);
            if (session == null) {
                if (opened.sessions.size() == MOST_OPEN) {
                    throw new UnusableFileException("external links lead to more than %d files".formatted(MOST_OPEN));
                }
                session = open(found, allowed);
                opened.sessions.put(found, session);
            }
            return session;
        }
    }

    private Session open(Path found, ForeignFolders allowed) throws IOException {
        ForeignSessions theirs = files.of(found, this);
        OpenOptions options = OpenOptions.defaults().withReadOnly(true).withCacheBytes(CACHE_BYTES);
        return ContainerOpener.openIn(
                ReadFile.of(allowed.open(found, false)),
                FileSidecar.of(found, Journal.SUFFIX),
                found.toString(),
                options,
                theirs);
    }

    /** For the links of a container that one of these leads to. */
    LinkedSessions of(ForeignSessions theirs) {
        return new LinkedSessions(theirs, opened, false);
    }

    @Override
    public void close() {
        if (!owner) {
            return;
        }
        synchronized (opened) {
            opened.closed = true;
            opened.sessions.values().forEach(Session::close);
            opened.sessions.clear();
        }
    }
}
