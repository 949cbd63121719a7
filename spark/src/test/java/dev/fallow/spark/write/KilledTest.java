package dev.fallow.spark.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks and jobs that are killed while they write; jobs of two sessions in one folder. */
class KilledTest extends WriteFrame {
    private static final CountDownLatch NEVER = new CountDownLatch(1);
    private static final String GROUP = "cancelled by the test";

    /** Of tasks, which run in this virtual machine; new for each test. */
    private static CountDownLatch begun;

    private static CountDownLatch released;

    private static List<Long> longs(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    /** Numbers in two partitions; the task with the number 7 is told to stop, and waits for that, after rows before it were written. */
    private Dataset<Row> killed(boolean interrupts, boolean wholeJob) {
        spark.udf()
                .register(
                        "killed",
                        (UDF1<Long, Long>) id -> {
                            TaskContext task = TaskContext.get();
                            if (id == 7 && task.attemptNumber() == 0) {
                                if (wholeJob) {
                                    spark.sparkContext().cancelJobGroup(GROUP);
                                } else {
                                    spark.sparkContext()
                                            .killTaskAttempt(task.taskAttemptId(), interrupts, "by the test");
                                }
                                while (!task.isInterrupted()) {
                                    NEVER.await(5, TimeUnit.MILLISECONDS);
                                }
                            }
                            return id;
                        },
                        DataTypes.LongType);
        return spark.range(0, 20, 1, 2).selectExpr("killed(id) id");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aKilledTaskIsRepeated(boolean interrupts) throws IOException {
        write(killed(interrupts, false), "append", Map.of("chunkRows", "2"));
        assertThat(entries()).hasSize(2);
        assertThat(longs("id")).isEqualTo(longs(0, 20));
    }

    @Test
    void aCancelledJobLeavesTheOldContent() throws IOException {
        write(spark.range(100, 110, 1, 2).toDF("id"), "append");
        List<Path> before = entries();
        spark.sparkContext().setJobGroup(GROUP, "", true);
        try {
            assertThatThrownBy(() -> write(killed(true, true), "overwrite", Map.of("chunkRows", "2")))
                    .hasStackTraceContaining("cancelled");
        } finally {
            spark.sparkContext().clearJobGroup();
        }
        assertThat(entries()).isEqualTo(before);
        assertThat(longs("id")).isEqualTo(longs(100, 110));
    }

    /** Numbers of one partition, whose task waits after the first of them. */
    private static Dataset<Row> waiting(SparkSession session, long from, boolean fails) {
        session.udf()
                .register(
                        "waiting",
                        (UDF1<Long, Long>) id -> {
                            begun.countDown();
                            released.await();
                            if (fails) {
                                throw new IllegalStateException("the test lets this task fail");
                            }
                            return id;
                        },
                        DataTypes.LongType);
        return session.range(from, from + 10, 1, 1).selectExpr("waiting(id) id");
    }

    private Callable<Void> appending(Dataset<Row> rows) {
        return () -> {
            write(rows, "append");
            return null;
        };
    }

    /** Both write before either commits. */
    @Test
    void sessionsAppendToOneFolder() throws Exception {
        begun = new CountDownLatch(2);
        released = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Future<Void> one = threads.submit(appending(waiting(spark.newSession(), 0, false)));
            Future<Void> two = threads.submit(appending(waiting(spark.newSession(), 10, false)));
            begun.await();
            released.countDown();
            one.get();
            two.get();
        } finally {
            threads.shutdownNow();
        }
        assertThat(entries()).hasSize(2).allMatch(path -> path.toString().endsWith(".h5"));
        assertThat(longs("id")).isEqualTo(longs(0, 20));
    }

    /** The job that fails has made the folder, in which another one has written meanwhile. */
    @Test
    void aFailedJobLeavesWhatAnotherHasWritten() throws Exception {
        begun = new CountDownLatch(1);
        released = new CountDownLatch(1);
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            Future<Void> failing = threads.submit(appending(waiting(spark.newSession(), 50, true)));
            begun.await();
            write(spark.range(0, 5, 1, 1).toDF("id"), "append");
            released.countDown();
            assertThatThrownBy(failing::get).hasStackTraceContaining("the test lets this task fail");
        } finally {
            threads.shutdownNow();
        }
        assertThat(entries()).hasSize(1);
        assertThat(longs("id")).isEqualTo(longs(0, 5));
    }
}
