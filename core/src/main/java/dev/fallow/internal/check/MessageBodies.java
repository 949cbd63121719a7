package dev.fallow.internal.check;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.layout.ExternalDataFiles;
import dev.fallow.format.layout.FillValue;
import dev.fallow.format.layout.FilterPipeline;
import dev.fallow.format.layout.OldFillValue;
import dev.fallow.format.message.AttributeInfo;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.message.Comment;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.message.DriverInfo;
import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.format.message.GroupInfo;
import dev.fallow.format.message.LinkInfo;
import dev.fallow.format.message.ModificationTime;
import dev.fallow.format.message.OldModificationTime;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.message.SharedMessageTable;
import dev.fallow.format.message.SymbolTableMessage;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.check.structure.Message;
import dev.fallow.internal.codec.DatatypeCodec;

/** The decoders of messages. */
final class MessageBodies {
    private MessageBodies() {}

    /** Decodes a message, to find contradictions in it. */
    static void decode(Message message, FieldSizes sizes) {
        if (message.isIgnored()) {
            return;
        }
        FieldReader in = message.reader(sizes);
        if (message.isShared()) {
            SharedMessage.decode(in);
            return;
        }
        MessageType type = MessageType.of(message.type()).orElse(MessageType.NIL);
        switch (type) {
            case DATASPACE -> Dataspace.decode(in);
            case LINK_INFO -> LinkInfo.decode(in);
            case DATATYPE -> DatatypeCodec.decode(in);
            case FILL_VALUE_OLD -> OldFillValue.decode(in);
            case FILL_VALUE -> FillValue.decode(in);
            case EXTERNAL_DATA_FILES -> ExternalDataFiles.decode(in);
            case DATA_LAYOUT -> DataLayout.decode(in);
            case GROUP_INFO -> GroupInfo.decode(in);
            case FILTER_PIPELINE -> FilterPipeline.decode(in);
            case OBJECT_COMMENT -> Comment.decode(in);
            case MODIFICATION_TIME_OLD -> OldModificationTime.decode(in);
            case SHARED_MESSAGE_TABLE -> SharedMessageTable.decode(in);
            case SYMBOL_TABLE -> SymbolTableMessage.decode(in);
            case MODIFICATION_TIME -> ModificationTime.decode(in);
            case BTREE_K -> BTreeK.decode(in);
            case DRIVER_INFO -> DriverInfo.decode(in);
            case ATTRIBUTE_INFO -> AttributeInfo.decode(in);
            case FILE_SPACE_INFO -> FileSpaceInfo.decode(in);
            default -> {
                // decoded elsewhere, or has no fields
            }
        }
    }
}
