package dev.fallow.crash;

import dev.fallow.internal.storage.Sidecar;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A medium of which one call fails, or one call and all later ones. */
final class FaultyMedium {
    private final RecordedMedium inner;
    private final int failing;
    private final boolean forEver;
    private final boolean shortWrites;
    private int calls;
    private boolean repaired;
    private String failed;

    /**
     * @param failing the number of the failing call, from 0
     * @param shortWrites whether a failing write has written half of its bytes
     */
    FaultyMedium(RecordedMedium inner, int failing, boolean forEver, boolean shortWrites) {
        this.inner = inner;
        this.failing = failing;
        this.forEver = forEver;
        this.shortWrites = shortWrites;
    }

    /** The number of calls. */
    int calls() {
        return calls;
    }

    /** A description of the first failing call; null if there is none. */
    String failed() {
        return failed;
    }

    /** Disables failures. */
    void repair() {
        repaired = true;
    }

    private boolean fails(String what) {
        int call = calls++;
        boolean fails = !repaired && (forEver ? call >= failing : call == failing);
        if (fails && failed == null) {
            failed = what;
        }
        return fails;
    }

    private void call(String what) throws IOException {
        if (fails(what)) {
            throw new IOException("injected: no " + what);
        }
    }

    Storage container() {
        return new FaultyStorage(inner.container(), "container");
    }

    Sidecar journal() {
        return new FaultyPlace(inner.journal());
    }

    private final class FaultyStorage implements Storage {
        private final Storage file;
        private final String name;

        FaultyStorage(Storage file, String name) {
            this.file = file;
            this.name = name;
        }

        @Override
        public long size() throws IOException {
            call("size of " + name);
            return file.size();
        }

        @Override
        public void read(long position, ByteBuffer target) throws IOException {
            call("read of " + name);
            file.read(position, target);
        }

        @Override
        public void write(long position, ByteBuffer source) throws IOException {
            if (fails("write of " + name)) {
                if (shortWrites) {
                    file.write(position, source.slice(source.position(), source.remaining() / 2));
                }
                throw new IOException("injected: no write of " + name);
            }
            file.write(position, source);
        }

        @Override
        public void resize(long size) throws IOException {
            call("resize of " + name);
            file.resize(size);
        }

        @Override
        public void force() throws IOException {
            call("force of " + name);
            file.force();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    private final class FaultyPlace implements Sidecar {
        private final Sidecar place;

        FaultyPlace(Sidecar place) {
            this.place = place;
        }

        @Override
        public String name() {
            return place.name();
        }

        @Override
        public boolean exists() throws IOException {
            return place.exists();
        }

        @Override
        public Storage own() throws IOException {
            call("creation of journal");
            return new FaultyStorage(place.own(), "journal");
        }

        @Override
        public Storage read() throws IOException {
            call("opening of journal");
            Storage file = place.read();
            return file == null ? null : new FaultyStorage(file, "journal");
        }

        @Override
        public void remove() throws IOException {
            call("removal of journal");
            place.remove();
        }

        @Override
        public void forceEntry() throws IOException {
            call("force of folder");
            place.forceEntry();
        }

        @Override
        public long containerId() throws IOException {
            return place.containerId();
        }

        @Override
        public long id() throws IOException {
            return place.id();
        }
    }
}
