package dev.fallow.container.session;

import dev.fallow.internal.filter.FilterRegistry;
import dev.fallow.oracle.chunk.ChunkFilter;
import dev.fallow.oracle.chunk.Chunking;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.oracle.type.ReferenceType.ArrayType;
import dev.fallow.oracle.type.ReferenceType.Compound;
import dev.fallow.oracle.type.ReferenceType.FixedString;
import dev.fallow.oracle.type.ReferenceType.Floating;
import dev.fallow.oracle.type.ReferenceType.Int;
import dev.fallow.oracle.type.ReferenceType.VariableLength;
import dev.fallow.oracle.type.ReferenceType.VariableString;
import dev.fallow.oracle.type.StringPadding;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Random edits of chunked datasets: with every kind of index in every place of the unlimited dimension, and every
 * filter that both libraries have.
 */
final class ChunkedEdits {
    private static final long MOST_ELEMENTS = 2000;
    private static final long MOST_BYTES = 40_000;
    private static final long UNLIMITED = -1;
    private final Random random;
    private final Model model;
    private final Contents contents;
    private final Supplier<String> newPath;
    private final Set<ChunkFilter> filters;

    /**
     * @param newPath returns unused paths
     * @param filters those that may be used
     */
    ChunkedEdits(Random random, Model model, Contents contents, Supplier<String> newPath, Set<ChunkFilter> filters) {
        this.filters = filters;
        this.random = random;
        this.model = model;
        this.contents = contents;
        this.newPath = newPath;
    }

    /** Those that both libraries have. */
    static Set<ChunkFilter> filtersOfBoth() {
        return Arrays.stream(ChunkFilter.values())
                .filter(filter -> filter.isAvailable()
                        && FilterRegistry.find(FallowEditor.filter(filter).id()) != null)
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Chooses an edit, or returns null if there is no dataset for it.
     *
     * @param paths the paths of all links
     * @param full whether there are many, so that none is created
     */
    Edit any(Editor editor, List<String> paths, boolean full) {
        List<String> chunked =
                paths.stream().filter(path -> model.chunking(path) != null).toList();
        int choice = random.nextInt(100);
        if (chunked.isEmpty() || choice < 15) {
            return full ? null : create(editor);
        }
        String path = chunked.get(random.nextInt(chunked.size()));
        if (choice < 45) {
            return writePart(path);
        } else if (choice < 60) {
            return append(editor, path);
        } else if (choice < 80) {
            return resize(editor, path);
        } else if (choice < 86) {
            return write(path);
        } else if (choice < 92) {
            return full ? null : copy(editor, path);
        } else if (choice < 97) {
            return new Edit(Operation.DELETE, null, "delete chunked " + path, any -> any.delete(path));
        }
        return refused(path);
    }

    private Edit create(Editor creating) {
        String path = newPath.get();
        ReferenceType type = type();
        List<Long> chunk = new ArrayList<>();
        List<Long> dimensions = new ArrayList<>();
        List<Long> most = new ArrayList<>();
        boolean early = random.nextInt(5) == 0;
        shape(type, chunk, dimensions, most);
        List<ChunkFilter> filters = early && random.nextBoolean() ? List.of() : filters(type, chunk);
        Object fill = isVariable(type) || random.nextBoolean()
                ? null
                : contents.of(type, List.of()).values().get(0);
        boolean unfilteredEdges = !filters.isEmpty() && random.nextInt(4) == 0;
        Chunking chunking = new Chunking(chunk, most, filters, fill, early, unfilteredEdges);
        boolean written = random.nextInt(3) > 0;
        Content content = written ? contents.of(type, dimensions) : ChunkedContents.filled(type, dimensions, fill);
        if (!creating.creates(content, chunking)) {
            return null;
        }
        return new Edit(
                Operation.CREATE_CHUNKED,
                content,
                "create %s dataset %s: %s, %s".formatted(written ? "written" : "unwritten", path, content, chunking),
                editor -> editor.createChunked(path, content, chunking, written));
    }

    /** Chooses numbers in half of the cases, because most filters are for them. */
    private ReferenceType type() {
        if (random.nextBoolean()) {
            Int integer = contents.anyInteger();
            // libhdf5 does not extend the sign of such numbers when it only reverses the order of their bytes
            boolean reduced = integer.order() == ByteOrder.LITTLE_ENDIAN && random.nextInt(4) == 0;
            return reduced
                    ? new Int(integer.size(), integer.signed(), integer.order(), 8 * integer.size() - 3, 0)
                    : integer;
        }
        while (true) {
            ReferenceType type = contents.type();
            if (!hasSpaces(type)) {
                return type;
            }
        }
    }

    /** Returns whether an element of zeros would not be read as an empty string. */
    private static boolean hasSpaces(ReferenceType type) {
        if (type instanceof ArrayType array) {
            return hasSpaces(array.element());
        } else if (type instanceof Compound compound) {
            return compound.members().stream().anyMatch(member -> hasSpaces(member.type()));
        }
        return type instanceof FixedString string && string.padding() == StringPadding.SPACE_PADDED;
    }

    private static boolean isVariable(ReferenceType type) {
        if (type instanceof ArrayType array) {
            return isVariable(array.element());
        } else if (type instanceof Compound compound) {
            return compound.members().stream().anyMatch(member -> isVariable(member.type()));
        }
        return type instanceof VariableString || type instanceof VariableLength;
    }

    private void shape(ReferenceType type, List<Long> chunk, List<Long> dimensions, List<Long> most) {
        int rank = 1 + random.nextInt(3);
        boolean many = random.nextInt(5) == 0;
        int kind = random.nextInt(4); // one chunk, fixed limits, one unlimited dimension, several
        int unlimited = random.nextInt(rank);
        long limit = Math.min(many ? MOST_ELEMENTS : 120, mostElements(type));
        for (int i = 0; i < rank; i++) {
            long widest = Math.max(1, (long) StrictMath.pow(limit, 1.0 / rank));
            long size = random.nextInt(12) == 0 && kind > 0 ? 0 : 1 + random.nextLong(widest);
            dimensions.add(size);
            if (kind == 0) {
                chunk.add(size);
                most.add(size);
                continue;
            }
            boolean grows = kind == 3 || kind == 2 && i == unlimited;
            long last = Math.max(1, size + random.nextLong(size + 5));
            most.add(grows ? UNLIMITED : last);
            long widestChunk = many ? 3 : size + 3;
            chunk.add(Math.min(1 + random.nextLong(widestChunk), grows ? Long.MAX_VALUE : last));
        }
    }

    private static long mostElements(ReferenceType type) {
        return Math.max(1, Math.min(MOST_ELEMENTS, MOST_BYTES / type.size()));
    }

    private List<ChunkFilter> filters(ReferenceType type, List<Long> chunk) {
        List<ChunkFilter> chosen = new ArrayList<>();
        boolean integer = type instanceof Int;
        boolean whole = type instanceof Int number && number.precision() == 8 * number.size();
        switch (random.nextInt(6)) {
            case 0, 1 -> {
                return chosen;
            }
            case 2 -> {
                if (whole) {
                    chosen.add(ChunkFilter.SCALE_OFFSET);
                }
            }
            case 3 -> {
                if (integer || type instanceof Floating) {
                    chosen.add(ChunkFilter.NBIT);
                }
            }
            default -> {
                if (whole && ChunkedContents.count(chunk) >= ChunkFilter.SZIP_PIXELS && random.nextBoolean()) {
                    chosen.add(ChunkFilter.SZIP);
                }
            }
        }
        chosen.removeIf(filter -> !filters.contains(filter));
        if (chosen.isEmpty() || random.nextBoolean()) {
            if (random.nextBoolean() && !chosen.contains(ChunkFilter.SZIP)) { // which would be refused
                chosen.add(ChunkFilter.SHUFFLE);
            }
            chosen.add(ChunkFilter.DEFLATE);
        }
        if (random.nextInt(3) == 0) {
            chosen.add(ChunkFilter.FLETCHER32);
        }
        return chosen;
    }

    private Edit writePart(String path) {
        Content content = model.content(path);
        if (content.values().isEmpty()) {
            return null;
        }
        List<Long> start = new ArrayList<>();
        List<Long> count = new ArrayList<>();
        for (long size : content.dimensions()) {
            long from = random.nextInt(3) == 0 ? 0 : random.nextLong(size);
            long left = size - from;
            start.add(from);
            count.add(random.nextInt(3) == 0 ? left : 1 + random.nextLong(left));
        }
        Content part = contents.of(content.type(), count);
        boolean inPlace = random.nextInt(4) == 0;
        return new Edit(
                Operation.WRITE_PART,
                part,
                "write %s at %s of %s %s%s"
                        .formatted(count, start, path, content.dimensions(), inPlace ? ", in place" : ""),
                editor -> editor.writePart(path, start, part, inPlace));
    }

    private Edit append(Editor appending, String path) {
        Content content = model.content(path);
        Chunking chunking = model.chunking(path);
        int dimension = random.nextInt(content.dimensions().size());
        long most = chunking.most().get(dimension);
        long rows = 1 + random.nextInt(random.nextInt(5) == 0 ? 60 : 6);
        if (most != UNLIMITED) {
            rows = Math.min(rows, most - content.dimensions().get(dimension));
        }
        List<Long> shape = new ArrayList<>(content.dimensions());
        shape.set(dimension, rows);
        long others = ChunkedContents.count(shape);
        if (rows <= 0 || others == 0 || content.values().size() + others > mostElements(content.type())) {
            return null;
        }
        List<Long> grown = new ArrayList<>(content.dimensions());
        grown.set(dimension, grown.get(dimension) + rows);
        if (!appending.resizes(path, chunking, content.dimensions(), grown)) {
            return null;
        }
        Content added = contents.of(content.type(), shape);
        return new Edit(
                Operation.APPEND,
                added,
                "append %s to dimension %d of %s %s".formatted(shape, dimension, path, content.dimensions()),
                editor -> editor.append(path, dimension, added));
    }

    private Edit resize(Editor resizing, String path) {
        Content content = model.content(path);
        Chunking chunking = model.chunking(path);
        List<Long> dimensions = new ArrayList<>();
        for (int i = 0; i < chunking.most().size(); i++) {
            long size = content.dimensions().get(i);
            long most = chunking.most().get(i) == UNLIMITED
                    ? size + 20
                    : chunking.most().get(i);
            dimensions.add(
                    switch (random.nextInt(6)) {
                        case 0 -> most;
                        case 1 -> random.nextInt(3) == 0 ? 0L : size;
                        case 2, 3 -> size;
                        default -> random.nextLong(most + 1);
                    });
        }
        if (ChunkedContents.count(dimensions) > mostElements(content.type())
                || !resizing.resizes(path, chunking, content.dimensions(), dimensions)) {
            return null;
        }
        return new Edit(
                Operation.RESIZE,
                null,
                "resize %s from %s to %s".formatted(path, content.dimensions(), dimensions),
                editor -> editor.resize(path, dimensions));
    }

    private Edit write(String path) {
        Content content = contents.like(model.content(path));
        return new Edit(Operation.WRITE, content, "write chunked " + path, editor -> editor.write(path, content));
    }

    private Edit copy(Editor copying, String from) {
        String to = newPath.get();
        return model.anyBelow(from, content -> !copying.copies(content))
                ? null
                : new Edit(Operation.COPY, null, "copy chunked " + from + " to " + to, editor -> editor.copy(from, to));
    }

    /** Chooses an edit that every editor must refuse. */
    private Edit refused(String path) {
        Content content = model.content(path);
        Chunking chunking = model.chunking(path);
        List<Long> dimensions = new ArrayList<>(content.dimensions());
        int dimension = random.nextInt(dimensions.size());
        long most = chunking.most().get(dimension);
        if (most != UNLIMITED && random.nextBoolean()) {
            dimensions.set(dimension, most + 1);
            return new Edit(
                    Operation.RESIZE,
                    null,
                    "resize %s to %s, beyond its limit".formatted(path, dimensions),
                    editor -> editor.resize(path, dimensions));
        }
        List<Long> one = new ArrayList<>(dimensions);
        one.replaceAll(size -> 1L);
        Content part = contents.of(content.type(), one);
        List<Long> start = new ArrayList<>(one);
        start.replaceAll(size -> 0L);
        start.set(dimension, content.dimensions().get(dimension));
        return new Edit(
                Operation.WRITE_PART,
                part,
                "write %s at %s of %s %s, outside".formatted(one, start, path, content.dimensions()),
                editor -> editor.writePart(path, start, part, false));
    }
}
