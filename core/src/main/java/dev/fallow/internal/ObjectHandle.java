package dev.fallow.internal;

import dev.fallow.Attribute;
import dev.fallow.AttributeOptions;
import dev.fallow.NoSuchObjectException;
import dev.fallow.internal.Identities.Identity;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.object.Attributes;
import dev.fallow.internal.object.Groups;
import dev.fallow.internal.object.ObjectHeader;
import java.io.IOException;
import java.util.List;

/** What a public object stands on: an address in a session that may meanwhile have been deleted; and its attributes. */
public class ObjectHandle {
    private final Session session;
    private final Identity identity;
    private final String path;

    ObjectHandle(Session session, Identity identity, String path) {
        this.session = session;
        this.identity = identity;
        this.path = path;
    }

    final Session session() {
        return session;
    }

    /** The path that the object was reached by. */
    public final String path() {
        return path;
    }

    /** The address of the object header. */
    public final long address() {
        return identity.address();
    }

    /** The file's name. */
    public final String fileName() {
        return session.name();
    }

    /** The live header; only inside an operation of the session. */
    final ObjectHeader header() throws IOException {
        if (identity.isDeleted()) {
            throw new NoSuchObjectException(session.name() + ": " + path + " was deleted");
        }
        return session.store().header(identity.address());
    }

    private Attributes attributes() throws IOException {
        return new Attributes(session.store(), header(), path);
    }

    /** The names of the attributes, in order. */
    public final List<String> attributeNames() {
        return session.reading(() -> attributes().names());
    }

    /** An attribute with its value. */
    public final Attribute attribute(String name) {
        return session.reading(() -> attributes().get(name));
    }

    /** Adds an attribute, or replaces the one of this name if that is allowed. */
    public final void putAttribute(String name, Object value, boolean replace) {
        ObjectPath.checkName(name);
        TypedValue encoded = TypedValue.of(value, 0);
        session.change(() -> attributes().put(name, encoded, replace));
    }

    /** Gives an attribute another name. */
    public final void renameAttribute(String name, String newName) {
        ObjectPath.checkName(newName);
        session.change(() -> attributes().rename(name, newName));
    }

    /** How the object keeps its attributes. */
    public final AttributeOptions attributeOptions() {
        return session.reading(() -> Groups.attributeOptions(header()));
    }

    /** How many hard links lead to the object. */
    public final long linkCount() {
        return session.reading(() -> header().linkCount());
    }

    /** Deletes an attribute. */
    public final void deleteAttribute(String name) {
        session.change(() -> attributes().delete(name));
    }
}
