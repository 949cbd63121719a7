package dev.fallow.internal.check;

import dev.fallow.format.FormatException;
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

    static void check(Context context, Header header, PathNode path) throws IOException {
        for (Message each : header.messages()) {
            decoded(context, each.address(), path, () -> MessageBodies.decode(each, context.sizes()));
        }
    }
}
