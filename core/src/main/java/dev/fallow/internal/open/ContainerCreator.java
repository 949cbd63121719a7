package dev.fallow.internal.open;

import dev.fallow.ObjectExistsException;
import dev.fallow.internal.commit.Journal;
import dev.fallow.internal.commit.JournalFindings;
import dev.fallow.internal.commit.Recovery;
import dev.fallow.internal.session.Failures;
import dev.fallow.internal.session.Session;
import dev.fallow.internal.storage.Sidecar;
import dev.fallow.internal.storage.Storage;
import dev.fallow.internal.storage.version.Versions;
import dev.fallow.options.CreateOptions;
import dev.fallow.options.Durability;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Creates containers. */
public final class ContainerCreator {
    private ContainerCreator() {}

    /** Creates a file. */
    public static Session create(Path path, CreateOptions options) {
        String name = path.toString();
        try {
            if (options.overwrite() && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                return overwrite(path, options);
            }
            return fill(path, ContainerStorage.create(path, options), options);
        } catch (FileAlreadyExistsException e) {
            throw new ObjectExistsException(name + " exists, and overwriting was not requested", e);
        } catch (IOException e) {
            throw Failures.opening(name, e);
        }
    }

    private static Session overwrite(Path path, CreateOptions options) throws IOException {
        if (Files.isDirectory(path)) {
            throw new ObjectExistsException(path + " is a directory");
        }
        Path real = path.toRealPath();
        Versions storage = ContainerStorage.edit(real, options);
        try {
            return createIn(
                    storage,
                    JournalBeside.of(real),
                    path.toString(),
                    options,
                    true,
                    ForeignSessions.of(path, real, options));
        } catch (RuntimeException | IOException e) {
            Failures.closeAfter(e, storage);
            throw e;
        }
    }

    private static Session fill(Path path, Versions storage, CreateOptions options) throws IOException {
        try {
            return createIn(
                    storage,
                    JournalBeside.of(path),
                    path.toString(),
                    options,
                    false,
                    ForeignSessions.of(path, path.toRealPath(), options));
        } catch (RuntimeException | IOException e) {
            Failures.closeAfter(e, storage);
            try {
                Files.delete(path);
            } catch (IOException left) {
                e.addSuppressed(left);
            }
            throw e;
        }
    }

    /** Creates a container in an empty storage, whose ownership passes to the session. It has no journal. */
    public static Session createIn(Storage storage, String name, CreateOptions options) {
        try {
            return createIn(new Versions(storage), null, name, options, false, ForeignSessions.none(options));
        } catch (IOException e) {
            throw Failures.opening(name, e);
        }
    }

    /**
     * Creates a container. Ownership of the storage passes to the session.
     *
     * @param place the location of the journal; null for a container without one
     * @param overwrite whether existing content of the storage is discarded
     */
    public static Session createIn(
            Storage storage, Sidecar place, String name, CreateOptions options, boolean overwrite) throws IOException {
        return createIn(new Versions(storage), place, name, options, overwrite, ForeignSessions.none(options));
    }

    private static Session createIn(
            Versions storage,
            Sidecar place,
            String name,
            CreateOptions options,
            boolean overwrite,
            ForeignSessions foreign)
            throws IOException {
        Journal journal = place == null ? null : ownJournal(storage, place, options);
        boolean begun = false;
        try {
            if (place != null) {
                storage.own(!overwrite || options.ignoreLocks());
            }
            if (overwrite) {
                storage.resize(0);
            }
            begun = true;
            Session session = NewContainer.start(storage, journal, name, options, foreign);
            storage.marked();
            return session;
        } catch (RuntimeException | IOException e) {
            if (journal != null) {
                try (journal) {
                    if (begun) { // otherwise the old journal may still be needed for the content being overwritten
                        journal.remove();
                    }
                } catch (IOException left) {
                    e.addSuppressed(left);
                }
            }
            throw e;
        }
    }

    private static Journal ownJournal(Storage storage, Sidecar place, CreateOptions options) throws IOException {
        Storage file = place.own();
        try {
            JournalFindings left = new Recovery(storage, file, place).inspect();
            JournalBeside.check(left, place);
            return new Journal(place, file, storage, left, options.durability() == Durability.EACH_COMMIT);
        } catch (RuntimeException | IOException e) {
            Failures.closeAfter(e, file);
            throw e;
        }
    }
}
