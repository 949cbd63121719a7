package dev.fallow.internal.space;

import dev.fallow.format.Addresses;
import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.object.LiveMessage;
import dev.fallow.internal.object.NewMessage;
import dev.fallow.internal.object.ObjectHeader;
import dev.fallow.internal.object.ObjectStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The file space info message, and the superblock extension that it lies in. Either may be missing, be made, and go again;
 * the superblock must then be told where the extension is.
 */
public final class FileSpaceMessage {
    private static final int FLAGS = MessageFlags.DO_NOT_SHARE | MessageFlags.MARK_IF_UNKNOWN;

    private final ObjectStore store;
    private long extensionAddress;

    /** @param extensionAddress of the superblock extension, or {@link Addresses#UNDEFINED} */
    public FileSpaceMessage(ObjectStore store, long extensionAddress) {
        this.store = store;
        this.extensionAddress = extensionAddress;
    }

    /** Makes a superblock extension that says this, in a file that has none. */
    public void create(FileSpaceInfo info) {
        NewMessage message = new NewMessage(MessageType.FILE_SPACE_INFO, FLAGS, store.encode(info::encode));
        extensionAddress = store.create(List.of(message), 0).address();
    }

    /** The header of the superblock extension as it is now, or {@link Addresses#UNDEFINED}. */
    public long extensionAddress() {
        return extensionAddress;
    }

    /**
     * What the file says of its space; null if it says nothing, or if a writer that did not know the message has changed
     * the file since. As in the reference library, such a message is not looked at.
     */
    public FileSpaceInfo info() throws IOException {
        LiveMessage message = find();
        return message == null || (message.flags() & MessageFlags.WAS_UNKNOWN) != 0
                ? null
                : FileSpaceInfo.decode(message.body(store.sizes(), MessageType.FILE_SPACE_INFO.title()));
    }

    private LiveMessage find() throws IOException {
        return extensionAddress == Addresses.UNDEFINED
                ? null
                : store.header(extensionAddress).find(MessageType.FILE_SPACE_INFO);
    }

    /** Has the file say this, in a message that is made if there is none. */
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

    /** Has the file say nothing; an extension with nothing else in it goes. */
    public void remove() throws IOException {
        LiveMessage message = find();
        if (message == null) {
            return;
        }
        ObjectHeader extension = store.header(extensionAddress);
        extension.remove(message);
        if (extension.messages(any -> true).isEmpty()) {
            List<long[]> chunks = new ArrayList<>();
            extension.forEachChunk((address, length) -> chunks.add(new long[] {address, length}));
            store.forget(extensionAddress);
            for (long[] chunk : chunks) {
                store.space().release(AllocationType.OBJECT_HEADER, chunk[0], chunk[1]);
            }
            extensionAddress = Addresses.UNDEFINED;
        }
    }
}
