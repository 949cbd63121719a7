package dev.fallow.research.blockstore.internal;

import dev.fallow.FileInUseException;
import dev.fallow.StorageException;
import dev.fallow.internal.storage.FileChannelStorage;
import dev.fallow.internal.storage.FileLockedException;
import dev.fallow.internal.storage.FileSidecar;
import dev.fallow.internal.storage.Storage;
import dev.fallow.research.blockstore.BlockStore;
import dev.fallow.research.blockstore.BlockStoreOptions;
import dev.fallow.research.blockstore.StartMode;
import dev.fallow.research.policy.quickfit.QuickFit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;

/** Creates and opens block stores. */
public final class StoreOpener {
    private static final String LOCK_SUFFIX = ".lock";

    private StoreOpener() {}

    /** Creates a store in a file, which must not exist yet. */
    public static BlockStore create(Path file, BlockStoreOptions options) {
        return opened(
                file,
                FileChannelStorage::create,
                (storage, unlock) ->
                        create(storage, file.toString(), UUID.randomUUID().getMostSignificantBits(), options, unlock));
    }

    /** Opens the store in a file. */
    public static BlockStore open(Path file, BlockStoreOptions options) {
        return opened(
                file,
                path -> FileChannelStorage.open(path, true),
                (storage, unlock) -> open(storage, file.toString(), options, unlock));
    }

    private interface StorageSource {
        Storage of(Path path) throws IOException;
    }

    private interface StoreSource {
        BlockStore of(Storage storage, Runnable unlock);
    }

    /** Opens a file and takes its lock; releases both if opening the store fails. */
    private static BlockStore opened(Path file, StorageSource files, StoreSource stores) {
        try {
            Storage storage = files.of(file);
            BlockStore store = null;
            Runnable unlock = () -> {};
            try {
                FileSidecar lock = FileSidecar.of(file, LOCK_SUFFIX);
                if (lock.containerNames() > 1) {
                    throw new IOException("it has %d names (hard links), each with a separate lock; expected one name"
                            .formatted(lock.containerNames()));
                }
                Storage owned = lock.own();
                unlock = () -> release(lock, owned);
                store = stores.of(storage, unlock);
                return store;
            } finally {
                if (store == null) {
                    try {
                        storage.close();
                    } finally {
                        unlock.run();
                    }
                }
            }
        } catch (FileLockedException e) {
            throw new FileInUseException(file + ": " + e.getMessage(), e);
        } catch (FileAlreadyExistsException e) {
            throw new StorageException(file + " exists", e);
        } catch (NoSuchFileException e) {
            throw new StorageException(file + " does not exist", e);
        } catch (IOException e) {
            throw new StorageException(file + ": " + e.getMessage(), e);
        }
    }

    private static void release(FileSidecar lock, Storage owned) {
        try (owned) {
            if (owned.size() == 0) { // a file with content is not a lock file of ours, and is kept
                lock.remove();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Creates a store in an empty storage.
     *
     * @param storeId distinguishes its headers from those of other stores
     * @param unlock run when the store is closed
     */
    public static BlockStore create(
            Storage storage, String name, long storeId, BlockStoreOptions options, Runnable unlock) {
        Disk disk = new Disk(storage, name, options.forcing());
        StoreHeader header = new StoreHeader(storeId, options);
        State state = new State(disk, header);
        long[] heads = new long[header.lists()];
        Arrays.fill(heads, BlockHeader.NONE);
        long start = header.spaceStart();
        Checkpoint none = new Checkpoint(
                0,
                false,
                true,
                false,
                0,
                start,
                start,
                BlockStore.NONE,
                0,
                BlockHeader.NONE,
                0,
                0,
                BlockHeader.NONE,
                heads);
        state.start(none);
        state.headers = headers(state);
        state.policy = new QuickFit(options.policy(), start, start, state.headers);
        state.grow(options.policy().smallestBlock());
        state.headers.create();
        state.headers.start(none, false);
        state.nextGeneration();
        // both places are written; the header is last, because without it there is no store
        state.checkpoint(state.policy.tail());
        state.checkpoint(state.policy.tail());
        disk.force();
        disk.write(0, header.encode());
        disk.force();
        return new LiveBlockStore(state, StartMode.CREATED, unlock);
    }

    /**
     * Opens the store in a storage.
     *
     * @param unlock run when the store is closed
     * @throws dev.fallow.CorruptFileException if there is no store, or its header or checkpoints are damaged
     */
    public static BlockStore open(Storage storage, String name, BlockStoreOptions options, Runnable unlock) {
        Disk disk = new Disk(storage, name, options.forcing());
        StoreHeader header = StoreHeader.read(disk, options);
        Checkpoint checkpoint = Checkpoint.read(disk, header);
        State state = new State(disk, header);
        state.start(checkpoint);
        state.headers = headers(state);
        boolean recovering = !checkpoint.closed();
        long tail = state.headers.findTail(checkpoint, recovering);
        long limit = Math.max(tail, checkpoint.limit());
        state.policy = new QuickFit(header.options().policy(), header.spaceStart(), tail, limit, state.headers);
        if (recovering) {
            disk.forceFound();
            state.listsMiss = true;
            state.nextGeneration();
            state.checkpoint(tail);
        }
        state.headers.start(checkpoint, recovering);
        return new LiveBlockStore(state, recovering ? StartMode.RECOVERED : StartMode.FAST, unlock);
    }

    private static Headers headers(State state) {
        return switch (state.store.options().method()) {
            case HEADERS -> new HeadersBeside(state);
            case HEADERS_APART -> new HeadersApart(state);
            case BLOCK_LISTS -> new BlockLists(state);
            case FREE_LISTS -> new FreeBlockLists(state);
        };
    }
}
