package dev.fallow.interop;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.CreationOrder;
import dev.fallow.Dataset;
import dev.fallow.Entry;
import dev.fallow.Group;
import dev.fallow.Link;
import dev.fallow.LinkKind;
import dev.fallow.ObjectKind;
import dev.fallow.OpenOptions;
import dev.fallow.RawChunk;
import dev.fallow.ShrinkOptions;
import dev.fallow.StorageLayout;
import dev.fallow.StoredChunkInfo;
import dev.fallow.StoredObject;
import dev.fallow.report.CheckReport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Edits files for {@code interop/suites.py}, which runs the test suites of other projects around it. Each edit leaves the
 * contents as they are, so that the assertions of the suites must still hold. One process serves all files of a suite.
 *
 * <p>A request is a line: a mode, a space, and the path, percent-encoded. The answer is any number of lines {@code
 * refused<TAB>reason} and {@code defect<TAB>description}, and then {@code end<TAB>number of operations done}. This file uses
 * nothing but the public packages of Fallow, so that {@code java -cp fallow.jar SuiteEdits.java} runs it.
 */
final class SuiteEdits {
    private static final long MOST_ELEMENTS = 1 << 22;
    private static final long LONGEST_FILE = 1 << 28;
    private static final int MOST_CHUNKS = 10_000;
    private static final String NEW = "fallow~new";

    private final List<String> answer = new ArrayList<>();
    private int done;

    /** What is done between opening a file and closing it. */
    private enum Mode {
        /** Opens and closes; the bytes must be the same. */
        OPEN,
        /** Creates a group, and deletes it in another commit. */
        TOUCH,
        /** Writes the elements of all datasets and attributes as they were read. */
        REWRITE,
        /**
         * Adds a row to each dataset that can grow, and removes it in another commit. To remove it, a chunk may have to be written,
         * which the option for filters that can only be read permits.
         */
        RESIZE,
        /** Stores the bytes of each chunk as they were read. */
        CHUNKS,
        /** Copies each object of the root group, and deletes the copy in another commit. */
        COPY,
        RECLAIM,
        SHRINK,
        UPGRADE,
        /** Persists free space, or does not, and sets this back in another commit. */
        PERSIST
    }

    private interface Operation {
        void run();
    }

    private SuiteEdits() {}

    /** Serves the requests of the standard input. */
    public static void main(String[] arguments) throws IOException {
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        PrintStream answers = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            int space = line.indexOf(' ');
            Mode mode = Mode.valueOf(line.substring(0, space).toUpperCase(Locale.ROOT));
            SuiteEdits edits = new SuiteEdits();
            edits.edit(mode, Path.of(URLDecoder.decode(line.substring(space + 1), StandardCharsets.UTF_8)));
            edits.answer.forEach(answers::println);
            answers.println("end\t" + edits.done);
            answers.flush();
        }
    }

    private void edit(Mode mode, Path path) throws IOException {
        if (Files.size(path) > LONGEST_FILE) {
            answer("refused", "the file is longer than " + LONGEST_FILE);
            return;
        }
        byte[] before = Files.readAllBytes(path);
        boolean opened = false;
        OpenOptions options = OpenOptions.defaults().withUnwritableFiltersSkipped(mode == Mode.RESIZE);
        try (ContainerFile file = ContainerFile.open(path, options)) {
            opened = true;
            run(mode, file);
        } catch (ContainerException e) {
            answer("refused", (opened ? "commit: " : "open: ") + e.getMessage());
        } catch (RuntimeException | Error e) {
            defect(opened ? "commit" : "open", e);
        }
        byte[] after = Files.readAllBytes(path);
        if ((!opened || mode == Mode.OPEN) && !Arrays.equals(before, after)) {
            answer("defect", "bytes changed: " + before.length + " before, " + after.length + " after");
        } else if (mode == Mode.SHRINK && after.length > before.length) {
            answer("defect", "longer after shrink: " + before.length + " before, " + after.length + " after");
        }
        String finding = opened ? finding(() -> ContainerFile.check(path)) : null;
        if (finding != null && finding(() -> checkBytes(before)) == null) {
            answer("defect", "not sound after the edit: " + finding);
        }
    }

    private void run(Mode mode, ContainerFile file) {
        switch (mode) {
            case OPEN -> done++;
            case TOUCH ->
                attempt("touch", () -> {
                    file.root().createGroup(NEW);
                    file.flush();
                    file.delete("/" + NEW);
                });
            case REWRITE -> objects(file).forEach(this::rewrite);
            case RESIZE -> objects(file).forEach(each -> resize(file, each));
            case CHUNKS -> objects(file).forEach(this::rewriteChunks);
            case COPY -> {
                Group root = file.root();
                List<Link> hard = root.links().stream()
                        .filter(link -> link.kind() == LinkKind.HARD)
                        .toList();
                for (Link link : hard) {
                    attempt("copy", () -> {
                        root.copy(link.name(), NEW);
                        file.flush();
                        root.delete(NEW);
                    });
                }
            }
            case RECLAIM -> attempt("reclaim", file::reclaimUntracked);
            case SHRINK -> attempt("shrink", () -> file.shrink(ShrinkOptions.defaults()));
            case PERSIST ->
                attempt("persist", () -> {
                    boolean persistent = file.persistsFreeSpace();
                    file.setPersistFreeSpace(!persistent);
                    file.flush();
                    file.setPersistFreeSpace(persistent);
                });
            case UPGRADE -> attempt("upgrade", file::upgrade);
        }
    }

    /** All objects that hard links lead to, each once. */
    private List<StoredObject> objects(ContainerFile file) {
        List<StoredObject> objects = new ArrayList<>(List.of(file.root()));
        Set<Long> addresses = new HashSet<>(Set.of(file.root().address()));
        for (Entry entry : file.root().listRecursively()) {
            ObjectKind kind = entry.kind();
            boolean object = kind == ObjectKind.GROUP || kind == ObjectKind.DATASET || kind == ObjectKind.DATATYPE;
            if (object && addresses.add(entry.address())) {
                attempt("open object", () -> objects.add(file.root().get(entry.path())));
            }
        }
        return objects;
    }

    private void rewrite(StoredObject object) {
        if (object instanceof Dataset dataset && !dataset.isNull() && isSmall(dataset)) {
            attempt("write dataset", () -> dataset.write(dataset.read()));
        }
        // An attribute that is replaced is the newest one.
        if (object.attributeOptions().creationOrder() == CreationOrder.UNTRACKED) {
            for (String name : object.attributeNames()) {
                attempt("write attribute", () -> {
                    var attribute = object.attribute(name);
                    object.putAttribute(name, attribute.datatype(), attribute.dimensions(), attribute.read());
                });
            }
        }
    }

    private void resize(ContainerFile file, StoredObject object) {
        if (object instanceof Dataset dataset && dataset.layout() == StorageLayout.CHUNKED && isSmall(dataset)) {
            long[] dimensions = dataset.dimensions();
            long[] most = dataset.maxDimensions();
            if (dimensions.length > 0 && (most[0] < 0 || most[0] > dimensions[0])) {
                long[] more = dimensions.clone();
                more[0]++;
                attempt("resize", () -> {
                    dataset.resize(more);
                    file.flush();
                    dataset.resize(dimensions);
                });
            }
        }
    }

    private void rewriteChunks(StoredObject object) {
        if (object instanceof Dataset dataset && dataset.layout() == StorageLayout.CHUNKED) {
            attempt("write chunks", () -> {
                List<StoredChunkInfo> chunks = new ArrayList<>();
                dataset.forEachChunk(chunks::add);
                for (StoredChunkInfo chunk : chunks.subList(0, Math.min(chunks.size(), MOST_CHUNKS))) {
                    RawChunk stored = dataset.readChunk(chunk.offset()).orElseThrow();
                    dataset.writeChunk(chunk.offset(), stored);
                }
            });
        }
    }

    private boolean isSmall(Dataset dataset) {
        double elements = 1;
        for (long length : dataset.dimensions()) {
            elements *= length;
        }
        if (elements > MOST_ELEMENTS) {
            answer("refused", "not tried: more than " + MOST_ELEMENTS + " elements");
        }
        return elements <= MOST_ELEMENTS;
    }

    private void attempt(String what, Operation operation) {
        try {
            operation.run();
            done++;
        } catch (ContainerException e) {
            answer("refused", what + ": " + e.getMessage());
        } catch (RuntimeException | Error e) {
            defect(what, e);
        }
    }

    private void defect(String what, Throwable e) {
        StackTraceElement[] trace = e.getStackTrace();
        answer("defect", what + ": " + e + (trace.length > 0 ? " at " + trace[0] : ""));
    }

    private void answer(String kind, String text) {
        answer.add(kind + "\t" + text.replaceAll("[\\r\\n\\t]+", " "));
    }

    private static CheckReport checkBytes(byte[] content) {
        try (ContainerFile file =
                ContainerFile.openBytes(content, OpenOptions.defaults().withReadOnly(true))) {
            return file.check();
        }
    }

    /** The first thing that a check finds, or null. */
    private static String finding(Supplier<CheckReport> check) {
        try {
            CheckReport report = check.get();
            return report.isSound() ? null : report.findings().get(0).toString();
        } catch (ContainerException e) {
            return e.getMessage();
        }
    }
}
