package dev.fallow.internal.virtual;

import dev.fallow.ContainerException;
import dev.fallow.Selection;
import dev.fallow.VirtualSource;
import dev.fallow.VirtualSource.State;
import dev.fallow.WrongTypeException;
import dev.fallow.format.FormatException;
import dev.fallow.internal.slice.Clip;
import dev.fallow.internal.slice.MappingTable;
import dev.fallow.internal.slice.Numbered;
import dev.fallow.internal.slice.Regular;
import dev.fallow.internal.storage.UnusableFileException;
import dev.fallow.internal.virtual.VirtualDataset.Name;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Which sources of a virtual dataset are there, and whether they are what its mappings expect. */
public final class SourceStates {
    private final VirtualDataset dataset;
    private final MappingTable table;
    /** In the order of the mappings; null for those not looked for yet. */
    private final Map<Name, VirtualSource> found = new LinkedHashMap<>();

    SourceStates(VirtualDataset dataset) {
        this.dataset = dataset;
        table = dataset.table();
    }

    /** All sources, each once. */
    List<VirtualSource> all() throws IOException {
        for (int i = 0; i < table.size(); i++) {
            if (table.hasBlocks(i)) {
                addBlocks(i);
            } else {
                found.putIfAbsent(dataset.name(i, 0), null);
            }
        }
        return looked();
    }

    /** The sources of selected elements. One that determines the extent has none if it is missing, and is told. */
    List<VirtualSource> of(Numbered request) throws IOException {
        Set<Integer> mappings = new TreeSet<>();
        Set<Name> blocks = new LinkedHashSet<>();
        if (request instanceof Regular regular && regular.count() > 0) {
            search(regular, mappings, blocks);
        } else if (request.count() > 0) {
            long[] length = new long[request.rank()];
            Arrays.fill(length, 1);
            request.forEachRow(0, request.count(), (from, number, count) -> {
                length[length.length - 1] = count;
                search(Regular.block(from, length), mappings, blocks);
            });
        }
        Set<Integer> grown = new HashSet<>();
        dataset.grown().forEach(each -> grown.add(each.number()));
        for (int number : table.growing()) {
            if (!grown.contains(number)) {
                mappings.add(number);
            }
        }
        mappings.forEach(number -> found.putIfAbsent(dataset.name(number, 0), null));
        blocks.forEach(name -> found.putIfAbsent(name, null));
        return looked();
    }

    private void search(Regular request, Set<Integer> mappings, Set<Name> blocks) throws IOException {
        table.search(request, number -> {
            MappingTable.Part part = table.part(number);
            if (part.virtual().count() > 0 && part.virtual().overlaps(request)) {
                mappings.add(part.mapping());
            }
        });
        for (VirtualDataset.Grown each : dataset.grown()) {
            if (each.virtual().count() > 0 && each.virtual().overlaps(request)) {
                blocks.add(dataset.name(each.number(), each.block()));
            }
        }
    }

    /** Those of one file are looked for one after the other, so that it is opened once. */
    private List<VirtualSource> looked() throws IOException {
        List<Name> open = new ArrayList<>(found.keySet());
        open.sort(Comparator.comparing(Name::file));
        for (Name name : open) {
            if (found.get(name) == null) {
                found.put(name, look(name));
            }
        }
        return List.copyOf(found.values());
    }

    /** The blocks of a mapping end with the first one without a source. */
    private void addBlocks(int number) throws IOException {
        for (long block = 0; block < VirtualDataset.MOST_BLOCKS; block++) {
            Name name = dataset.name(number, block);
            VirtualSource source = look(name);
            boolean missing = source.state() == State.MISSING;
            if (block == 0 || !missing) {
                found.put(name, source);
            }
            if (missing) {
                return;
            }
        }
    }

    private VirtualSource look(Name name) throws IOException {
        VirtualSource[] there = {source(name, State.MISSING, null)};
        try {
            dataset.find(
                    name,
                    source -> there[0] = source(name, source.isComplete() ? State.PRESENT : State.INCOMPLETE, source));
        } catch (ContainerException | FormatException | UnusableFileException | AccessDeniedException e) {
            return source(name, State.UNREADABLE, null);
        }
        return there[0];
    }

    private static VirtualSource source(Name name, State state, Source source) {
        return new VirtualSource(
                name.file(), name.path(), state, Optional.ofNullable(source).map(Source::datatype));
    }

    /**
     * Checks the mappings of a dataset about to be created against those sources that are there already and can be read.
     *
     * @throws WrongTypeException if a source has another number of dimensions or elements than its mapping, or can never have the elements
     */
    public static void check(VirtualDataset dataset) throws IOException {
        MappingTable table = dataset.table();
        for (int i = 0; i < table.size(); i++) {
            int number = i;
            String[] problem = new String[1];
            try {
                dataset.find(dataset.name(i, 0), source -> problem[0] = problem(table, number, source));
            } catch (ContainerException | FormatException | UnusableFileException | AccessDeniedException e) {
                continue; // reading says it, unless another source is there by then
            }
            if (problem[0] != null) {
                throw new WrongTypeException(problem[0]);
            }
        }
    }

    /** What a source contradicts its mapping in; null for nothing. */
    private static String problem(MappingTable table, int number, Source source) throws IOException {
        String where = table.where(number);
        Selection selection = table.mapping(number).source();
        long[] limits = source.limits();
        if (limits == null) {
            return "%s: the source %s has a null dataspace"
                    .formatted(where, source.context().where());
        } else if (selection.rank() != Selection.UNKNOWN_RANK && selection.rank() != Math.max(1, limits.length)) {
            return "%s: a source of %d dimensions for a selection of %d: %s"
                    .formatted(
                            where,
                            limits.length,
                            selection.rank(),
                            source.context().where());
        } else if (table.growing().contains(number) || Clip.unlimited(selection) >= 0) {
            return null; // it follows its source
        }
        Numbered elements = MappedElements.of(table, number, source);
        if (elements.count() != table.count(number)) {
            return MappedElements.differ(where, table.count(number), elements.count(), source);
        }
        return elements instanceof Regular regular && elements.count() > 0
                ? outside(where, regular, limits, source)
                : null;
    }

    /** A source may still grow. */
    private static String outside(String where, Regular elements, long[] limits, Source source) {
        for (int i = 0; i < limits.length; i++) {
            if (limits[i] >= 0 && elements.high(i) >= limits[i]) {
                return "%s: index %d of dimension %d, which has at most %d elements, of the source %s"
                        .formatted(
                                where,
                                elements.high(i),
                                i,
                                limits[i],
                                source.context().where());
            }
        }
        return null;
    }
}
