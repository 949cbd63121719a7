package dev.fallow.research.objects;

import dev.fallow.research.blockstore.BlockStoreOptions;
import dev.fallow.research.blockstore.Forcing;
import dev.fallow.research.blockstore.MemoryMethod;
import dev.fallow.research.policy.quickfit.QuickFitOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The kinds of storage that are compared. */
public enum ObjectStorageKind {
    /** One file per object, truncated before it is written again. */
    FILES,
    /** One file per object, written again in place, as in the paper. */
    FILES_IN_PLACE,
    /** A hash table on a block store with method I. */
    TABLE,
    /** As {@link #TABLE}, with headers apart. */
    TABLE_HEADERS_APART,
    /** As {@link #TABLE}, with method II. */
    TABLE_BLOCK_LISTS,
    /** As {@link #TABLE}, with method III. */
    TABLE_FREE_LISTS,
    /** As {@link #TABLE}, and a request for a large block searches its own misc list. */
    TABLE_OWN_LIST,
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

    /** The kinds of the tests that are repeated: both kinds of files, the paper's hash table, and H2 in both forms. */
    public static List<ObjectStorageKind> inTurns() {
        return List.of(FILES, FILES_IN_PLACE, TABLE, MVSTORE, H2_SQL);
    }

    /** The kinds of the replacements that are repeated: those of the tables, and the database. */
    public static List<ObjectStorageKind> ofTablesInTurns() {
        return List.of(FILES, BLOCKS, TABLE, MVSTORE, H2_SQL);
    }

    /** The kinds in the paper's figure 7, and MVStore. The methods do not differ in space. */
    public static List<ObjectStorageKind> ofFigure7() {
        return List.of(FILES_IN_PLACE, TABLE, TABLE_OWN_LIST, TABLE_HEADERS_APART, MVSTORE, H2_SQL);
    }

    /** The kinds that are compared in writing objects again. */
    public static List<ObjectStorageKind> ofRewriting() {
        return List.of(FILES, FILES_IN_PLACE, TABLE, TABLE_OWN_LIST);
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
            case FILES -> new FileObjects(path, forced, true);
            case FILES_IN_PLACE -> new FileObjects(path, forced, false);
            case TABLE -> new TableObjects(path, options(MemoryMethod.HEADERS, forced));
            case TABLE_HEADERS_APART -> new TableObjects(path, options(MemoryMethod.HEADERS_APART, forced));
            case TABLE_BLOCK_LISTS -> new TableObjects(path, options(MemoryMethod.BLOCK_LISTS, forced));
            case TABLE_FREE_LISTS -> new TableObjects(path, options(MemoryMethod.FREE_LISTS, forced));
            case TABLE_OWN_LIST ->
                new TableObjects(
                        path,
                        options(MemoryMethod.HEADERS, forced)
                                .withPolicy(QuickFitOptions.defaults().withOwnList()));
            case BLOCKS -> new BlockObjects(path, options(MemoryMethod.HEADERS, forced));
            case MVSTORE -> new MvStoreObjects(path, forced);
            case H2_SQL -> new DatabaseObjects(path, forced);
        };
    }

    private static BlockStoreOptions options(MemoryMethod method, boolean forced) {
        return BlockStoreOptions.defaults().withMethod(method).withForcing(forced ? Forcing.EACH_WRITE : Forcing.NEVER);
    }
}
