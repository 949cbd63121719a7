package dev.fallow.research.tournament;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Durability;
import dev.fallow.FileFormat;
import dev.fallow.ShrinkPolicy;
import dev.fallow.research.policy.reallocation.MovableBlocks;
import dev.fallow.research.policy.reallocation.MoveLog;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The promised policy of the tables is a model: a container with the same shrink policy copies about as much. */
class PromisedModelTest {
    /** What a container copies, as a part of the model: it also makes windows, and it has metadata. */
    private static final double LEAST = 0.4;

    private static final double MOST = 1.25;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "LOGGER,1.05",
        "CHURN,1.05",
        "CHURN,1.1",
        "COMB,1.05",
        "COMB,1.1",
        "PINHOLES,1.05",
        "PINHOLES,1.1",
        "ROBSON,1.1"
    })
    void aContainerCopiesAboutAsMuch(RequestSequence sequence, double ratio) {
        Requests requests = sequence.requests(150, 1);
        double model = model(requests, ratio);
        double container = container(requests, ratio);
        assertTrue(
                container >= LEAST * model && container <= MOST * model,
                () -> "bytes moved per byte allocated: model " + model + ", container " + container);
    }

    private static double model(Requests requests, double ratio) {
        MoveLog log = new MoveLog();
        MovableBlocks space = MovingPolicy.promised(ratio).create(requests.blocks(), log);
        for (int i = 0; i < requests.count(); i++) {
            if (requests.size(i) > 0) {
                space.allocate(requests.block(i), requests.size(i));
            } else {
                space.release(requests.block(i));
            }
        }
        return (double) log.bytes() / requests.allocated();
    }

    /** Blocks are contiguous elements; there is a commit after each request. */
    private double container(Requests requests, double ratio) {
        CreateOptions options = CreateOptions.defaults()
                .withFormat(FileFormat.LATEST)
                .withDurability(Durability.NEVER)
                .withShrinking(new ShrinkPolicy(ratio, Long.MAX_VALUE));
        try (ContainerFile file = ContainerFile.create(folder.resolve("model.h5"), options)) {
            for (int i = 0; i < requests.count(); i++) {
                String name = "b" + requests.block(i);
                if (requests.size(i) > 0) {
                    file.root().createDataset(name, new byte[Math.toIntExact(requests.size(i))]);
                } else {
                    file.delete(name);
                }
                file.flush();
            }
            return (double) file.writeStatistics().movedBytes() / requests.allocated();
        }
    }
}
