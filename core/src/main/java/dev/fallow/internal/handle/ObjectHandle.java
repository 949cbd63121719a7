package dev.fallow.internal.handle;

import dev.fallow.Attribute;
import dev.fallow.AttributeOptions;
import dev.fallow.CommittedDatatype;
import dev.fallow.ContainerException;
import dev.fallow.Conversion;
import dev.fallow.Empty;
import dev.fallow.LinkOrder;
import dev.fallow.NoSuchObjectException;
import dev.fallow.ObjectKind;
import dev.fallow.StoredObject;
import dev.fallow.WrongTypeException;
import dev.fallow.format.Printable;
import dev.fallow.internal.attribute.Attributes;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.JavaValues;
import dev.fallow.internal.data.TypedArray;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.data.TypedValue.StringForm;
import dev.fallow.internal.dataset.CommittedDatatypes;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.dataset.DatatypeUsers;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.link.Groups;
import dev.fallow.internal.path.ObjectPath;
import dev.fallow.internal.session.Deletions.Watch;
import dev.fallow.internal.session.Renames.Followed;
import dev.fallow.internal.session.Session;
import dev.fallow.internal.tree.Deletion;
import dev.fallow.type.Datatype;
import dev.fallow.type.ElementType;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * An object of an open container: an address in a session, whose object may since have been deleted, and the object's
 * attributes.
 */
abstract class ObjectHandle {
    private final Session session;
    private final Watch object;
    /** Never without a value, and any of several threads may find it. */
    private volatile Followed path;

    ObjectHandle(Session session, long address, String path) {
        this.session = session;
        object = session.deletions().watch(address);
        this.path = session.renames().follow(path);
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

    /** The path, which may have to be found first: if the object was opened by its address, or below one that was. */
    public final String path() {
        if (!path.path().startsWith("/") && !isDeleted()) {
            String found = new PathSearch(session).path(here());
            if (!found.isEmpty()) {
                path = session.renames().follow(found);
            }
        }
        return path.path();
    }

    /** The path as far as it is known without a search; otherwise an address stands for it. */
    final String shownPath() {
        return path.path();
    }

    /** The address, which then stays the same. */
    public final long address() {
        session.learnt();
        return here();
    }

    /** The address until the next commit, which the application does not learn. */
    final long here() {
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
            throw new NoSuchObjectException(session.name() + ": " + shownPath() + " was deleted");
        }
        return session.store().header(object.address());
    }

    /** What the live object stores as a dataset. Only to be called inside an operation of the session. */
    final DatasetStorage storage() throws IOException {
        return DatasetStorage.of(session.store(), header(), shownPath());
    }

    /** Deletes committed datatypes that lose their last user. */
    private DatatypeUsers datatypeUsers() {
        return Deletion.datatypeUsers(session.store(), session.deletions()::deleted);
    }

    private Attributes attributes() throws IOException {
        return new Attributes(session.store(), header(), shownPath());
    }

    public final List<String> attributeNames() {
        return session.reading(() -> attributes().names());
    }

    public final List<String> attributeNames(LinkOrder order) {
        if (order == LinkOrder.NAME) {
            return attributeNames();
        }
        return session.reading(() -> {
            if (!Groups.attributeOptions(header()).creationOrder().tracked()) {
                throw new ContainerException(
                        "%s: %s does not track the creation order of attributes".formatted(fileName(), shownPath()));
            }
            return attributes().namesInCreationOrder();
        });
    }

    public final Attribute attribute(String name) {
        return session.reading(() -> attributes().get(name));
    }

    public final void createAttribute(String name, Object value) {
        putAttribute(name, value, false);
    }

    public final void createAttribute(String name, Object value, int stringLength) {
        putAttribute(name, value, StringForm.of(stringLength), false);
    }

    public final void createAttribute(String name, ElementType type, long[] dimensions, Object value) {
        createAttribute(name, type, dimensions, value, Conversion.LOSSLESS);
    }

    public final void createAttribute(
            String name, ElementType type, long[] dimensions, Object value, Conversion conversion) {
        putAttribute(name, type, dimensions, value, conversion, false);
    }

    public final void putAttribute(String name, Object value) {
        putAttribute(name, value, true);
    }

    public final void putAttribute(String name, Object value, int stringLength) {
        putAttribute(name, value, StringForm.of(stringLength), true);
    }

    public final void putAttribute(String name, ElementType type, long[] dimensions, Object value) {
        putAttribute(name, type, dimensions, value, Conversion.LOSSLESS);
    }

    public final void putAttribute(
            String name, ElementType type, long[] dimensions, Object value, Conversion conversion) {
        putAttribute(name, type, dimensions, value, conversion, true);
    }

    public final void putAttributes(Map<String, ?> values) {
        Map<String, TypedValue> typed = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            ObjectPath.checkName(Objects.requireNonNull(name, "the name of an attribute"));
            typed.put(name, TypedValue.of(value, StringForm.VARIABLE, context("attribute " + name)));
        });
        session.change(() -> attributes().putAll(typed, datatypeUsers()));
    }

    /** Adds an attribute, or replaces the one of this name if {@code replace} is set. */
    private void putAttribute(String name, Object value, boolean replace) {
        putAttribute(name, value, StringForm.VARIABLE, replace);
    }

    private void putAttribute(String name, Object value, StringForm strings, boolean replace) {
        ObjectPath.checkName(name);
        TypedValue typed = TypedValue.of(value, strings, context("attribute " + name));
        putAttribute(name, typed, CommittedDatatypes.NONE, replace);
    }

    private void putAttribute(
            String name, ElementType type, long[] dimensions, Object value, Conversion conversion, boolean replace) {
        Objects.requireNonNull(conversion, "conversion");
        long committed = committed(type);
        TypedValue typed = typed(type.datatype(), dimensions, value, conversion, "attribute " + name);
        putAttribute(name, typed, committed, replace);
    }

    private void putAttribute(String name, TypedValue value, long committed, boolean replace) {
        ObjectPath.checkName(name);
        session.change(() -> {
            if (committed == CommittedDatatypes.NONE) {
                CommittedDatatypes.requireMessage(session.store(), value.datatype());
            }
            return attributes().put(name, value, committed, replace, datatypeUsers());
        });
    }

    /**
     * The change that replaces an attribute, whether it exists or not. Only to be called inside an operation of the session.
     *
     * @param value null to delete it
     */
    final Change replacement(String name, TypedValue value) throws IOException {
        if (value != null) {
            return attributes().put(name, value, CommittedDatatypes.NONE, true, datatypeUsers());
        }
        return attributes().names().contains(name) ? attributes().delete(name, datatypeUsers()) : () -> {};
    }

    /** Checks a value against its datatype. */
    final TypedValue typed(Datatype type, long[] dimensions, Object value, String what) {
        return typed(type, dimensions, value, Conversion.LOSSLESS, what);
    }

    /**
     * As {@link #typed(Datatype, long[], Object, String)}.
     *
     * @param conversion what happens with a number that is not represented exactly
     */
    final TypedValue typed(Datatype type, long[] dimensions, Object value, Conversion conversion, String what) {
        if (value instanceof Empty) {
            return TypedValue.of(new Empty(type), StringForm.VARIABLE, context(what));
        }
        return TypedValue.of(type, dimensions, value, conversion, context(what));
    }

    /** The shape of a value whose elements have a datatype. */
    final long[] shape(Datatype type, Object value, String what) {
        try {
            return value instanceof Empty ? new long[0] : JavaValues.shape(value, TypedArray.arraysIn(type), type);
        } catch (WrongTypeException e) {
            throw new WrongTypeException(context(what).where() + ": " + e.getMessage(), e);
        }
    }

    /** The context of a value that is checked. */
    final ElementContext context(String what) {
        return ElementContext.of(
                        session.name() + ": " + shownPath() + ", " + what,
                        session.store().sizes())
                .withObjects(session::isObject);
    }

    /** The address of a committed datatype, which must be in this container; none of another type. */
    final long committed(ElementType type) {
        if (!(type instanceof CommittedDatatype object)) {
            return CommittedDatatypes.NONE;
        }
        ObjectHandle handle = of(object);
        if (handle.session != session) {
            throw new ContainerException("%s: the datatype %s is in another container, %s"
                    .formatted(session.name(), handle.shownPath(), handle.session.name()));
        }
        return handle.here();
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

    /** Handles of one object of a container are equal, unless it was deleted. */
    @Override
    public final boolean equals(Object other) {
        return this == other
                || other instanceof ObjectHandle handle
                        && session == handle.session
                        && here() == handle.here()
                        && !isDeleted()
                        && !handle.isDeleted();
    }

    @Override
    public final int hashCode() {
        return 31 * session.hashCode() + Long.hashCode(address());
    }

    @Override
    public final String toString() {
        String description = "";
        try {
            description = description();
        } catch (ContainerException e) {
            description = ""; // deleted, closed or damaged
        }
        return Printable.message(kind().label() + " " + shownPath() + description + " in " + fileName());
    }

    /** What follows the path in {@link #toString}; empty for nothing. */
    String description() {
        return "";
    }
}
