package dev.fallow.internal.handle;

import dev.fallow.Attribute;
import dev.fallow.AttributeOptions;
import dev.fallow.CommittedDatatype;
import dev.fallow.ContainerException;
import dev.fallow.ElementType;
import dev.fallow.NoSuchObjectException;
import dev.fallow.ObjectKind;
import dev.fallow.StoredObject;
import dev.fallow.format.Printable;
import dev.fallow.internal.attribute.Attributes;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.data.TypedValue.StringForm;
import dev.fallow.internal.dataset.CommittedDatatypes;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.dataset.DatatypeUsers;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.link.Groups;
import dev.fallow.internal.path.ObjectPath;
import dev.fallow.internal.session.Deletions.Watch;
import dev.fallow.internal.session.Session;
import dev.fallow.internal.tree.Deletion;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.util.List;

/**
 * An object of an open container: an address in a session, whose object may since have been deleted, and the object's
 * attributes.
 */
abstract class ObjectHandle {
    private final Session session;
    private final Watch object;
    private final String path;

    ObjectHandle(Session session, long address, String path) {
        this.session = session;
        object = session.deletions().watch(address);
        this.path = path;
    }

    /** The implementation of an object. */
    static ObjectHandle of(StoredObject object) {
        return (ObjectHandle) object; // the interfaces of objects have no other implementations
    }

    /** The kind of object. */
    abstract ObjectKind kind();

    final Session session() {
        return session;
    }

    public final String path() {
        return path;
    }

    public final long address() {
        return object.address();
    }

    /** The file's name. */
    final String fileName() {
        return session.name();
    }

    final boolean isDeleted() {
        return object.isDeleted();
    }

    /** The live object header. Only to be called inside an operation of the session. */
    final ObjectHeader header() throws IOException {
        if (isDeleted()) {
            throw new NoSuchObjectException(session.name() + ": " + path + " was deleted");
        }
        return session.store().header(object.address());
    }

    /** What the live object stores as a dataset. Only to be called inside an operation of the session. */
    final DatasetStorage storage() throws IOException {
        return DatasetStorage.of(session.store(), header(), path);
    }

    /** Deletes committed datatypes that lose their last user. */
    private DatatypeUsers datatypeUsers() {
        return Deletion.datatypeUsers(session.store(), session.deletions()::deleted);
    }

    private Attributes attributes() throws IOException {
        return new Attributes(session.store(), header(), path);
    }

    public final List<String> attributeNames() {
        return session.reading(() -> attributes().names());
    }

    public final Attribute attribute(String name) {
        return session.reading(() -> attributes().get(name));
    }

    public final void createAttribute(String name, Object value) {
        putAttribute(name, value, false);
    }

    public final void createAttribute(String name, ElementType type, long[] dimensions, Object value) {
        putAttribute(name, type, dimensions, value, false);
    }

    public final void putAttribute(String name, Object value) {
        putAttribute(name, value, true);
    }

    public final void putAttribute(String name, ElementType type, long[] dimensions, Object value) {
        putAttribute(name, type, dimensions, value, true);
    }

    /** Adds an attribute, or replaces the one of this name if {@code replace} is set. */
    private void putAttribute(String name, Object value, boolean replace) {
        ObjectPath.checkName(name);
        TypedValue typed = TypedValue.of(value, StringForm.VARIABLE, context("attribute " + name));
        putAttribute(name, typed, CommittedDatatypes.NONE, replace);
    }

    private void putAttribute(String name, ElementType type, long[] dimensions, Object value, boolean replace) {
        long committed = committed(type);
        putAttribute(name, typed(datatype(type), dimensions, value, "attribute " + name), committed, replace);
    }

    private void putAttribute(String name, TypedValue value, long committed, boolean replace) {
        ObjectPath.checkName(name);
        session.change(() -> attributes().put(name, value, committed, replace, datatypeUsers()));
    }

    /** Checks a value against its datatype. */
    final TypedValue typed(Datatype type, long[] dimensions, Object value, String what) {
        return TypedValue.of(type, dimensions, value, context(what));
    }

    /** The context of a value that is checked. */
    final ElementContext context(String what) {
        return ElementContext.of(
                session.name() + ": " + path + ", " + what, session.store().sizes());
    }

    /** The datatype of elements. */
    static Datatype datatype(ElementType type) {
        return type instanceof CommittedDatatype committed ? committed.datatype() : (Datatype) type;
    }

    /** The address of a committed datatype, which must be in this container; none of another type. */
    final long committed(ElementType type) {
        if (!(type instanceof CommittedDatatype object)) {
            return CommittedDatatypes.NONE;
        }
        ObjectHandle handle = of(object);
        if (handle.session != session) {
            throw new ContainerException("%s: the datatype %s is in another container, %s"
                    .formatted(session.name(), handle.path, handle.session.name()));
        }
        return handle.address();
    }

    public final void renameAttribute(String name, String newName) {
        ObjectPath.checkName(newName);
        session.change(() -> attributes().rename(name, newName));
    }

    public final AttributeOptions attributeOptions() {
        return session.reading(() -> Groups.attributeOptions(header()));
    }

    public final long linkCount() {
        return session.reading(() -> header().linkCount());
    }

    public final void deleteAttribute(String name) {
        session.change(() -> attributes().delete(name, datatypeUsers()));
    }

    @Override
    public final String toString() {
        return Printable.message(kind().label() + " " + path + " in " + fileName());
    }
}
