package dev.fallow.internal.storage;

/** A container in memory. */
class MemoryStorageTest extends StorageConformance {
    @Override
    Storage create() {
        return new MemoryStorage();
    }
}
