package dev.fallow.internal.storage;

import java.io.IOException;

/** A file read and written through its channel. */
class FileChannelStorageTest extends StorageConformance {
    @Override
    Storage create() throws IOException {
        return FileChannelStorage.create(folder.resolve("file"));
    }
}
