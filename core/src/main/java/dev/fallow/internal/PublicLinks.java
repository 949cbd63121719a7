package dev.fallow.internal;

import dev.fallow.Link;
import dev.fallow.LinkKind;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.message.LinkTarget;

/** Converts links to their public form. */
final class PublicLinks {
    private PublicLinks() {}

    static Link of(LinkMessage link) {
        String name = link.name();
        long order = link.creationOrder();
        if (link.target() instanceof LinkTarget.Hard hard) {
            return new Link(name, LinkKind.HARD, hard.address(), null, null, order);
        } else if (link.target() instanceof LinkTarget.Soft soft) {
            return new Link(name, LinkKind.SOFT, -1, null, soft.path(), order);
        } else if (link.target() instanceof LinkTarget.External external) {
            return new Link(name, LinkKind.EXTERNAL, -1, external.fileName(), external.objectPath(), order);
        }
        return new Link(name, LinkKind.USER_DEFINED, -1, null, null, order);
    }
}
