package dev.fallow.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Group;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Creates and deletes groups whose headers are so large that those of one commit are written before it, if the memory for changes is
 * {@value #MEMORY} bytes.
 */
final class LargeHeaderWorkload extends Workload {
    /** The memory for changes: a fraction of what the groups of one step take. */
    static final long MEMORY = 200_000;

    private static final int MOST_PARENTS = 12;
    /** The last step before a commit: in space that the last commit has, new blocks would have to stay in memory. */
    private static final int DELETE_EVERY = KillTest.COMMIT_EVERY;

    private static final int CHILDREN = 150;
    private static final int ATTRIBUTES = 2;
    private static final int LENGTH = 300;

    /** By the step in which a parent was created, the first number of each of its children. */
    private final TreeMap<Long, int[]> model = new TreeMap<>();

    LargeHeaderWorkload(long seed) {
        super(seed);
    }

    @Override
    void next(ContainerFile container, SplittableRandom random) {
        if (step() % DELETE_EVERY == 0 && model.size() >= MOST_PARENTS) {
            long parent = someParent(random);
            model.remove(parent);
            if (container != null) {
                container.delete(path(parent));
            }
        } else if (!model.isEmpty() && (model.size() >= MOST_PARENTS || random.nextInt(3) == 0)) {
            long parent = someParent(random);
            int child = random.nextInt(CHILDREN);
            int number = random.nextInt();
            model.get(parent)[child] = number;
            if (container != null) {
                fill(container.group(path(parent)).group("c" + child), number);
            }
        } else {
            int[] numbers = random.ints(CHILDREN).toArray();
            model.put(step(), numbers);
            if (container != null) {
                Group parent = container.root().createGroup(path(step()));
                for (int child = 0; child < CHILDREN; child++) {
                    fill(parent.createGroup("c" + child), numbers[child]);
                }
            }
        }
    }

    private long someParent(SplittableRandom random) {
        return model.keySet().stream()
                .skip(random.nextInt(model.size()))
                .findFirst()
                .orElseThrow();
    }

    private static String path(long parent) {
        return "/p" + parent;
    }

    private static void fill(Group child, int number) {
        for (int i = 0; i < ATTRIBUTES; i++) {
            child.putAttribute("a" + i, elements(number, i));
        }
    }

    private static int[] elements(int number, int attribute) {
        return IntStream.range(0, LENGTH).map(i -> number + attribute * i).toArray();
    }

    @Override
    void assertEqual(ContainerFile container, String where) {
        assertThat(container.root().names())
                .as(where)
                .containsExactlyInAnyOrderElementsOf(
                        model.keySet().stream().map(parent -> "p" + parent).toList());
        model.forEach((parent, numbers) -> {
            Group group = container.group(path(parent));
            assertThat(group.names()).as(where + " " + parent).hasSize(CHILDREN);
            for (int child = 0; child < CHILDREN; child++) {
                for (int i = 0; i < ATTRIBUTES; i++) {
                    assertThat((int[])
                                    group.group("c" + child).attribute("a" + i).read())
                            .as(where + " " + parent + "/c" + child)
                            .isEqualTo(elements(numbers[child], i));
                }
            }
        });
    }
}
