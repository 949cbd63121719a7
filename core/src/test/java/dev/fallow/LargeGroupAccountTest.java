package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.report.SpaceBreakdown;
import dev.fallow.report.SpaceItem;
import dev.fallow.report.SpaceObject;
import dev.fallow.report.SpaceReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The walk visits the objects of a large group while it still reads the group's links. */
class LargeGroupAccountTest {
    private static final int MEMBERS = 21_000;
    private static final int EVERY = 3_000;
    private static final int INNER = 12;

    /** Objects by number, and the bytes that each holds. */
    private static final class Holders implements Consumer<SpaceItem> {
        private final List<SpaceObject> objects = new ArrayList<>();
        private final Map<Integer, Long> held = new HashMap<>();
        private final List<String> links = new ArrayList<>();

        @Override
        public void accept(SpaceItem item) {
            if (item instanceof SpaceItem.Block block) {
                held.merge(block.holder(), block.size(), Long::sum);
            } else if (item instanceof SpaceItem.Link link) {
                links.add(path(link.from()) + " -> " + path(link.to()));
            } else if (item instanceof SpaceObject object) {
                assertThat(object.number()).isEqualTo(objects.size());
                assertThat(object.parent()).isLessThan(object.number());
                objects.add(object);
            }
        }

        private String path(int number) {
            SpaceObject object = objects.get(number);
            return number == 0
                    ? ""
                    : path(object.parent()) + "/" + object.name().orElseThrow();
        }
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void everyObjectHasItsParentAndItsBlocks(FileFormat format) {
        Set<String> expected = new TreeSet<>();
        try (ContainerFile file =
                ContainerFile.createInMemory(CreateOptions.defaults().withFormat(format))) {
            Group large = file.root().createGroup("large");
            Group target = file.root().createGroup("target");
            expected.addAll(Set.of("", "/large", "/target"));
            for (int i = 0; i < MEMBERS; i++) {
                Group member = large.createGroup("member" + i);
                expected.add("/large/member" + i);
                if (i % EVERY == 0) {
                    for (int j = 0; j < INNER; j++) {
                        member.createDataset("inner" + j, new long[100]);
                        expected.add("/large/member" + i + "/inner" + j);
                    }
                    file.root().createHardLink("/large/member" + i + "/zz", target);
                }
            }
            file.flush();
            Holders holders = new Holders();
            SpaceBreakdown found = file.spaceBreakdown(holders);
            assertThat(found.findings()).isEmpty();
            assertThat(found.objects()).isEqualTo(expected.size());
            Set<String> paths = new TreeSet<>();
            for (int i = 0; i < holders.objects.size(); i++) {
                String path = holders.path(i);
                paths.add(path);
                assertThat(holders.held.get(i)).as(path).isPositive();
                if (path.contains("inner")) {
                    assertThat(holders.held.get(i)).isGreaterThan(800);
                }
            }
            assertThat(paths).isEqualTo(expected);
            assertThat(holders.links)
                    .hasSize(MEMBERS / EVERY)
                    .allMatch(link -> link.matches("/large/member\\d+ -> /target"));
            SpaceReport report = file.space();
            assertThat(report.findings()).isEmpty();
            assertThat(report.untrackedBytes()).isZero();
        }
    }
}
