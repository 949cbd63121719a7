package dev.fallow.internal.check;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.Printable;
import dev.fallow.format.Utf8;
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
import dev.fallow.internal.codec.DatatypeCodec;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import dev.fallow.type.Array;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.Enumeration;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import dev.fallow.type.VariableLength;
import java.io.IOException;
import java.util.List;

/** Decodes every message of a header. Links and attributes are decoded where they are checked. */
final class MessageCheck {
    private MessageCheck() {}

    /** The bias of VAX formats, over that of IEEE formats. */
    private static final int VAX = 2;

    /** Finds properties of a datatype that libhdf5 2 refuses and earlier releases accept. */
    static void type(Findings findings, Datatype type, long address, PathNode path) {
        String problem = null;
        if (type instanceof FixedPoint integer) {
            if (integer.size() > 1 && 2L * integer.precision() < 8 * integer.size()) {
                problem = "at least half of the bits of %d bytes, found a precision of %d"
                        .formatted(integer.size(), integer.precision());
            }
        } else if (type instanceof FloatingPoint number) {
            if (overlap(number)) {
                problem =
                        "a sign, an exponent and a mantissa, of different bits, found bit %d, %d bits at %d and %d bits at %d"
                                .formatted(
                                        number.signPosition(),
                                        number.exponentSize(),
                                        number.exponentPosition(),
                                        number.mantissaSize(),
                                        number.mantissaPosition());
            }
            long ieee = number.exponentSize() == 0 ? 0 : (1L << number.exponentSize() - 1) - 1;
            if (number.exponentBias() != ieee && number.exponentBias() != ieee + VAX) {
                String bias = "Datatype: expected the bias %d of an exponent of %d bits, found %d"
                        .formatted(ieee, number.exponentSize(), number.exponentBias());
                findings.add(FindingCode.HDR_BIAS, address, path, bias);
            }
        } else if (type instanceof Enumeration enumeration) {
            names(findings, enumeration.names(), address, path);
            problem = enumeration.names().contains("") ? "names of members, found an empty one" : null;
            type(findings, enumeration.base(), address, path);
        } else if (type instanceof VariableLength sequence) {
            type(findings, sequence.base(), address, path);
        } else if (type instanceof Array array) {
            type(findings, array.base(), address, path);
        } else if (type instanceof Compound compound) {
            names(
                    findings,
                    compound.members().stream().map(Compound.Member::name).toList(),
                    address,
                    path);
            compound.members().forEach(member -> type(findings, member.type(), address, path));
        }
        if (problem != null) {
            findings.add(FindingCode.HDR_DATATYPE, address, path, "Datatype: expected " + problem);
        }
    }

    private static void names(Findings findings, List<String> names, long address, PathNode path) {
        names.forEach(name -> name(findings, name, address, path));
    }

    /** Checks the name of a link, an attribute or a member of a datatype. */
    static void name(Findings findings, String name, long address, PathNode path) {
        if (!Utf8.isText(name)) {
            String problem = "expected a name in UTF-8, found " + Printable.name(name);
            findings.add(FindingCode.NAME_ENCODING, address, path, problem);
        }
    }

    private static boolean overlap(FloatingPoint number) {
        int exponent = number.exponentPosition();
        int mantissa = number.mantissaPosition();
        int sign = number.signPosition();
        int exponentEnd = exponent + number.exponentSize();
        int mantissaEnd = mantissa + number.mantissaSize();
        return number.exponentSize() == 0
                || number.mantissaSize() == 0
                || exponent < mantissaEnd && mantissa < exponentEnd
                || sign >= exponent && sign < exponentEnd
                || sign >= mantissa && sign < mantissaEnd;
    }

    /** Checks the messages of the object that is checked. */
    static void check(StructureCheck check, Header header) throws IOException {
        for (Header.Message each : header.messages()) {
            long at = each.address();
            check.decoded(at, () -> decode(each, check.sizes));
            if (each.is(MessageType.DATATYPE) && !each.isShared()) {
                check.decoded(
                        at, () -> type(check.findings, DatatypeCodec.decode(each.reader(check.sizes)), at, check.path));
            }
        }
    }

    /** Decodes a message, to find contradictions in it. */
    private static void decode(Header.Message message, FieldSizes sizes) {
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
