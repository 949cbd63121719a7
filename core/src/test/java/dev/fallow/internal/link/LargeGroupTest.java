package dev.fallow.internal.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Group;
import dev.fallow.OpenOptions;
import dev.fallow.format.Checksum;
import dev.fallow.format.Utf8;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.internal.handle.GroupHandle;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.open.ContainerOpener;
import dev.fallow.internal.session.Session;
import dev.fallow.internal.space.CountingStorage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A group with so many links that they are not read through the cache. */
class LargeGroupTest {
    private static final int COUNT = 150_000;

    private static byte[] content;
    /** The targets of the soft links, null for hard links. */
    private static final Map<String, String> LINKS = new TreeMap<>();

    @BeforeAll
    static void write() {
        ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());
        Group group = file.root().createGroup("g");
        Group object = file.root().createGroup("object");
        for (int i = 0; i < COUNT; i++) {
            String name = "link " + Integer.toString(i * 7919, 36) + "x".repeat(i % 13);
            String target = i % 5 == 0 ? "/a target/" + i : null;
            if (target == null) {
                group.createHardLink(name, object);
            } else {
                group.createSoftLink(name, target);
            }
            LINKS.put(name, target);
        }
        // holes, so that blocks are not all full
        for (String name : List.copyOf(LINKS.keySet()).subList(0, COUNT / 10)) {
            group.delete(name);
            LINKS.remove(name);
        }
        file.close();
        content = file.toByteArray();
    }

    private static Links links(Session session) throws IOException {
        Group group = GroupHandle.root(session).group("g");
        ObjectStore store = session.store();
        return Links.of(store, store.header(group.address()), group.path());
    }

    @Test
    void allAreVisitedInTheOrderOfTheIndex() throws IOException {
        Session session = ContainerOpener.openIn(
                new CountingStorage(content), "memory", OpenOptions.defaults().withReadOnly(true));
        Map<String, String> found = new HashMap<>();
        List<Long> hashes = new ArrayList<>();
        links(session).forEach(link -> {
            byte[] name = Utf8.encode(link.name());
            hashes.add(Checksum.of(name, 0, name.length) & 0xFFFF_FFFFL);
            found.put(link.name(), link.target() instanceof LinkTarget.Soft soft ? soft.path() : null);
        });
        assertThat(found).isEqualTo(LINKS);
        assertThat(hashes).isSorted().hasSize(LINKS.size());
    }

    /** Each block of the heap is read once or twice, and neither it nor a leaf of the index stays in memory. */
    @Test
    void theCacheIsLeftToOthers() throws IOException {
        CountingStorage storage = new CountingStorage(content);
        Session session =
                ContainerOpener.openIn(storage, "memory", OpenOptions.defaults().withReadOnly(true));
        Links links = links(session);
        long before = storage.bytesRead();
        List<LinkMessage> visited = new ArrayList<>();
        links.forEach(visited::add);
        assertThat(visited).hasSize(LINKS.size());
        assertThat(storage.bytesRead() - before).isLessThan(2L * content.length);
        assertThat(session.store().cache().heldBytes()).isLessThan(3 << 20);
    }

    @Test
    void namesAreSorted() throws IOException {
        Session session = ContainerOpener.openIn(
                new CountingStorage(content), "memory", OpenOptions.defaults().withReadOnly(true));
        Links links = links(session);
        SortedLinks sorted = new SortedLinks(
                session.store().sizes(), () -> links, session.store().cache()::trim, 1 << 20);
        List<String> names = new ArrayList<>();
        while (sorted.hasNext()) {
            names.add(sorted.next().name());
        }
        assertThat(names).isEqualTo(List.copyOf(LINKS.keySet()));
    }
}
