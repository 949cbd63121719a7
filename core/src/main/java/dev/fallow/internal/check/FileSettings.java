package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.message.CacheImage;
import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.format.message.SharedMessageTable;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.format.superblock.CacheImageBlock;
import dev.fallow.format.superblock.DriverInfoBlock;
import dev.fallow.internal.check.structure.CheckedSuperblock;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.check.structure.Header;
import dev.fallow.internal.check.structure.HeaderCheck;
import dev.fallow.internal.check.structure.Message;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/** Checks the extension of the superblock, which has settings of the file, and the driver information. */
final class FileSettings {
    private FileSettings() {}

    /** Checks them, and returns the messages that others need. */
    static Map<MessageType, Object> read(Context context) throws IOException {
        CheckedSuperblock superblock = context.superblock();
        if (superblock.driverInfo() != Addresses.UNDEFINED) {
            context.findings().attempt(Family.OTHER, superblock.driverInfo(), null, () -> driverInfo(context));
        }
        Map<MessageType, Object> settings = new EnumMap<>(MessageType.class);
        if (superblock.extension() != Addresses.UNDEFINED) {
            extension(context, settings);
        }
        return settings;
    }

    private static void driverInfo(Context context) throws IOException {
        long at = context.superblock().driverInfo();
        String structure = DriverInfoBlock.STRUCTURE;
        byte[] prefix = context.read(Family.OTHER, structure, at, DriverInfoBlock.PREFIX_LENGTH);
        long length = DriverInfoBlock.encodedLength(context.reader(prefix, structure, at));
        context.read(Family.OTHER, structure, at, length);
        context.claim(structure, at, length, null);
    }

    private static void extension(Context context, Map<MessageType, Object> settings) throws IOException {
        long at = context.superblock().extension();
        Header header = HeaderCheck.read(context, at, null);
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
            if (each.isIgnored()) {
                continue;
            }
            // what cannot be decoded has been found before
            context.quiet().findings().attempt(Family.HEADER, at, null, () -> {
                MessageType type = MessageType.of(each.type()).orElse(MessageType.NIL);
                switch (type) {
                    case BTREE_K -> settings.put(type, BTreeK.decode(each.reader(context.sizes())));
                    case SHARED_MESSAGE_TABLE ->
                        settings.put(type, SharedMessageTable.decode(each.reader(context.sizes())));
                    case FILE_SPACE_INFO -> settings.put(type, FileSpaceInfo.decode(each.reader(context.sizes())));
                    case METADATA_CACHE_IMAGE -> claim(context, CacheImage.decode(each.reader(context.sizes())));
                    case DRIVER_INFO ->
                        context.add(FindingCode.UNCHECKED, each.address(), null, type.title() + " was not checked");
                    default -> {
                        // concerns nothing else
                    }
                }
            });
        }
    }

    /** Claims a cache image. Its content replaces that of the file; a file with a damaged image cannot be opened. */
    private static void claim(Context context, CacheImage image) {
        if (context.isInside(image.address(), image.length())) {
            context.claim(CacheImageBlock.STRUCTURE, image.address(), image.length(), null);
        }
    }
}
