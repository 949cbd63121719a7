package dev.fallow.internal.open;

import dev.fallow.format.Addresses;
import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.census.SessionVerification;
import dev.fallow.internal.commit.Journal;
import dev.fallow.internal.commit.WriteOut;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.Groups;
import dev.fallow.internal.session.Session;
import dev.fallow.internal.session.SessionParts;
import dev.fallow.internal.session.SessionState;
import dev.fallow.internal.space.FileSpaceMessage;
import dev.fallow.internal.space.FileSpaceSetup;
import dev.fallow.internal.space.SectionPersistence;
import dev.fallow.internal.storage.version.Versions;
import dev.fallow.internal.trace.TraceFile;
import dev.fallow.options.CreateOptions;
import dev.fallow.options.OpenOptions;

/** The initial state of a container. */
final class NewContainer {
    /** Bytes reserved for links in the header of a new root group, which is unlikely to stay empty. */
    private static final int ROOT_LINK_ROOM = 96;

    private NewContainer() {}

    /**
     * Starts the session of a new container, and commits it.
     *
     * @param storage an empty storage, owned by the session
     * @param journal null for a container without one
     * @param foreign the other files that its objects will refer to
     */
    static Session start(
            Versions storage, Journal journal, String name, CreateOptions options, ForeignSessions foreign) {
        FileSpaceInfo info = FileSpaceSetup.infoOf(options);
        NewSuperblock superblock = new NewSuperblock(options.format(), info != null);
        FileSpace space = FileSpaceSetup.ofNewFile(info, options.backend(), superblock.length());
        TraceFile trace = Traces.start(options.trace(), space);
        ObjectStore store = StateBuilder.storeOfNewFile(storage, name, space, options);
        FileSpaceMessage message = new FileSpaceMessage(store, Addresses.UNDEFINED);
        if (info != null) {
            message.create(info);
        }
        long root = store.newHeaders()
                .createGroup(Groups.resolved(options.rootGroup(), store, null), ROOT_LINK_ROOM)
                .address();
        foreign.attach(store, root);
        SectionPersistence sections = SectionPersistence.forNewFile(store, message);
        return Session.ofNewContainer(new SessionParts(
                name,
                storage,
                false,
                new SessionState(store, sections, SessionVerification.ofNewFile(store, sections)),
                (committed, tracking) ->
                        StateBuilder.ofFile(storage, name, committed, OpenOptions.like(options), foreign, tracking),
                new WriteOut(
                        storage,
                        store.cache(),
                        space,
                        superblock.with(root, message.extensionAddress(), space.endOfAllocation()),
                        null,
                        null,
                        journal,
                        options.durability()),
                trace,
                options.shrinking(),
                options.splitCommits(),
                options.uncommittedBytes(),
                (version, of) -> ContainerOpener.openVersion(version, of, foreign.again())));
    }
}
