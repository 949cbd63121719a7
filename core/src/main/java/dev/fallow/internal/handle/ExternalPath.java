package dev.fallow.internal.handle;

import dev.fallow.NoSuchObjectException;
import dev.fallow.StoredObject;
import dev.fallow.internal.link.ExternalLinkFound;
import dev.fallow.internal.session.Session;

/** A path that leads through external links: each is followed in a session of the file that it leads to. */
final class ExternalPath {
    /** The reference library's default limit of links in one path. */
    private static final int MOST_LINKS = 16;

    private final ExternalLinkFound first;
    private Session session;

    /** @param session of the container that has the link */
    ExternalPath(Session session, ExternalLinkFound first) {
        this.session = session;
        this.first = first;
    }

    /**
     * The object that the path leads to.
     *
     * @throws NoSuchObjectException if a file or an object on the way does not exist, or there are too many links
     * @throws dev.fallow.UnsupportedFeatureException if a file may not be used
     */
    StoredObject get() {
        ExternalLinkFound link = first;
        for (int followed = 0; followed < MOST_LINKS; followed++) {
            session = session.linked(link.where(), link.file());
            try {
                return ((GroupHandle) GroupHandle.root(session)).here(link.path());
            } catch (ExternalLinkFound next) {
                link = next;
            } catch (NoSuchObjectException e) {
                throw new NoSuchObjectException(
                        "%s: the external link leads to %s in %s, which does not exist"
                                .formatted(link.where(), link.path(), session.name()),
                        e);
            }
        }
        throw new NoSuchObjectException(
                "%s: more than %d external links to follow".formatted(first.where(), MOST_LINKS));
    }

    /** Whether the path leads to an object. */
    boolean exists() {
        try {
            get();
            return true;
        } catch (NoSuchObjectException e) {
            return false;
        }
    }
}
