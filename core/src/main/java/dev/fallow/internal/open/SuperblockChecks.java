package dev.fallow.internal.open;

import dev.fallow.CorruptFileException;
import dev.fallow.FileInUseException;
import dev.fallow.NotAContainerException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.format.superblock.DriverInfoBlock;
import dev.fallow.format.superblock.Superblock;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.internal.cache.StructureReader;
import dev.fallow.internal.commit.FoundSuperblock;
import dev.fallow.internal.storage.OtherLocks;
import dev.fallow.internal.storage.Storage;
import dev.fallow.internal.storage.version.ReadFile;
import dev.fallow.options.OpenOptions;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads the superblock of a container, and rejects what cannot be opened. */
final class SuperblockChecks {
    /** The driver that stores metadata and raw data in separate files. */
    private static final String MULTI_DRIVER = "NCSAmult";

    private SuperblockChecks() {}

    /**
     * Finds and decodes the superblock.
     *
     * @throws NotAContainerException if there is none
     */
    static AnySuperblock read(Storage storage, String name) throws IOException {
        long size = storage.size();
        if (size == 0) {
            throw new NotAContainerException(name + " is empty");
        }
        long at = FoundSuperblock.find(storage);
        if (at < 0) {
            throw new NotAContainerException(name + " is not HDF5: it has no HDF5 signature");
        }
        byte[] bytes = new byte[(int) Math.min(SuperblockV0.MAX_LENGTH, size - at)];
        storage.read(at, ByteBuffer.wrap(bytes));
        FieldReader in = FieldReader.of(bytes, FieldSizes.EIGHT, "superblock", at);
        AnySuperblock superblock = Superblock.versionOf(bytes) < 2 ? SuperblockV0.decode(in) : Superblock.decode(in);
        return superblock.foundAt(at);
    }

    /** Rejects a container that is split over several files. */
    static void checkDriver(Storage storage, String name, AnySuperblock superblock) throws IOException {
        if (!(superblock instanceof SuperblockV0 old) || old.driverInfoAddress() == Addresses.UNDEFINED) {
            return;
        }
        StructureReader in = StateBuilder.unmanaged(storage, name, superblock).structures();
        long address = old.driverInfoAddress();
        long length = DriverInfoBlock.encodedLength(
                in.read(address, DriverInfoBlock.PREFIX_LENGTH, DriverInfoBlock.STRUCTURE));
        String driver = DriverInfoBlock.decode(in.read(address, length, DriverInfoBlock.STRUCTURE))
                .name();
        if (driver.equals(MULTI_DRIVER) || storage.size() < superblock.endOfFile()) {
            throw new UnsupportedFeatureException(
                    "%s: driver information block at address %d: the driver %s splits a container over several files, which is not supported"
                            .formatted(name, address, driver));
        }
    }

    /** Rejects a file that is shorter than its superblock requires. */
    static void checkLength(Storage storage, String name, AnySuperblock superblock) throws IOException {
        if (storage.size() < superblock.endOfFile()) {
            throw new CorruptFileException("%s is truncated: expected %d bytes according to its superblock, found %d"
                    .formatted(name, superblock.endOfFile(), storage.size()));
        }
    }

    /**
     * As in the reference library, the flags of versions 0 to 2 do not exclude readers. They exclude our writer:
     * writers of the reference library set them, and two concurrent writers would destroy the file.
     */
    static void checkFlags(String name, AnySuperblock superblock, OpenOptions options) {
        boolean counts = superblock.version() == 3
                || !options.readOnly()
                || (superblock.flags() & Superblock.EDITED_BY_FALLOW) != 0;
        if (counts && superblock.isMarkedOpen() && !options.ignoreWriteFlag()) {
            throw new FileInUseException(
                    ("%s is marked as open for writing (superblock flags 0x%02x): another program is"
                                    + " writing it, or was killed before closing it. If none is, fallow check --repair FILE"
                                    + " removes the mark, and the option ignoreWriteFlag (--force) opens the file nevertheless")
                            .formatted(name, superblock.flags()));
        }
    }

    /**
     * libhdf5 marks a file of any version that it is writing. Before version 3 the mark alone does not exclude readers, because it may
     * have been left behind; with a lock it does, as for a reader of the reference library. Whoever ignores the mark accepts changes.
     */
    static void checkWriters(ReadFile file, String name, AnySuperblock superblock, OpenOptions options) {
        if ((superblock.flags() & Superblock.OPEN_FOR_WRITE) == 0) {
            return;
        }
        if (options.ignoreWriteFlag()) {
            if (superblock.isMarkedOpen()) {
                file.acceptChanges();
            }
            return;
        }
        String writers = OtherLocks.writers(file.path());
        if (writers != null) {
            throw new FileInUseException(
                    "%s is marked as open for writing (superblock flags 0x%02x), and is being written: %s"
                            .formatted(name, superblock.flags(), writers));
        }
    }
}
