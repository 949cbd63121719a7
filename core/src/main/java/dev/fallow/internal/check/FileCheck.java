package dev.fallow.internal.check;

import dev.fallow.NotAContainerException;
import dev.fallow.format.Addresses;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.format.message.SharedMessageTable;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.format.superblock.DriverInfoBlock;
import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.check.structure.CheckedSuperblock;
import dev.fallow.internal.check.structure.Claimed;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.check.structure.Findings;
import dev.fallow.internal.check.structure.Header;
import dev.fallow.internal.check.structure.HeaderCheck;
import dev.fallow.internal.check.structure.Message;
import dev.fallow.internal.commit.FoundSuperblock;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.storage.Storage;
import dev.fallow.options.CheckOptions;
import dev.fallow.report.CheckReport;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/**
 * Checks a whole file. Structures are read by this package alone, from the storage, with the codecs, so that a damaged one does
 * not end the check of the others, and so that a file that cannot be opened can be checked too. O(n log n) for n blocks.
 */
public final class FileCheck {
    private final Storage storage;
    private final String name;
    private final Findings findings = new Findings();
    private AddressTable wrongCounts = new AddressTable();
    private long objects;
    private long structures;
    private final CheckOptions options;
    private long decoded;

    private FileCheck(Storage storage, String name, CheckOptions options) {
        this.options = options;
        this.storage = storage;
        this.name = name;
    }

    /**
     * Checks the file in a storage.
     *
     * @param opened the container that is open on it; null if it cannot be opened
     * @param refusal why it cannot be opened; null if it is open
     * @throws NotAContainerException if there is no superblock
     */
    public static CheckReport of(
            Storage storage, String name, OpenContainer opened, RuntimeException refusal, CheckOptions options)
            throws IOException {
        FileCheck check = new FileCheck(storage, name, options);
        check.run(opened);
        if (refusal != null && !check.findings.hasErrors()) {
            boolean unsupported = refusal instanceof dev.fallow.UnsupportedFeatureException;
            check.findings.add(
                    unsupported ? FindingCode.UNCHECKED : FindingCode.DAMAGED, 0, null, refusal.getMessage());
        }
        return new CheckReport(
                storage.size(),
                check.objects,
                check.structures,
                check.decoded,
                !options.quick(),
                check.findings.all(),
                check.findings.omitted());
    }

    /** The objects of an open container whose link counts are wrong, with the number of links found. */
    public static AddressTable wrongLinkCounts(Storage storage, String name, OpenContainer opened) throws IOException {
        FileCheck check = new FileCheck(storage, name, CheckOptions.defaults().withQuick(true));
        check.run(opened);
        return check.wrongCounts;
    }

    private void run(OpenContainer opened) throws IOException {
        long at = FoundSuperblock.find(storage);
        if (at < 0) {
            throw new NotAContainerException(name + " is not HDF5: it has no HDF5 signature");
        }
        CheckedSuperblock superblock =
                CheckedSuperblock.read(storage, at, opened != null && opened.writable(), findings);
        if (superblock == null) {
            return;
        }
        ObjectWalk walk = walk(superblock, opened == null ? null : opened.store());
        if (opened != null && !findings.hasErrors()) {
            new SecondWalk(opened, findings).run(); // the walk above is proved by another one
            if (!options.quick() && !findings.hasErrors()) {
                walk.checkReferences(opened.store());
            }
        }
    }

    /** Checks everything that the superblock leads to. */
    private ObjectWalk walk(CheckedSuperblock superblock, ObjectStore store) throws IOException {
        Context context = new Context(storage, superblock, findings, new Claimed());
        SpaceCheck space = new SpaceCheck(context);
        ObjectWalk walk = walk(context, space, store, options.quick() ? null : new ChunkDecoding(context));
        objects = walk.count();
        wrongCounts = walk.wrongCounts();
        if (!context.claims().overlaps().isEmpty()) {
            // no walk keeps owners, so another one looks for them
            Claimed again = new Claimed(context.claims().overlaps());
            Context quiet = new Context(storage, superblock, new Findings(), again);
            walk(quiet, new SpaceCheck(quiet), store, null);
            space.overlaps(again);
        }
        if (store == null || findings.hasErrors()) {
            space.untracked();
        }
        return walk;
    }

    private ObjectWalk walk(Context context, SpaceCheck space, ObjectStore store, ChunkDecoding decoding)
            throws IOException {
        CheckedSuperblock superblock = context.superblock();
        context.claim("superblock", 0, superblock.length(), null);
        if (superblock.driverInfo() != Addresses.UNDEFINED) {
            context.findings().attempt(Family.OTHER, superblock.driverInfo(), null, () -> driverInfo(context));
        }
        Map<MessageType, Object> settings = new EnumMap<>(MessageType.class);
        if (superblock.extension() != Addresses.UNDEFINED) {
            extension(context, settings);
        }
        BTreeK k = (BTreeK) settings.getOrDefault(MessageType.BTREE_K, superblock.k());
        SharedMessageTable table = (SharedMessageTable) settings.get(MessageType.SHARED_MESSAGE_TABLE);
        SharedMessagesCheck shared = table == null ? null : SharedMessagesCheck.of(context, table);
        ObjectWalk walk = new ObjectWalk(context, k, shared, new HeldObjects(context, store), decoding);
        walk.walk(superblock.root());
        decoded += decoding == null ? 0 : decoding.count();
        structures = Math.max(structures, context.claims().count());
        space.sections((FileSpaceInfo) settings.get(MessageType.FILE_SPACE_INFO));
        return walk;
    }

    private void driverInfo(Context context) throws IOException {
        long at = context.superblock().driverInfo();
        String structure = DriverInfoBlock.STRUCTURE;
        byte[] prefix = context.read(Family.OTHER, structure, at, DriverInfoBlock.PREFIX_LENGTH);
        long length = DriverInfoBlock.encodedLength(context.reader(prefix, structure, at));
        context.read(Family.OTHER, structure, at, length);
        context.claim(structure, at, length, null);
    }

    private void extension(Context context, Map<MessageType, Object> settings) throws IOException {
        long at = context.superblock().extension();
        Header header = new HeaderCheck(context).read(at, null);
        if (header == null) {
            context.add(
                    FindingCode.SB_EXTENSION,
                    at,
                    null,
                    "expected the superblock extension at address %d, found none that can be read".formatted(at));
            return;
        }
        MessageCheck.check(context, header, null);
        for (Message each : header.messages()) {
            // what cannot be decoded has been found before
            context.quiet().findings().attempt(Family.HEADER, at, null, () -> {
                MessageType type = MessageType.of(each.type()).orElse(MessageType.NIL);
                switch (type) {
                    case BTREE_K -> settings.put(type, BTreeK.decode(each.reader(context.sizes())));
                    case SHARED_MESSAGE_TABLE ->
                        settings.put(type, SharedMessageTable.decode(each.reader(context.sizes())));
                    case FILE_SPACE_INFO -> settings.put(type, FileSpaceInfo.decode(each.reader(context.sizes())));
                    case METADATA_CACHE_IMAGE, DRIVER_INFO ->
                        context.add(FindingCode.UNCHECKED, each.address(), null, type.title() + " was not checked");
                    default -> {
                        // concerns nothing else
                    }
                }
            });
        }
    }
}
