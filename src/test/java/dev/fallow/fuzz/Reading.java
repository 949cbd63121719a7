package dev.fallow.fuzz;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Entry;
import dev.fallow.MaintenanceOptions;
import dev.fallow.ObjectKind;
import dev.fallow.OpenOptions;
import dev.fallow.RawElements;
import dev.fallow.Selection;
import dev.fallow.StorageLayout;
import dev.fallow.StoredObject;
import dev.fallow.fuzz.outcome.Outcomes;
import dev.fallow.fuzz.outcome.Violation;
import dev.fallow.report.SpaceReport;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** The complete readable content of a container, as the outcomes of separate calls. */
final class Reading {
    /** An attribute, or if its name is empty the elements of a dataset. */
    record Value(String path, String attribute) {
        boolean isAttribute() {
            return !attribute.isEmpty();
        }
    }

    private static final int MOST_ENTRIES = 300;
    private static final int MOST_ATTRIBUTES = 50;
    /** Bytes of elements. */
    private static final long MOST_CONVERTED = 1 << 16;

    private final Outcomes outcomes;
    private final Map<String, String> calls = new LinkedHashMap<>();
    private final Map<Value, String> values = new LinkedHashMap<>();
    private final Map<String, Long> addresses = new LinkedHashMap<>();
    private final Set<String> ambiguous = new HashSet<>();
    private final Set<String> virtual = new HashSet<>();
    private List<Entry> entries = List.of();
    private List<String> findings = List.of();

    private Reading(Outcomes outcomes) {
        this.outcomes = outcomes;
    }

    /**
     * Reads a container in memory.
     *
     * @throws dev.fallow.ContainerException if it cannot be opened
     */
    static Reading of(byte[] bytes, Outcomes outcomes) {
        Reading reading = new Reading(outcomes);
        try (ContainerFile file =
                ContainerFile.openBytes(bytes, OpenOptions.defaults().withReadOnly(true))) {
            reading.read(file);
        }
        return reading;
    }

    private void read(ContainerFile file) {
        call("list", () -> entries = file.root().listRecursively());
        call("info", file::info);
        call("space", () -> space(file));
        call(
                "reclaimable",
                () -> file.reclaimUntracked(MaintenanceOptions.defaults().withDryRun(true)));
        addresses.put("/", file.root().address());
        attributes("/", file::root);
        Set<Long> met = new HashSet<>();
        Set<String> paths = new HashSet<>();
        for (Entry entry : entries.subList(0, Math.min(entries.size(), MOST_ENTRIES))) {
            String path = entry.path();
            if (!paths.add(path)) {
                ambiguous.add(path);
            } else if (entry.address() < 0) {
                call("exists " + path, () -> file.exists(path));
            } else {
                read(file, entry, met.add(entry.address()));
            }
        }
    }

    private void read(ContainerFile file, Entry entry, boolean first) {
        String path = entry.path();
        call("get " + path, () -> {
            StoredObject object = file.root().get(path);
            addresses.put(path, object.address());
            if (object.address() != entry.address()) {
                ambiguous.add(path);
            }
            return object.linkCount();
        });
        if (entry.kind() == ObjectKind.DATASET) {
            call("layout of " + path, () -> {
                if (dataset(file, path).layout() == StorageLayout.VIRTUAL) {
                    virtual.add(path);
                }
                return null;
            });
            values.put(
                    new Value(path, ""),
                    outcome("read " + path, () -> dataset(file, path).read()));
            if (first) {
                call(
                        "readBytes " + path,
                        () -> dataset(file, path).read(RawElements.class).bytes());
                call(
                        "part of " + path,
                        () -> dataset(file, path)
                                .read(part(dataset(file, path)), RawElements.class)
                                .bytes());
                call("describe " + path, () -> describe(dataset(file, path)));
                call("description " + path, () -> entry.description().map(Entry.Description::datatype));
                typed(path, () -> dataset(file, path));
            }
        } else if (entry.kind() == ObjectKind.GROUP && first) {
            call("links " + path, () -> file.group(path).links().toString());
        }
        attributes(path, () -> file.root().get(path));
    }

    /** Reads elements as types that need not fit them. */
    private void typed(String path, Supplier<Dataset> dataset) {
        call("readDoubles " + path, () -> small(dataset.get()) ? dataset.get().read(double[].class) : null);
        call("readStrings " + path, () -> small(dataset.get()) ? dataset.get().read(String[].class) : null);
        call("readInstants " + path, () -> small(dataset.get()) ? dataset.get().read(Instant[].class) : null);
    }

    /** Converted elements can be many times larger than the stored ones, which may not exist. */
    private static boolean small(Dataset dataset) {
        return dataset.logicalSize() <= MOST_CONVERTED;
    }

    private static Dataset dataset(ContainerFile file, String path) {
        return file.dataset(path);
    }

    /** About half of the elements in each dimension. */
    private static Selection part(Dataset dataset) {
        long[] dimensions = dataset.dimensions();
        if (dimensions.length == 0) {
            return new Selection.All(0);
        }
        long[] start = new long[dimensions.length];
        long[] count = new long[dimensions.length];
        for (int i = 0; i < start.length; i++) {
            start[i] = dimensions[i] / 4;
            count[i] = dimensions[i] / 2;
        }
        return Selection.block(start, count);
    }

    private static Object describe(Dataset dataset) {
        return dataset.datatype().size() + " " + dataset.layout() + " " + dataset.logicalSize();
    }

    private Object space(ContainerFile file) {
        SpaceReport report = file.space();
        findings = report.findings();
        if (report.liveBytes() < 0
                || report.freeBytes() < 0
                || report.untrackedBytes() < 0
                || report.liveBytes() + report.freeBytes() + report.untrackedBytes() != report.fileBytes()) {
            throw new Violation(
                    "space does not add up",
                    "%d live, %d free, %d untracked, %d in all, %s"
                            .formatted(
                                    report.liveBytes(),
                                    report.freeBytes(),
                                    report.untrackedBytes(),
                                    report.fileBytes(),
                                    report.findings()));
        }
        return report.toString();
    }

    private void attributes(String path, Supplier<StoredObject> object) {
        Map<String, List<String>> found = new LinkedHashMap<>();
        call("attributes of " + path, () -> {
            found.put(path, object.get().attributeNames());
            return found;
        });
        List<String> names = found.getOrDefault(path, List.of());
        for (String name : names.subList(0, Math.min(names.size(), MOST_ATTRIBUTES))) {
            values.put(
                    new Value(path, name),
                    outcome(
                            "attribute " + name + " of " + path,
                            () -> object.get().attribute(name).read()));
        }
    }

    private void call(String call, Callable<Object> body) {
        calls.put(call, outcome(call, body));
    }

    private String outcome(String call, Callable<Object> body) {
        return outcomes.of(call, body);
    }

    /** Reads a value by its path. */
    static Object read(ContainerFile file, Value value) {
        return value.isAttribute()
                ? file.root().get(value.path()).attribute(value.attribute()).read()
                : dataset(file, value.path()).read();
    }

    /** Returns the outcome of a call. */
    String call(String call) {
        return calls.get(call);
    }

    /** Returns the outcomes of reading the values. */
    Map<Value, String> values() {
        return values;
    }

    /** Returns the address of the object at a path, or null if there is none. */
    Long address(String path) {
        return addresses.get(path);
    }

    /** Returns whether the listing and a lookup of the path result in different objects. */
    boolean isAmbiguous(String path) {
        for (int slash = path.length(); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
            if (ambiguous.contains(path.substring(0, slash))) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a value is that of a virtual dataset, which an edit of another one changes. */
    boolean isVirtual(Value value) {
        return !value.isAttribute() && virtual.contains(value.path());
    }

    /** Returns the findings of the space analysis. */
    List<String> findings() {
        return findings;
    }

    /** Returns whether the listing and the space analysis were complete and without findings. */
    boolean isSound() {
        return findings.isEmpty()
                && Outcomes.isDone(calls.get("list"))
                && Outcomes.isDone(calls.get("space"))
                && ambiguous.isEmpty()
                && entries.stream().noneMatch(entry -> entry.problem().isPresent());
    }

    /** Returns the first outcome that differs from another reading of the same bytes, or null. */
    String difference(Reading other) {
        for (Map.Entry<String, String> call : calls.entrySet()) {
            if (!call.getValue().equals(other.calls.get(call.getKey()))) {
                return call + " / " + other.calls.get(call.getKey());
            }
        }
        for (Map.Entry<Value, String> value : values.entrySet()) {
            if (!value.getValue().equals(other.values.get(value.getKey()))) {
                return value + " / " + other.values.get(value.getKey());
            }
        }
        return null;
    }
}
