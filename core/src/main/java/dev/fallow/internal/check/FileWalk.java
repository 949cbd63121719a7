package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.message.CacheImage;
import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.format.message.SharedMessageTable;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionList;
import dev.fallow.format.superblock.CacheImageBlock;
import dev.fallow.format.superblock.DriverInfoBlock;
import dev.fallow.internal.census.SessionVerification;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.storage.Storage;
import dev.fallow.report.FindingCode;
import java.io.IOException;

/** Checks everything that the superblock leads to: the settings of the file, its objects, and its free sections. */
final class FileWalk extends StructureCheck {
    private BTreeK k;
    /** Null if there is none. */
    private SharedMessageTable sharedMessages;
    /** Null if there is none. */
    private FileSpaceInfo space;
    /** The number of blocks without those of free space. */
    long structures;

    /** A free section, as a label. */
    record Free(int slot) {
        @Override
        public String toString() {
            return "free space of slot " + slot;
        }
    }

    FileWalk(Storage storage, CheckedSuperblock superblock, Findings findings, Claimed claims) {
        super(storage, superblock, findings, claims);
        k = superblock.k;
    }

    /** Performs the walk. The store is null if the container could not be opened, the other if chunks are not to be decoded. */
    ObjectWalk walk(ObjectStore store, ChunkCheck.Decoding decoding) throws IOException {
        claim("superblock", 0, superblock.length);
        if (superblock.driverInfo != Addresses.UNDEFINED) {
            attempt(superblock.driverInfo, () -> driverInfo(superblock.driverInfo));
        }
        if (superblock.extension != Addresses.UNDEFINED) {
            extension(superblock.extension);
        }
        String problem = SessionVerification.nodeProblem(sizes, k, superblock.end);
        if (problem != null) {
            add(FindingCode.SB_FIELD, 0, problem);
        }
        ObjectWalk walk = new ObjectWalk(this, k, sharedMessages, store, decoding);
        walk.walk(superblock.root);
        structures = claims.count;
        for (int slot = 1; space != null && space.persistent() && slot <= FileSpaceInfo.SLOTS; slot++) {
            long address = space.manager(slot);
            if (address != Addresses.UNDEFINED) {
                Free label = new Free(slot);
                findings.attempt(Family.FREE_SPACE, address, null, () -> sections(address, label));
            }
        }
        claims.end();
        return walk;
    }

    private void driverInfo(long at) throws IOException {
        String structure = DriverInfoBlock.STRUCTURE;
        byte[] prefix = read(structure, at, DriverInfoBlock.PREFIX_LENGTH);
        long length = DriverInfoBlock.encodedLength(reader(prefix, structure, at));
        read(structure, at, length);
        claim(structure, at, length);
    }

    private void extension(long at) throws IOException {
        Header header = Header.read(this, at, null);
        if (header == null) {
            String problem = "expected the superblock extension at address %d, found none that can be read";
            add(FindingCode.SB_EXTENSION, at, problem.formatted(at));
            return;
        }
        MessageCheck.check(this, header);
        StructureCheck quiet = quiet(); // what cannot be decoded has been found before
        for (Header.Message each : header.messages()) {
            if (!each.isIgnored()) {
                quiet.attempt(at, () -> setting(each));
            }
        }
    }

    private void setting(Header.Message message) {
        FieldReader in = message.reader(sizes);
        switch (MessageType.of(message.type()).orElse(MessageType.NIL)) {
            case BTREE_K -> k = BTreeK.decode(in);
            case SHARED_MESSAGE_TABLE -> sharedMessages = SharedMessageTable.decode(in);
            case FILE_SPACE_INFO -> space = FileSpaceInfo.decode(in);
            case METADATA_CACHE_IMAGE -> {
                // its content replaces that of the file; a file with a damaged image cannot be opened
                CacheImage image = CacheImage.decode(in);
                if (isInside(image.address(), image.length())) {
                    claim(CacheImageBlock.STRUCTURE, image.address(), image.length());
                }
            }
            case DRIVER_INFO -> add(FindingCode.UNCHECKED, message.address(), message.title() + " was not checked");
            default -> {
                // concerns nothing else
            }
        }
    }

    private void sections(long manager, Free label) throws IOException {
        SectionList list = new ManagerCheck(this).read(manager, FreeSpaceHeader.FILE);
        for (int i = 0; list != null && i < list.count(); i++) {
            long address = list.address(i);
            long size = list.size(i);
            if (isInside(address, size)) {
                claims.add(address, size, label);
            } else {
                String problem = "free section of %d bytes at address %d: expected it before the end of allocation, %d"
                        .formatted(size, address, superblock.end);
                add(FindingCode.FSM_RANGE, address, problem);
            }
        }
    }
}
