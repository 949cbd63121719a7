package dev.fallow.benchmarks.objects;

import dev.fallow.blockstore.BlockStoreOptions;
import dev.fallow.blockstore.Forcing;
import dev.fallow.blockstore.MemoryMethod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The kinds of storage that are compared. */
public enum ObjectStorageKind {
    /** One file per object. */
    FILES,
    /** A hash table on a block store with method I. */
    TABLE,
    /** As {@link #TABLE}, with headers apart. */
    TABLE_HEADERS_APART,
    /** As {@link #TABLE}, with method II. */
    TABLE_BLOCK_LISTS,
    /** As {@link #TABLE}, with method III. */
    TABLE_FREE_LISTS,
    /** Blocks of a store with method I, without a directory on the medium. */
    BLOCKS,
    /** H2's storage engine MVStore. */
    MVSTORE,
    /** The H2 database. */
    H2_SQL;

    /** The kinds that store names. */
    public static List<ObjectStorageKind> named() {
        return Arrays.stream(values()).filter(kind -> kind != BLOCKS).toList();
    }

    /** The kinds in the paper's tables 1 to 3, and MVStore. */
    public static List<ObjectStorageKind> ofTables() {
        return List.of(FILES, BLOCKS, TABLE, MVSTORE);
    }

    /** The kinds in the paper's figure 7, and MVStore. The methods do not differ in space. */
    public static List<ObjectStorageKind> ofFigure7() {
        return List.of(FILES, TABLE, TABLE_HEADERS_APART, MVSTORE, H2_SQL);
    }

    /** The name in tables. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Creates an empty storage.
     *
     * @param path of the file or directory, which must not exist
     * @param forced whether each change is forced
     */
    public ObjectStorage create(Path path, boolean forced) throws IOException {
        return switch (this) {
            case FILES -> new FileObjects(path, forced);
            case TABLE -> new TableObjects(path, options(MemoryMethod.HEADERS, forced));
            case TABLE_HEADERS_APART -> new TableObjects(path, options(MemoryMethod.HEADERS_APART, forced));
            case TABLE_BLOCK_LISTS -> new TableObjects(path, options(MemoryMethod.BLOCK_LISTS, forced));
            case TABLE_FREE_LISTS -> new TableObjects(path, options(MemoryMethod.FREE_LISTS, forced));
            case BLOCKS -> new BlockObjects(path, options(MemoryMethod.HEADERS, forced));
            case MVSTORE -> new MvStoreObjects(path, forced);
            case H2_SQL -> new DatabaseObjects(path, forced);
        };
    }

    private static BlockStoreOptions options(MemoryMethod method, boolean forced) {
        return BlockStoreOptions.defaults().withMethod(method).withForcing(forced ? Forcing.EACH_WRITE : Forcing.NEVER);
    }
}
