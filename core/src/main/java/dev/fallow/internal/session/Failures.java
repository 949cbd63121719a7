package dev.fallow.internal.session;

import dev.fallow.ContainerException;
import dev.fallow.CorruptFileException;
import dev.fallow.FileInUseException;
import dev.fallow.StorageException;
import dev.fallow.TooLargeException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.freespace.file.NoRoomException;
import dev.fallow.freespace.file.NotInUseException;
import dev.fallow.internal.storage.ElementsNotWrittenException;
import dev.fallow.internal.storage.FileChannelStorage;
import dev.fallow.internal.storage.FileLockedException;
import dev.fallow.internal.storage.Storage;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Converts exceptions of the internal layers to exceptions that name the file. */
public final class Failures {
    private Failures() {}

    /**
     * Returns the exception to throw to the application.
     *
     * @param file the file's name
     * @param sizes the file's sizes of addresses and lengths
     */
    public static ContainerException of(String file, FieldSizes sizes, Throwable cause) {
        if (cause instanceof ContainerException known) {
            return known;
        } else if (cause instanceof ElementsNotWrittenException elements) {
            ContainerException failure = of(file, sizes, cause.getCause());
            return elements.committed().isEmpty() ? failure : partly(failure, elements.committed());
        } else if (cause instanceof FormatException || cause instanceof NotInUseException) {
            return new CorruptFileException(file + ": " + cause.getMessage(), cause);
        } else if (cause instanceof NoRoomException) {
            return new ContainerException(
                    "%s: %s, with addresses of %d bytes".formatted(file, cause.getMessage(), sizes.offsets()), cause);
        } else if (cause instanceof EOFException end) {
            return new CorruptFileException(file + ": the file is truncated: " + describe(file, end), cause);
        } else if (cause instanceof FileLockedException locked) {
            return new FileInUseException(locked.getMessage(), locked);
        } else if (cause instanceof IOException storage) {
            return new StorageException(file + ": " + describe(file, storage), cause);
        }
        return new ContainerException(file + ": " + cause, cause);
    }

    /** The failure of the storage, of a filter, or of memory, of a call that had written and committed something before. */
    private static ContainerException partly(ContainerException failure, String committed) {
        String message = failure.getMessage() + committed;
        if (failure instanceof StorageException) {
            return new StorageException(message, failure);
        } else if (failure instanceof UnsupportedFeatureException) {
            return new UnsupportedFeatureException(message, failure);
        } else if (failure instanceof TooLargeException) {
            return new TooLargeException(message, failure);
        }
        return new ContainerException(message, failure);
    }

    /** The exception for a container that cannot be opened or created. */
    public static ContainerException opening(String name, IOException e) {
        if (e instanceof NoSuchFileException) {
            return new StorageException(name + " does not exist", e);
        } else if (e instanceof AccessDeniedException) {
            return new StorageException(name + ": permission denied", e);
        }
        if (e instanceof FileLockedException locked && locked.isHere()) {
            return openHere(name, e);
        } else if (e instanceof FileLockedException) {
            return new FileInUseException(e.getMessage(), e);
        }
        Path file = e instanceof FileSystemException ? fileAsFolder(name) : null;
        return new StorageException(
                file == null
                        ? name + ": " + describe(name, e)
                        : "%s does not exist: %s is a file, and no folder".formatted(name, file),
                e);
    }

    /** The file in which a path goes on, as if it were a folder; null for none. */
    private static Path fileAsFolder(String name) {
        Path at = Path.of(name).getParent();
        while (at != null && !Files.exists(at)) {
            at = at.getParent();
        }
        return at == null || Files.isDirectory(at) ? null : at;
    }

    /** The refusal to read a file that this JVM edits. */
    public static FileInUseException openHere(String name, Throwable cause) {
        return new FileInUseException(
                FileInUseException.Reason.OPEN_HERE,
                name + " is open for editing in this JVM",
                "; use snapshot() of the container that edits it",
                cause);
    }

    /** Closes a storage that opening has failed on. */
    public static void closeAfter(Exception cause, Storage storage) {
        try {
            storage.close();
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    /** The storage's own message, without the name of the file in front, which a source may have put there. */
    private static String describe(String name, IOException e) {
        String message = describe(e);
        String prefix = name + ": ";
        return message.startsWith(prefix) ? message.substring(prefix.length()) : message;
    }

    /** The storage's own message. */
    public static String describe(IOException e) {
        if (FileChannelStorage.isInterrupt(e)) {
            return "the thread was interrupted";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
