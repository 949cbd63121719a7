package dev.fallow.cli.look;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.CommittedDatatype;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Entry;
import dev.fallow.NameText;
import dev.fallow.ObjectKind;
import dev.fallow.Reference;
import dev.fallow.StorageLayout;
import dev.fallow.StoredObject;
import dev.fallow.cli.shell.Colour;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.ObjectNames;
import dev.fallow.cli.shell.ShapeText;
import dev.fallow.cli.shell.VirtualSources;
import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a listing tells of an object or link. What it does not have is null, as is the problem if it can be described. */
record ObjectFacts(Entry entry, String problem, Datatype type, Facts dataset) {
    /**
     * What only datasets have.
     *
     * @param shape the dimensions; empty for a scalar, null for a null dataspace
     * @param limits of the dimensions; -1 for none
     * @param chunk the dimensions of a chunk; null without chunks
     * @param names of the dimensions; empty if none has one
     * @param storedBytes that the elements take in this file; -1 if they were not counted
     * @param sources of a virtual dataset; null if they were not looked for
     */
    record Facts(
            long[] shape,
            long[] limits,
            List<String> names,
            StorageLayout layout,
            long[] chunk,
            List<FilterSetting> filters,
            long bytes,
            long storedBytes,
            VirtualSources sources) {
        static Facts of(Dataset dataset, List<String> names, boolean filters, boolean stored) {
            boolean none = dataset.isNull();
            StorageLayout layout = dataset.layout();
            return new Facts(
                    none ? null : dataset.dimensions(),
                    none ? null : dataset.maxDimensions(),
                    names,
                    layout,
                    layout == StorageLayout.CHUNKED ? dataset.chunkDimensions() : null,
                    filters ? dataset.filters() : List.of(),
                    dataset.logicalSize(),
                    stored ? dataset.storedSize() : -1,
                    stored && layout == StorageLayout.VIRTUAL ? VirtualSources.of(dataset) : null);
        }

        /** The filters by name, in the order in which they are applied on writing. */
        String filterNames() {
            return filters.stream().map(FilterSetting::label).collect(Collectors.joining("+"));
        }

        /** How many times the elements are longer than what is stored; empty if it says nothing. */
        String ratio() {
            return ratio(storedBytes);
        }

        /** The same, of bytes that were counted otherwise. */
        String ratio(long stored) {
            return filters.isEmpty() || stored <= 0 ? "" : String.format(Locale.US, "%.1fx", (double) bytes / stored);
        }

        /** The layout for people. */
        String layoutText() {
            return sources == null ? layoutName() : sources.summary();
        }

        private String layoutName() {
            return layout.name().toLowerCase(Locale.ROOT);
        }
    }

    /** Describes an entry. The details are filters, and the stored bytes, for which all chunks of a dataset are visited. */
    static ObjectFacts of(ContainerFile container, ObjectNames names, Entry entry, boolean details) {
        return of(container, names, entry, details, details);
    }

    /** Describes an entry, with its filters; its stored bytes are not counted. */
    static ObjectFacts filtered(ContainerFile container, Entry entry) {
        return of(container, new ObjectNames(container), entry, true, false);
    }

    private static ObjectFacts of(
            ContainerFile container, ObjectNames names, Entry entry, boolean filters, boolean stored) {
        boolean described = entry.kind() == ObjectKind.DATASET || entry.kind() == ObjectKind.DATATYPE;
        if (entry.problem().isPresent() || !described) {
            return new ObjectFacts(entry, entry.problem().orElse(null), null, null);
        }
        try {
            StoredObject object = container.get(new Reference.ToObject(entry.address()));
            if (!(object instanceof Dataset dataset)) {
                return new ObjectFacts(entry, null, ((CommittedDatatype) object).datatype(), null);
            }
            List<String> dimensions = DimensionNames.of(dataset, entry.path(), names);
            return new ObjectFacts(entry, null, dataset.datatype(), Facts.of(dataset, dimensions, filters, stored));
        } catch (ContainerException e) {
            return new ObjectFacts(entry, e.getMessage(), null, null);
        }
    }

    /** The kind for people: a short word. */
    String kind() {
        return switch (entry.kind()) {
            case SOFT_LINK -> "link";
            case EXTERNAL_LINK -> "external";
            case USER_DEFINED_LINK -> "user link";
            default -> entry.kind().label();
        };
    }

    /** A text in the colour of the kind; datasets have none. */
    String coloured(String text) {
        return switch (entry.kind()) {
            case GROUP -> Colour.BLUE.on(text);
            case SOFT_LINK, EXTERNAL_LINK, USER_DEFINED_LINK -> Colour.CYAN.on(text);
            case DATATYPE -> Colour.MAGENTA.on(text);
            default -> text;
        };
    }

    /** The datatype for people; empty if there is none. */
    String typeName() {
        return type == null ? "" : type.toString();
    }

    /** The shape for people; empty if there is none. */
    String shape() {
        if (dataset == null) {
            return "";
        }
        return dataset.shape == null ? ShapeText.NULL : ShapeText.of(dataset.shape, dataset.limits, dataset.names);
    }

    /** A path or a part of it, with what a link refers to and why the object could not be described. */
    String named(String name) {
        StringBuilder text = new StringBuilder(NameText.printable(name));
        entry.target().ifPresent(target -> text.append(" -> ").append(NameText.printable(target)));
        if (problem != null) {
            text.append("  (").append(NameText.printableMessage(problem)).append(')');
        }
        return text.toString();
    }

    /** Writes the fields of a JSON object. */
    void writeFields(JsonGenerator json) throws IOException {
        json.writeStringField("path", entry.path());
        json.writeStringField("kind", entry.kind().label());
        if (entry.address() >= 0) {
            json.writeNumberField("address", entry.address());
        }
        if (entry.target().isPresent()) {
            json.writeStringField("target", entry.target().get());
        }
        if (type != null) {
            json.writeStringField("type", type.toString());
        }
        if (dataset != null) {
            write(json, dataset);
        }
        if (problem != null) {
            json.writeStringField("problem", problem);
        }
    }

    private static void write(JsonGenerator json, Facts dataset) throws IOException {
        writeDimensions(json, "shape", dataset.shape);
        writeDimensions(json, "maxShape", dataset.limits);
        if (!dataset.names.isEmpty()) {
            Json.strings(json, "dimensions", dataset.names);
        }
        json.writeStringField("layout", dataset.layoutName());
        writeDimensions(json, "chunk", dataset.chunk);
        Json.array(json, "filters", dataset.filters, filter -> {
            json.writeNumberField("id", filter.id());
            json.writeStringField("name", Filters.name(filter.id()));
            json.writeBooleanField("optional", filter.optional());
            json.writeArrayFieldStart("values");
            for (int value : filter.values()) {
                json.writeNumber(Integer.toUnsignedLong(value));
            }
            json.writeEndArray();
        });
        json.writeNumberField("bytes", dataset.bytes);
        json.writeNumberField("storedBytes", dataset.storedBytes);
        if (dataset.sources != null) {
            dataset.sources.write(json);
        }
    }

    /** Dimensions without a limit are null. */
    static void writeDimensions(JsonGenerator json, String name, long[] dimensions) throws IOException {
        if (dimensions == null) {
            json.writeNullField(name);
            return;
        }
        json.writeArrayFieldStart(name);
        for (long dimension : dimensions) {
            if (dimension < 0) {
                json.writeNull();
            } else {
                json.writeNumber(dimension);
            }
        }
        json.writeEndArray();
    }
}
