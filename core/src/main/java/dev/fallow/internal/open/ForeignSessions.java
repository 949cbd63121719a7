package dev.fallow.internal.open;

import dev.fallow.ObjectKind;
import dev.fallow.OpenOptions;
import dev.fallow.SessionOptions;
import dev.fallow.VirtualMapping;
import dev.fallow.internal.commit.Journal;
import dev.fallow.internal.header.ForeignFiles;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.PathResolver;
import dev.fallow.internal.session.LinkedContainers;
import dev.fallow.internal.session.Session;
import dev.fallow.internal.storage.FileSidecar;
import dev.fallow.internal.storage.ForeignFolders;
import dev.fallow.internal.storage.Storage;
import dev.fallow.internal.storage.UnusableFileException;
import dev.fallow.internal.storage.version.ReadFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The other files of one container. The containers among them are opened read-only when they are needed; all containers
 * that a session reads in this way are in one {@link OpenSources}.
 */
final class ForeignSessions implements ForeignFiles {
    /** Null if the container has no folder, or the folders are not determined yet. */
    private ForeignFolders folders;

    private final Path given;
    private final Path real;
    private final List<Path> additional;
    private final boolean strict;
    /** The reason why no other file is used; null if they are. */
    private final String refusal;

    private final OpenSources sources;
    /** Whether the session that reads the sources is the one of this container. */
    private final boolean owner;

    /** The container from which an external link leads to this one; null for none. */
    private LinkedSessions linkedFrom;

    private ObjectStore store;
    private long rootAddress;

    private ForeignSessions(
            Path given, Path real, List<Path> additional, boolean strict, String refusal, OpenSources sources) {
        this.given = given;
        this.real = real;
        this.additional = additional;
        this.strict = strict;
        this.refusal = refusal;
        owner = sources == null;
        this.sources = owner ? new OpenSources(this) : sources;
    }

    /** The other files of a container in a folder. */
    static ForeignSessions of(Path given, Path real, SessionOptions<?> options) {
        return new ForeignSessions(
                given,
                real,
                options.externalFolders(),
                options.requireSources(),
                options.externalFiles() ? null : "the option externalFiles does not allow other files",
                null);
    }

    /** For a container that is not in a folder. */
    static ForeignSessions none(SessionOptions<?> options) {
        return new ForeignSessions(
                null,
                null,
                List.of(),
                options.requireSources(),
                "a container in memory or in a source has no folder, in which other files could be",
                null);
    }

    /** For a container that has been found through this one. */
    private ForeignSessions of(Path container) throws IOException {
        ForeignSessions other = new ForeignSessions(container, container, additional, strict, refusal, sources);
        other.folders = folders().of(container);
        return other;
    }

    /** For a container that an external link of this one leads to. It has sources of its own. */
    ForeignSessions of(Path container, LinkedSessions from) throws IOException {
        ForeignSessions other = new ForeignSessions(container, container, additional, strict, refusal, null);
        other.folders = folders().of(container);
        other.linkedFrom = from;
        return other;
    }

    /** For another session of the same container. */
    ForeignSessions again() {
        ForeignSessions other = new ForeignSessions(given, real, additional, strict, refusal, null);
        other.folders = folders;
        return other;
    }

    /** The containers that the external links of a session lead to. */
    LinkedContainers linked(Session session) {
        return linkedFrom == null ? LinkedSessions.of(again(), session) : linkedFrom.of(again());
    }

    /** Sets the objects of the container. */
    void attach(ObjectStore objects, long root) {
        store = objects;
        rootAddress = root;
        objects.useForeignFiles(this);
    }

    /** The path of the container without symbolic links; null if it is not in a folder. */
    Path container() {
        return real;
    }

    /** The folders in which other files may be. */
    ForeignFolders folders() throws IOException {
        if (refusal != null) {
            throw new UnusableFileException(refusal);
        }
        if (folders == null) {
            folders = new ForeignFolders(given, real, additional);
        }
        return folders;
    }

    @Override
    public Storage open(String name, boolean writable) throws IOException {
        ForeignFolders allowed = folders();
        return allowed.open(allowed.find(name), writable);
    }

    @Override
    public boolean read(String file, String path, Use use) throws IOException {
        if (file.equals(VirtualMapping.SAME_FILE)) {
            return read(path, use);
        }
        ForeignFolders allowed = folders();
        Path found;
        try {
            found = allowed.findMoved(file);
        } catch (NoSuchFileException e) {
            return false;
        }
        return sources.use(found, allowed, of(found), source -> source.read(path, use));
    }

    private boolean read(String path, Use use) throws IOException {
        PathResolver.Place place = new PathResolver(store, rootAddress, rootAddress, "/").find(path);
        if (place == null) {
            return false;
        }
        ObjectHeader header = store.header(place.address());
        if (header.kind() != ObjectKind.DATASET) {
            return false;
        }
        use.with(store, header, place.path());
        return true;
    }

    @Override
    public void endOperation() {
        if (owner) {
            sources.endOperation();
        }
    }

    @Override
    public boolean requiresSources() {
        return strict;
    }

    @Override
    public void close() {
        if (owner) {
            sources.close();
        }
    }

    /** The containers that a session has opened to read the sources of virtual datasets. Those used last stay open. */
    private static final class OpenSources {
        private static final int MOST_OPEN = 16;
        /** Most sources are read once, from the front to the back. */
        private static final long CACHE_BYTES = 1 << 20;

        private final ForeignSessions own;
        private final Map<Path, Source> open = new LinkedHashMap<>(16, 0.75f, true);
        /** The number of the operation. */
        private long operation;

        /** An open source. */
        private static final class Source {
            private final Session session;
            private final ForeignSessions files;
            /** Null for the last commit of a container that is edited in this JVM. */
            private final ReadFile file;
            /** The session that edits the container; null unless it is edited in this JVM. */
            private final Session editor;
            /** The number of reads of it now, one in another. */
            private int uses;
            /** The operation that has read it last. */
            private long operation;

            private Source(Session session, ForeignSessions files, ReadFile file, Session editor) {
                this.session = session;
                this.files = files;
                this.file = file;
                this.editor = editor;
            }

            /** Whether it is a commit of a container that is edited, which may commit again. */
            private boolean isSnapshot() {
                return editor != null;
            }
        }

        /** Reads a source. */
        @FunctionalInterface
        interface Reading {
            boolean of(ForeignSessions source) throws IOException;
        }

        /** @param own the container whose session opens the sources */
        OpenSources(ForeignSessions own) {
            this.own = own;
        }

        /** Reads a source by its path without symbolic links; {@code files} are the files that it refers to. */
        boolean use(Path real, ForeignFolders allowed, ForeignSessions files, Reading reading) throws IOException {
            if (real.equals(own.container())) {
                return reading.of(own);
            }
            Source source = open.get(real);
            if (source != null && source.uses == 0 && isOutdated(source)) {
                open.remove(real);
                source.session.close();
                source = null;
            }
            if (source == null) {
                source = open(real, allowed, files);
                open.put(real, source);
                closeSome();
            }
            source.operation = operation;
            source.uses++;
            try {
                ForeignSessions found = source.files;
                return source.session.reading(() -> reading.of(found));
            } finally {
                source.uses--;
            }
        }

        /** Whether another operation has read it, since when there may be a later commit, or it was closed with its editor. */
        private boolean isOutdated(Source source) {
            return source.isSnapshot() && source.editor.isClosed()
                    || source.operation != operation && (source.isSnapshot() || source.file.isOutdated());
        }

        /** Snapshots are closed, because those who edit keep for them what they overwrite. */
        void endOperation() {
            operation++;
            if (open.isEmpty()) {
                return; // most containers have no sources: nothing is allocated for each of their operations
            }
            for (Iterator<Source> each = open.values().iterator(); each.hasNext(); ) {
                Source source = each.next();
                if (source.isSnapshot()) {
                    each.remove();
                    source.session.close();
                }
            }
        }

        private static Source open(Path real, ForeignFolders allowed, ForeignSessions files) throws IOException {
            Session editor = EditedHere.session(real);
            if (editor != null && ForeignFolders.isEditedHere(real)) {
                Session last = editor.snapshot(
                        (version, name) -> ContainerOpener.openVersion(version, real.toString(), files));
                return new Source(last, files, null, editor);
            }
            FileSidecar journal = FileSidecar.of(real, Journal.SUFFIX);
            OpenOptions options = OpenOptions.defaults().withReadOnly(true).withCacheBytes(CACHE_BYTES);
            ReadFile file = ReadFile.of(allowed.open(real, false));
            return new Source(
                    ContainerOpener.openIn(file, journal, real.toString(), options, files), files, file, null);
        }

        private void closeSome() {
            Iterator<Source> oldest = open.values().iterator();
            for (int tooMany = open.size() - MOST_OPEN; tooMany > 0 && oldest.hasNext(); ) {
                Source source = oldest.next();
                if (source.uses == 0 && oldest.hasNext()) { // the last one was just opened
                    oldest.remove();
                    source.session.close();
                    tooMany--;
                }
            }
        }

        /** Closes all sources. */
        void close() {
            open.values().forEach(source -> source.session.close());
            open.clear();
        }
    }
}
