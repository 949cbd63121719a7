package dev.fallow.internal.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.fallow.ComplexNumber;
import dev.fallow.ContainerFile;
import dev.fallow.Conversion;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.RawElements;
import dev.fallow.Types;
import dev.fallow.format.FieldSizes;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads that read different elements through one codec do not disturb each other. */
@Tag("optimized")
class CodecThreadsTest {
    private static final int THREADS = 4;
    private static final int EACH = 5_000;
    private static final int ROUNDS = 10;

    enum Colour {
        RED,
        GREEN,
        BLUE
    }

    record Sample(double x, Colour colour, String name, long[] counts) {}

    private record Example(Datatype type, Class<?> wanted, IntFunction<Object> element) {
        @Override
        public String toString() {
            return type + " as " + wanted.getSimpleName();
        }
    }

    private static Datatype compound() {
        Map<String, Datatype> members = new LinkedHashMap<>();
        members.put("x", Types.floatingPoint(4));
        members.put("colour", Types.of(Colour.class));
        members.put("name", Types.string(6));
        members.put("counts", Types.array(Types.unsigned(2), 2));
        return Types.compound(members);
    }

    static Stream<Example> examples() {
        IntFunction<Object> sample = i ->
                Map.of("x", (float) i, "colour", Colour.values()[i % 3], "name", "n" + i % 10_000, "counts", new int[] {
                    i % 100, 1
                });
        return Stream.of(
                new Example(Types.string(6), String.class, i -> "s" + i),
                new Example(Types.of(Colour.class), Object.class, i -> i % 3),
                new Example(Types.of(Colour.class), Colour.class, i -> i % 3),
                new Example(Types.of(Colour.class), String.class, i -> i % 3),
                new Example(Types.string(6), Colour.class, i -> Colour.values()[i % 3].name()),
                new Example(Types.complex(8), ComplexNumber.class, i -> new ComplexNumber(i, -i)),
                new Example(Types.integer(4), double.class, i -> i),
                new Example(Types.floatingPoint(4), int.class, i -> (float) i),
                new Example(Types.floatingPoint(8), Integer.class, i -> i),
                new Example(Types.unsigned(8), java.math.BigInteger.class, i -> i),
                new Example(compound(), Map.class, sample),
                new Example(compound(), Sample.class, sample));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void elementsAreThoseOfOneThread(Example example) throws Exception {
        int count = THREADS * EACH;
        Object[] elements = new Object[count];
        for (int i = 0; i < count; i++) {
            elements[i] = example.element.apply(i);
        }
        byte[] bytes;
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Dataset dataset = file.root()
                    .createDataset("d", example.type, new long[] {count}, elements, DatasetOptions.defaults());
            bytes = dataset.read(RawElements.class).bytes();
        }
        ElementContext context = ElementContext.of("d", FieldSizes.EIGHT);
        Object alone = Array.newInstance(example.wanted, count);
        Codecs.of(example.type, example.wanted, Conversion.LOSSLESS, context)
                .read(ByteBuffer.wrap(bytes), alone, 0, count);

        ElementCodec shared = Codecs.of(example.type, example.wanted, Conversion.LOSSLESS, context);
        Object together = Array.newInstance(example.wanted, count);
        CyclicBarrier start = new CyclicBarrier(THREADS);
        Queue<AssertionError> failures = new ConcurrentLinkedQueue<>();
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            int from = thread * EACH;
            tasks.add(() -> {
                try {
                    for (int round = 0; round < ROUNDS; round++) {
                        start.await(); // so that threads do read at the same time
                        read(shared, bytes, together, from);
                        compare(together, alone, from);
                    }
                } catch (AssertionError e) {
                    failures.add(e);
                    start.reset(); // the others need not wait
                }
                return null;
            });
        }
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        try {
            for (Future<Void> done : executor.invokeAll(tasks)) {
                if (failures.isEmpty()) {
                    done.get();
                }
            }
        } finally {
            executor.shutdown();
        }
        assertThat(failures).isEmpty();
    }

    private static void compare(Object together, Object alone, int from) {
        for (int i = from; i < from + EACH; i++) {
            if (!comparable(Array.get(together, i)).equals(comparable(Array.get(alone, i)))) {
                fail("element %d: expected %s, found %s", i, Array.get(alone, i), Array.get(together, i));
            }
        }
    }

    /** Arrays are only equal to themselves, so they are compared as texts. */
    private static Object comparable(Object element) {
        if (element instanceof Sample sample) {
            return List.of(sample.x, sample.colour, sample.name, Arrays.toString(sample.counts));
        } else if (element instanceof Map<?, ?> members) {
            return List.of(members.get("x"), members.get("colour"), Arrays.toString((int[]) members.get("counts")));
        }
        return element;
    }

    private static void read(ElementCodec codec, byte[] bytes, Object row, int from) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(bytes).position(from * codec.size());
        for (int i = from; i < from + EACH; i += 5) {
            codec.read(in, row, i, 5);
        }
    }
}
