package dev.fallow.internal.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.CreateOptions;
import dev.fallow.CreationOrder;
import dev.fallow.FileFormat;
import dev.fallow.Group;
import dev.fallow.GroupOptions;
import dev.fallow.Link;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.internal.handle.GroupHandle;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.open.ContainerCreator;
import dev.fallow.internal.session.Session;
import dev.fallow.internal.storage.MemoryStorage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Links in name order, read in one pass and in many, compared with the list of all. */
class SortedLinksTest {
    private static final int COUNT = 5_000;

    private final Random random = new Random(1);

    private Group fill(Session session, GroupOptions options) {
        Group group = GroupHandle.root(session).createGroup("g", options);
        group.createGroup("object");
        for (int i = 0; i < COUNT; i++) {
            String name = switch (random.nextInt(4)) {
                case 0 -> "n" + i;
                case 1 -> "prefix that is the same/".replace('/', ' ') + i;
                case 2 -> i + "x".repeat(random.nextInt(300));
                default -> Integer.toString(i, 36);
            };
            if (random.nextInt(10) == 0) {
                group.createSoftLink(name, "/g/object" + i);
            } else {
                group.createHardLink(name, "object");
            }
        }
        return group;
    }

    private static Links links(Session session, Group group) throws IOException {
        ObjectStore store = session.store();
        return Links.of(store, store.header(group.address()), group.path());
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void thePartsAreAllOfTheLinks(FileFormat format) throws IOException {
        Session session = ContainerCreator.createIn(
                new MemoryStorage(new byte[0]),
                "memory",
                CreateOptions.defaults().withFormat(format));
        Group group = fill(session, GroupOptions.defaults());
        Links links = links(session, group);
        for (int most : new int[] {1, 1_000, 20_000, 10_000_000}) {
            SortedLinks sorted = new SortedLinks(
                    session.store().sizes(), () -> links, session.store().cache()::trim, most);
            List<LinkMessage> found = new ArrayList<>();
            while (sorted.hasNext()) {
                found.add(sorted.next());
            }
            assertThat(found).isEqualTo(links.all());
            assertThatThrownBy(sorted::next).isInstanceOf(NoSuchElementException.class);
        }
    }

    /** The order of strings, not that of bytes: U+10000 is before U+E000. Bytes that are not UTF-8 are kept. */
    @Test
    void theOrderIsThatOfStrings() throws IOException {
        Session session = ContainerCreator.createIn(new MemoryStorage(new byte[0]), "memory", CreateOptions.defaults());
        Group group = GroupHandle.root(session).createGroup("g");
        for (String name :
                List.of("\uE000", "\uD800\uDC00", "a\uDCFF", "a\u00E9", "a", "ab", "\uE000b", "z\uDC80\uDC81")) {
            group.createSoftLink(name, "nowhere");
        }
        Links links = links(session, group);
        for (int most : new int[] {1, 100, 10_000}) {
            SortedLinks sorted = new SortedLinks(
                    session.store().sizes(), () -> links, session.store().cache()::trim, most);
            List<String> names = new ArrayList<>();
            while (sorted.hasNext()) {
                names.add(sorted.next().name());
            }
            assertThat(names).isEqualTo(links.names());
        }
    }

    @Test
    void theIteratorOfAGroupHasItsLinks() {
        Session session = ContainerCreator.createIn(new MemoryStorage(new byte[0]), "memory", CreateOptions.defaults());
        Group group = fill(session, GroupOptions.defaults().withCreationOrder(CreationOrder.TRACKED));
        List<Link> found = new ArrayList<>();
        group.walkLinks().forEach(found::add);
        assertThat(found).isEqualTo(group.links());
        assertThat(GroupHandle.root(session).createGroup("empty").walkLinks()).isEmpty();
    }
}
