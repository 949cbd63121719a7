package dev.fallow.internal.open;

import dev.fallow.internal.commit.Journal;
import dev.fallow.internal.session.Session;
import dev.fallow.internal.storage.FileSidecar;
import dev.fallow.internal.storage.Storage;
import dev.fallow.internal.storage.version.ReadFile;
import dev.fallow.options.OpenOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** The containers that a session has opened to read the sources of virtual datasets. Those used last stay open. */
final class OpenSources {
    private static final int MOST_OPEN = 16;
    /** Most sources are read once, from the front to the back. */
    private static final long CACHE_BYTES = 1 << 20;

    private final ForeignSessions own;
    private final Map<Path, Source> open = new LinkedHashMap<>(16, 0.75f, true);

    /** An open source. */
    private static final class Source {
        private final Session session;
        private final ForeignSessions files;
        /** The number of operations that read it now, one in another. */
        private int uses;

        private Source(Session session, ForeignSessions files) {
            this.session = session;
            this.files = files;
        }
    }

    /** Opens the file of a source. */
    @FunctionalInterface
    interface Opener {
        Storage open() throws IOException;
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

    /**
     * Reads a source.
     *
     * @param real its path without symbolic links
     * @param files the files that the source refers to
     * @return what the operation returns
     */
    boolean use(Path real, Opener opener, ForeignSessions files, Reading reading) throws IOException {
        if (real.equals(own.container())) {
            return reading.of(own);
        }
        Source source = open.get(real);
        if (source == null) {
            source = open(real, opener, files);
            open.put(real, source);
            closeSome();
        }
        source.uses++;
        try {
            ForeignSessions found = source.files;
            return source.session.reading(() -> reading.of(found));
        } finally {
            source.uses--;
        }
    }

    private static Source open(Path real, Opener opener, ForeignSessions files) throws IOException {
        FileSidecar journal = FileSidecar.of(real, Journal.SUFFIX);
        OpenOptions options = OpenOptions.reading().withCacheBytes(CACHE_BYTES);
        return new Source(
                ContainerOpener.openIn(ReadFile.of(opener.open()), journal, real.toString(), options, files), files);
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
