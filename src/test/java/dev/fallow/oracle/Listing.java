package dev.fallow.oracle;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.bytedeco.hdf5.H5L_info2_t;
import org.bytedeco.hdf5.H5L_iterate2_t;
import org.bytedeco.hdf5.H5O_info2_t;
import org.bytedeco.hdf5.H5O_token_t;
import org.bytedeco.hdf5.global.hdf5;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;

/** Visits every link reachable from the root group, each object once, parents before children. */
final class Listing {
    private final Id file;
    private final LinkOrder order;
    private final List<ReferenceEntry> entries = new ArrayList<>();

    /** The first path of each object, by its token. */
    private final Map<String, String> met = new HashMap<>();

    private Listing(Id file, LinkOrder order) {
        this.file = file;
        this.order = order;
    }

    /** Returns all entries, without the root group. */
    static List<ReferenceEntry> of(Id file, LinkOrder order) {
        Listing listing = new Listing(file, order);
        listing.met.put(token(file, "/"), "/");
        listing.visit("/");
        return List.copyOf(listing.entries);
    }

    /** Returns the names of the links of a group. */
    static List<String> linkNames(Id file, String group, LinkOrder order) {
        return new Listing(file, order).links(group).stream().map(Link::name).toList();
    }

    /** Returns the token that identifies an object in its file: its address, in hexadecimal. */
    static String token(Id file, String path) {
        try (H5O_info2_t info = new H5O_info2_t()) {
            objectInfo(file, path, info);
            H5O_token_t token = info.token();
            byte[] bytes = new byte[16];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = token.__data(i);
            }
            return HexFormat.of().formatHex(bytes);
        }
    }

    /** Reads the basic information about an object. */
    static void objectInfo(Id file, String path, H5O_info2_t info) {
        try (BytePointer text = Native.text(path)) {
            Native.check(
                    hdf5.H5Oget_info_by_name3(file.value(), text, info, hdf5.H5O_INFO_BASIC, hdf5.H5P_DEFAULT),
                    "H5Oget_info_by_name3(" + path + ")");
        }
    }

    private void visit(String group) {
        String prefix = group.equals("/") ? "/" : group + "/";
        for (Link link : links(group)) {
            String path = prefix + link.name;
            if (link.type == hdf5.H5L_TYPE_SOFT) {
                entries.add(new ReferenceEntry(path, ObjectKind.SOFT_LINK, softTarget(path, link.valueSize)));
            } else if (link.type == hdf5.H5L_TYPE_EXTERNAL) {
                entries.add(new ReferenceEntry(path, ObjectKind.EXTERNAL_LINK, externalTarget(path, link.valueSize)));
            } else if (link.type == hdf5.H5L_TYPE_HARD) {
                object(path);
            } else {
                entries.add(new ReferenceEntry(path, ObjectKind.USER_DEFINED_LINK, null));
            }
        }
    }

    private void object(String path) {
        String first = met.putIfAbsent(token(file, path), path);
        if (first != null) {
            entries.add(new ReferenceEntry(path, ObjectKind.SAME_OBJECT, first));
            return;
        }
        ObjectKind kind = kind(file, path);
        entries.add(new ReferenceEntry(path, kind, null));
        if (kind == ObjectKind.GROUP) {
            visit(path);
        }
    }

    /** Returns the kind of an object. */
    static ObjectKind kind(Id file, String path) {
        try (H5O_info2_t info = new H5O_info2_t()) {
            objectInfo(file, path, info);
            if (info.type() == hdf5.H5O_TYPE_GROUP) {
                return ObjectKind.GROUP;
            } else if (info.type() == hdf5.H5O_TYPE_DATASET) {
                return ObjectKind.DATASET;
            } else if (info.type() == hdf5.H5O_TYPE_NAMED_DATATYPE) {
                return ObjectKind.DATATYPE;
            }
            throw new IllegalStateException("the oracle does not know objects of type " + info.type() + ": " + path);
        }
    }

    private List<Link> links(String group) {
        try (BytePointer text = Native.text(group);
                Id id = Id.of(hdf5.H5Gopen2(file.value(), text, hdf5.H5P_DEFAULT), "H5Gopen2(" + group + ")");
                LinkCollector collector = new LinkCollector()) {
            Native.check(
                    hdf5.H5Literate2(id.value(), order.index, order.order, (long[]) null, collector, null),
                    "H5Literate2(" + group + ")");
            return collector.links;
        }
    }

    private String softTarget(String path, long size) {
        byte[] value = value(path, size);
        return text(value, 0);
    }

    /**
     * Returns the target of an external link, which is stored as a byte of version and flags and two null-terminated
     * strings, the file and the path.
     */
    private String externalTarget(String path, long size) {
        byte[] value = value(path, size);
        String fileName = text(value, 1);
        return fileName + ":" + text(value, 2 + fileName.getBytes(StandardCharsets.UTF_8).length);
    }

    private byte[] value(String path, long size) {
        byte[] value = new byte[Math.toIntExact(size)];
        try (BytePointer text = Native.text(path);
                BytePointer memory = new BytePointer(Math.max(1, size))) {
            Native.check(
                    hdf5.H5Lget_val(file.value(), text, memory, size, hdf5.H5P_DEFAULT), "H5Lget_val(" + path + ")");
            memory.get(value);
        }
        return value;
    }

    private static String text(byte[] value, int from) {
        int end = from;
        while (end < value.length && value[end] != 0) {
            end++;
        }
        return new String(value, from, end - from, StandardCharsets.UTF_8);
    }

    private record Link(String name, int type, long valueSize) {}

    private static final class LinkCollector extends H5L_iterate2_t {
        private final List<Link> links = new ArrayList<>();

        @Override
        public int call(long group, BytePointer name, H5L_info2_t info, Pointer unused) {
            boolean hard = info.type() == hdf5.H5L_TYPE_HARD;
            links.add(new Link(name.getString(StandardCharsets.UTF_8), info.type(), hard ? 0 : info.u_val_size()));
            return 0;
        }
    }
}
