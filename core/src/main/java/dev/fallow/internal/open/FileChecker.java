package dev.fallow.internal.open;

import dev.fallow.ContainerException;
import dev.fallow.CorruptFileException;
import dev.fallow.FileInUseException;
import dev.fallow.NotAContainerException;
import dev.fallow.StorageException;
import dev.fallow.internal.Failures;
import dev.fallow.internal.Session;
import dev.fallow.internal.check.FileCheck;
import dev.fallow.internal.check.dump.Dumper;
import dev.fallow.internal.check.structure.Defect;
import dev.fallow.internal.storage.FileChannelStorage;
import dev.fallow.internal.storage.Storage;
import dev.fallow.options.CheckOptions;
import dev.fallow.options.OpenOptions;
import dev.fallow.report.CheckReport;
import dev.fallow.report.StructureDump;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;

/** Checks files, also those that cannot be opened. */
public final class FileChecker {
    private FileChecker() {}

    /** Checks a file. */
    public static CheckReport check(Path path, CheckOptions options) {
        Session session;
        try {
            session = ContainerOpener.open(
                    path, OpenOptions.reading().withIgnoreWriteFlag(true).withProgress(options.progress()));
        } catch (NotAContainerException | FileInUseException | StorageException e) {
            throw e;
        } catch (ContainerException e) {
            return checkUnopened(path, e, options);
        }
        try {
            return session.spaceOperations().check(options);
        } finally {
            session.close();
        }
    }

    /** Shows the fields of the structure at an address. */
    public static StructureDump dump(Path path, long address) {
        String name = path.toString();
        try (Storage storage = FileChannelStorage.open(path.toRealPath(), false)) {
            return Dumper.dump(storage, name, address);
        } catch (EOFException | Defect e) {
            throw new CorruptFileException("%s: address %d: %s".formatted(name, address, e.getMessage()), e);
        } catch (IOException e) {
            throw Failures.opening(name, e);
        }
    }

    private static CheckReport checkUnopened(Path path, ContainerException refusal, CheckOptions options) {
        try (Storage storage = FileChannelStorage.open(path.toRealPath(), false)) {
            return FileCheck.of(storage, path.toString(), null, refusal, options);
        } catch (IOException e) {
            throw Failures.opening(path.toString(), e);
        }
    }
}
