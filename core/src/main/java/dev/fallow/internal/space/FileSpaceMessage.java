package dev.fallow.internal.space;

import dev.fallow.format.Addresses;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.message.CacheImage;
import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.format.superblock.CacheImageBlock;
import dev.fallow.freespace.SectionVisitor;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceOptions.Strategy;
import dev.fallow.freespace.file.HeldSections;
import dev.fallow.internal.extent.ExtentVisitor;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.NewMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.header.SharedMessages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The file space info message and the superblock extension that contains it. Either may be absent, created or deleted;
 * the superblock must then be updated with the extension's address.
 */
public final class FileSpaceMessage {
    private static final int FLAGS = MessageFlags.DO_NOT_SHARE | MessageFlags.MARK_IF_UNKNOWN;
    private static final int K_FLAGS = MessageFlags.CONSTANT | MessageFlags.DO_NOT_SHARE;

    private final ObjectStore store;
    private long extensionAddress;
    private boolean upgraded;

    /** @param extensionAddress the address of the superblock extension, or {@link Addresses#UNDEFINED} */
    public FileSpaceMessage(ObjectStore store, long extensionAddress) {
        this.store = store;
        this.extensionAddress = extensionAddress;
    }

    /** Creates a superblock extension with this message, in a file that has none. */
    public void create(FileSpaceInfo info) {
        NewMessage message = new NewMessage(MessageType.FILE_SPACE_INFO, FLAGS, store.encode(info::encode));
        extensionAddress = store.newHeaders().create(List.of(message), 0).address();
    }

    /**
     * Makes the next commit write a superblock that can have an extension, instead of one that cannot.
     *
     * @param k the K values, which the old superblock has and the new one does not; null if they are the defaults
     */
    void upgrade(BTreeK k) {
        if (k != null) {
            NewMessage message = new NewMessage(MessageType.BTREE_K, K_FLAGS, store.encode(k::encode));
            extensionAddress = store.newHeaders().create(List.of(message), 0).address();
        }
        upgraded = true;
    }

    /** Whether the superblock is to be replaced by one that can have an extension. */
    public boolean isUpgraded() {
        return upgraded;
    }

    /** The current address of the superblock extension's header, or {@link Addresses#UNDEFINED}. */
    public long extensionAddress() {
        return extensionAddress;
    }

    /**
     * The file space info; null if the file has none, or if a writer that did not understand the message has since
     * changed the file. As in the reference library, such a message is ignored.
     */
    public FileSpaceInfo info() throws IOException {
        LiveMessage message = find();
        return message == null || (message.flags() & MessageFlags.WAS_UNKNOWN) != 0
                ? null
                : message.decoded(store.sizes(), FileSpaceInfo::decode);
    }

    /** Marks the unknown messages of the extension that ask for a mark, before the file is changed. */
    public void markUnknown() throws IOException {
        if (extensionAddress != Addresses.UNDEFINED) {
            store.header(extensionAddress).markUnknown();
        }
    }

    private LiveMessage find() throws IOException {
        return find(MessageType.FILE_SPACE_INFO);
    }

    private LiveMessage find(MessageType type) throws IOException {
        return extensionAddress == Addresses.UNDEFINED
                ? null
                : store.header(extensionAddress).find(type);
    }

    /** Stores the file space info, creating the message if there is none. */
    public void put(FileSpaceInfo info) throws IOException {
        if (extensionAddress == Addresses.UNDEFINED) {
            create(info);
            return;
        }
        byte[] body = store.encode(info::encode);
        LiveMessage message = find();
        ObjectHeader extension = store.header(extensionAddress);
        if (message != null && (message.flags() & MessageFlags.WAS_UNKNOWN) == 0) {
            extension.replace(message, MessageType.FILE_SPACE_INFO, body);
            return;
        }
        if (message != null) {
            extension.remove(message);
        }
        extension.add(MessageType.FILE_SPACE_INFO, FLAGS, body, 0);
    }

    /** The metadata cache image of the file; null if there is none. */
    public CacheImage cacheImage() throws IOException {
        LiveMessage message = find(MessageType.METADATA_CACHE_IMAGE);
        return message == null ? null : message.decoded(store.sizes(), CacheImage::decode);
    }

    /** Visits the bytes of the metadata cache image, if there is one. */
    public void forCacheImage(ExtentVisitor visitor) throws IOException {
        CacheImage image = cacheImage();
        if (image != null && image.address() != Addresses.UNDEFINED) {
            store.structures().requireInside(image.address(), image.length(), CacheImageBlock.STRUCTURE);
            visitor.visit(image.address(), image.length(), CacheImageBlock.STRUCTURE);
        }
    }

    /** Removes the metadata cache image of the file, if there is one: its metadata are those before the first change. */
    public void dropCacheImage() throws IOException {
        CacheImage image = cacheImage();
        if (image != null) {
            remove(find(MessageType.METADATA_CACHE_IMAGE));
            if (image.address() != Addresses.UNDEFINED) {
                store.space().release(AllocationType.SUPERBLOCK, image.address(), image.length());
            }
        }
    }

    /** Deletes the message, and the extension if it contains nothing else. */
    public void remove() throws IOException {
        LiveMessage message = find();
        if (message != null) {
            remove(message);
        }
    }

    private void remove(LiveMessage message) throws IOException {
        ObjectHeader extension = store.header(extensionAddress);
        extension.remove(message);
        if (extension.messages(any -> true).isEmpty()) {
            release(extension);
            extensionAddress = Addresses.UNDEFINED;
        }
    }

    private void release(ObjectHeader extension) throws IOException {
        List<long[]> chunks = new ArrayList<>();
        extension.forEachChunk((address, length) -> chunks.add(new long[] {address, length}));
        store.forget(extension.address());
        for (long[] chunk : chunks) {
            store.space().release(AllocationType.OBJECT_HEADER, chunk[0], chunk[1]);
        }
    }

    /**
     * Plans to copy the extension into one chunk, in free space before its last chunk; returns the change, or null without such space.
     */
    public Change moveDown() throws IOException {
        if (extensionAddress == Addresses.UNDEFINED) {
            return null;
        }
        ObjectHeader extension = store.header(extensionAddress);
        long[] length = {0};
        long[] last = {0};
        extension.forEachChunk((address, bytes) -> {
            length[0] += bytes;
            last[0] = Math.max(last[0], address);
        });
        boolean[] fits = {false};
        free((address, size) -> fits[0] |= address < last[0] && size >= length[0]);
        List<NewMessage> messages = messages(extension);
        return !fits[0] || messages == null ? null : () -> moveDown(extension, messages, last[0]);
    }

    /** The messages of the extension; null if there is one that may not be copied. */
    private static List<NewMessage> messages(ObjectHeader extension) throws IOException {
        List<NewMessage> messages = new ArrayList<>();
        for (LiveMessage message : extension.messages(any -> true)) {
            MessageType type = MessageType.of(message.type()).orElse(null);
            if (type == null || message.sharedId() != SharedMessages.NONE) {
                return null;
            }
            if (type != MessageType.CONTINUATION) {
                messages.add(new NewMessage(type, message.flags(), message.bytes()));
            }
        }
        return messages;
    }

    private void moveDown(ObjectHeader extension, List<NewMessage> messages, long below) throws IOException {
        ObjectHeader moved = store.newHeaders().createLike(extension, messages, 0, length -> lowest(length, below));
        release(extension);
        extensionAddress = moved.address();
    }

    /** The free space that may be used for the extension: in a paged file that for metadata, and whole pages. */
    private void free(SectionVisitor visitor) {
        FileSpace space = store.space();
        if (space.options().strategy() != Strategy.PAGE) {
            space.forEachFree(visitor);
            return;
        }
        long page = space.options().pageSize();
        int metadata = space.slotOf(AllocationType.OBJECT_HEADER, 1);
        int large = space.slotOf(AllocationType.OBJECT_HEADER, page);
        for (int slot : space.slots()) {
            if (slot == metadata) {
                space.sections(slot).forEach(visitor);
            } else if (slot == large) {
                space.sections(slot).forEach((address, size) -> {
                    long whole = (address + page - 1) / page * page;
                    if (whole + page <= address + size) {
                        visitor.visit(whole, page);
                    }
                });
            }
        }
    }

    /** Allocates the lowest free run that is long enough, if it begins before an address; in a paged file, one before it. */
    private long lowest(long length, long below) {
        FileSpace space = store.space();
        if (space.options().strategy() == Strategy.PAGE) {
            HeldSections held = space.hold(below);
            long address = space.allocate(AllocationType.OBJECT_HEADER, length);
            held.giveBack();
            return address;
        }
        space.giveToRawData(0);
        long[] lowest = {Long.MAX_VALUE};
        space.sections(space.slotOf(AllocationType.RAW_DATA, 1)).forEach((address, size) -> {
            if (size >= length) {
                lowest[0] = Math.min(lowest[0], address);
            }
        });
        return lowest[0] < below && space.allocateAt(AllocationType.RAW_DATA, lowest[0], length)
                ? lowest[0]
                : space.allocate(AllocationType.OBJECT_HEADER, length);
    }
}
