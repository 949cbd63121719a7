package dev.fallow.internal.check;

import dev.fallow.format.FormatException;
import dev.fallow.format.datatype.Array;
import dev.fallow.format.datatype.Compound;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.datatype.Enumeration;
import dev.fallow.format.datatype.FixedPoint;
import dev.fallow.format.datatype.VariableLength;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Defect;
import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.check.structure.Findings;
import dev.fallow.internal.check.structure.Header;
import dev.fallow.internal.check.structure.Message;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;

/** Decodes every message of a header. Links and attributes are decoded where they are checked. */
final class MessageCheck {
    private MessageCheck() {}

    /** Runs a part that decodes a message: a contradiction is one of the message. Returns whether there is none. */
    static boolean decoded(Context context, long address, PathNode path, Findings.Part part) throws IOException {
        return context.findings().attempt(Family.HEADER, address, path, () -> {
            try {
                part.run();
            } catch (FormatException e) {
                throw new Defect(FindingCode.HDR_MESSAGE, e.address() < 0 ? address : e.address(), e.getMessage());
            }
        });
    }

    /** Compares the precision of integers with their size, as libhdf5 2 does. */
    static void type(Context context, Datatype type, long address, PathNode path) {
        if (type instanceof FixedPoint integer) {
            if (integer.size() > 1 && 2L * integer.precision() < 8 * integer.size()) {
                context.add(
                        FindingCode.HDR_DATATYPE,
                        address,
                        path,
                        "Datatype: expected at least half of the bits of %d bytes, found a precision of %d"
                                .formatted(integer.size(), integer.precision()));
            }
        } else if (type instanceof Enumeration enumeration) {
            type(context, enumeration.base(), address, path);
        } else if (type instanceof VariableLength sequence) {
            type(context, sequence.base(), address, path);
        } else if (type instanceof Array array) {
            type(context, array.base(), address, path);
        } else if (type instanceof Compound compound) {
            compound.members().forEach(member -> type(context, member.type(), address, path));
        }
    }

    static void check(Context context, Header header, PathNode path) throws IOException {
        for (Message each : header.messages()) {
            decoded(context, each.address(), path, () -> MessageBodies.decode(each, context.sizes()));
            if (each.is(MessageType.DATATYPE) && !each.isShared()) {
                decoded(
                        context,
                        each.address(),
                        path,
                        () -> type(context, Datatype.decode(each.reader(context.sizes())), each.address(), path));
            }
        }
    }
}
