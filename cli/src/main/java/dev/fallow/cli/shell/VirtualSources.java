package dev.fallow.cli.shell;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.Dataset;
import dev.fallow.NameText;
import dev.fallow.Selection;
import dev.fallow.VirtualMapping;
import dev.fallow.VirtualSource;
import dev.fallow.VirtualSource.State;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What people are told of the sources of a virtual dataset.
 *
 * @param all those that were looked for; empty for another dataset
 */
public record VirtualSources(Dataset dataset, List<VirtualSource> all) {
    /** Of more sources, the first are named, and of more mappings the first are printed. */
    private static final int NAMED = 3;

    private static final int PRINTED = 20;

    /** Looks for all sources of a dataset. */
    public static VirtualSources of(Dataset dataset) {
        return new VirtualSources(dataset, dataset.virtualSources());
    }

    /** Looks for the sources of selected elements; null for all of a dataset without dimensions. */
    public static VirtualSources of(Dataset dataset, Selection part) {
        return part == null ? of(dataset) : new VirtualSources(dataset, dataset.virtualSources(part));
    }

    private List<VirtualSource> in(State state) {
        return all.stream().filter(each -> each.state() == state).toList();
    }

    /** Whether elements are shown as the fill value because their source is missing. */
    public boolean lack() {
        return all.stream().anyMatch(each -> each.state() == State.MISSING || each.state() == State.INCOMPLETE);
    }

    /** Whether there are sources, and none is there. */
    public boolean lackAll() {
        return !all.isEmpty() && in(State.MISSING).size() == all.size();
    }

    /** Which sources are missing, a line for each kind; empty if none is. */
    public List<String> problems() {
        return problems(dataset.path());
    }

    /** As {@link #problems()}, of a dataset that was found in another way than by its path. */
    public List<String> problems(String path) {
        List<String> problems = new ArrayList<>();
        told(problems, path, State.MISSING, "missing");
        told(problems, path, State.INCOMPLETE, "virtual and without some of %s own sources");
        return problems;
    }

    private void told(List<String> problems, String path, State state, String what) {
        List<VirtualSource> lacking = in(state);
        if (!lacking.isEmpty()) {
            boolean one = lacking.size() == 1;
            problems.add("%s: %,d of %,d source%s %s %s: %s"
                    .formatted(
                            path,
                            lacking.size(),
                            all.size(),
                            all.size() == 1 ? "" : "s",
                            one ? "is" : "are",
                            what.formatted(one ? "its" : "their"),
                            names(lacking)));
        }
    }

    private static String names(List<VirtualSource> sources) {
        String named = sources.stream()
                .limit(NAMED)
                .map(each -> name(each.file(), each.dataset()))
                .collect(Collectors.joining(", "));
        return sources.size() > NAMED ? named + ", and %,d more".formatted(sources.size() - NAMED) : named;
    }

    /** A source as an argument of the command, which begins with the file. */
    private static String name(String file, String path) {
        return file.equals(VirtualMapping.SAME_FILE) ? path : file + (path.startsWith("/") ? "" : "/") + path;
    }

    /** What is said if elements are shown that are not as they are in their sources; empty if all are. */
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        problems().forEach(each -> notes.add(each + "; what is missing is shown as the fill value"));
        Datatype type = dataset.datatype();
        List<VirtualSource> converted = all.stream()
                .filter(each ->
                        each.datatype().isPresent() && loses(each.datatype().get(), type))
                .toList();
        if (!converted.isEmpty()) {
            notes.add("%s: numbers that %s cannot represent are rounded: of %s"
                    .formatted(dataset.path(), type, names(converted)));
        }
        return notes;
    }

    /** Whether some numbers of a datatype are none of another one. */
    private static boolean loses(Datatype from, Datatype to) {
        if (from instanceof FixedPoint a && to instanceof FixedPoint b) {
            boolean wider = a.precision() > b.precision();
            return wider || a.signed() && !b.signed() || !a.signed() && b.signed() && a.precision() == b.precision();
        } else if (from instanceof FixedPoint a && to instanceof FloatingPoint b) {
            return a.precision() > b.mantissaSize() + 1;
        }
        return from instanceof FloatingPoint
                && (to instanceof FixedPoint || to instanceof FloatingPoint && from.size() > to.size());
    }

    /** For a column: {@code virtual, 3 sources (1 missing)}. */
    public String summary() {
        String counts = all.stream()
                .filter(each -> !each.isPresent())
                .collect(Collectors.groupingBy(VirtualSource::state, TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(each -> "%,d %s".formatted(each.getValue(), word(each.getKey())))
                .collect(Collectors.joining(", "));
        return "virtual, %,d source%s%s"
                .formatted(all.size(), all.size() == 1 ? "" : "s", counts.isEmpty() ? "" : " (" + counts + ")");
    }

    private static String word(State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    /** Prints a line for each of the first mappings: the elements, and where they are. */
    public void printMappings(PrintWriter out) {
        List<VirtualMapping> mappings = dataset.virtualMappings();
        AlignedColumns columns = AlignedColumns.fitting(out, -1);
        for (VirtualMapping each : mappings.subList(0, Math.min(PRINTED, mappings.size()))) {
            columns.add(
                    "  " + SelectionText.of(each.virtual()),
                    "from " + NameText.printable(name(each.sourceFile(), each.sourceDataset())) + part(each.source()),
                    mark(each));
        }
        columns.flush();
        if (mappings.size() > PRINTED) {
            out.printf("  ... (%,d more)%n", mappings.size() - PRINTED);
        }
    }

    private static String part(Selection selection) {
        return selection instanceof Selection.All ? "" : SelectionText.of(selection);
    }

    /** Of a name with a block, there is more than one source. */
    private String mark(VirtualMapping mapping) {
        String file = mapping.sourceFile().replace("%%", "%");
        String path = mapping.sourceDataset().replace("%%", "%");
        return all.stream()
                .filter(each -> each.file().equals(file) && each.dataset().equals(path) && !each.isPresent())
                .findFirst()
                .map(each -> word(each.state()))
                .orElse("");
    }

    /** Writes the field {@code missingSources}, if there are some. */
    public void writeMissing(JsonGenerator json) throws IOException {
        if (lack()) {
            List<VirtualSource> lacking = all.stream()
                    .filter(each -> each.state() == State.MISSING || each.state() == State.INCOMPLETE)
                    .toList();
            write(json, "missingSources", lacking);
        }
    }

    /** Writes the field {@code sources}. */
    public void write(JsonGenerator json) throws IOException {
        write(json, "sources", all);
    }

    private static void write(JsonGenerator json, String name, List<VirtualSource> sources) throws IOException {
        Json.array(json, name, sources, each -> {
            json.writeStringField("file", each.file());
            json.writeStringField("dataset", each.dataset());
            json.writeStringField("state", word(each.state()));
        });
    }
}
