package dev.fallow.internal.census;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.internal.path.PathNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WalkQueueTest {
    private static final String[] NAMES = {
        "a",
        "",
        "name",
        "\u00e4\u6587\ud83d\udc4d",
        "\udc80not UTF-8\udcff",
        "x".repeat(70_000),
        "long name ".repeat(300)
    };

    /** As a queue of the paths themselves. */
    @Test
    void whatIsAddedIsRemovedInTheSameOrder() {
        SplittableRandom random = new SplittableRandom(3);
        WalkQueue queue = new WalkQueue();
        Deque<WalkQueue.Step> expected = new ArrayDeque<>();
        PathNode parent = PathNode.of("/");
        queue.add(7, parent, -1);
        expected.add(new WalkQueue.Step(7, parent, -1));
        int number = 0;
        for (int i = 0; i < 20_000; i++) {
            if (random.nextInt(10) < 6) {
                PathNode path =
                        random.nextInt(8) == 0 ? parent.datatype() : parent.child(NAMES[random.nextInt(NAMES.length)]);
                long address = random.nextLong();
                queue.add(address, path, number);
                expected.add(new WalkQueue.Step(address, path, number));
            } else if (!expected.isEmpty()) {
                WalkQueue.Step found = queue.remove();
                WalkQueue.Step step = expected.remove();
                assertThat(found.address()).isEqualTo(step.address());
                assertThat(found.number()).isEqualTo(step.number());
                assertThat(found.path().name()).isEqualTo(step.path().name());
                assertThat(found.path().parent()).isSameAs(step.path().parent());
                if (random.nextInt(5) == 0) {
                    parent = PathNode.of("/").child("group" + i);
                    number = i;
                }
            }
            assertThat(queue.isEmpty()).isEqualTo(expected.isEmpty());
        }
    }
}
