package dev.fallow.kill;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Durability;
import dev.fallow.OpenOptions;
import dev.fallow.ShrinkOptions;
import dev.fallow.StorageKind;
import dev.fallow.report.WriteStatistics;
import dev.fallow.testing.ChildProcess;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program that edits a container until it is killed, or an operation fails. */
final class Writer {
    private static final List<String> MAPPED_FLAGS = List.of(
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED");

    private static final int PASS_BYTES = 4000;

    private Writer() {}

    /** Starts the program in a separate JVM. */
    static Process start(Path file, Durability durability, long seed, int commitEvery, String... before)
            throws IOException {
        return start(file, durability, StorageKind.FILE, Workload.Kind.OBJECTS, seed, commitEvery, before);
    }

    /** Starts the program with another storage or workload. */
    static Process start(
            Path file,
            Durability durability,
            StorageKind storage,
            Workload.Kind kind,
            long seed,
            int commitEvery,
            String... before)
            throws IOException {
        List<String> command = java(before);
        if (storage == StorageKind.MAPPED) {
            command.addAll(MAPPED_FLAGS);
            if (Runtime.version().feature() >= 24) {
                command.add("--sun-misc-unsafe-memory-access=allow");
            }
        }
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-ea",
                "-cp",
                classPath(),
                Writer.class.getName(),
                file.toString(),
                durability.name(),
                Long.toString(seed),
                Integer.toString(commitEvery),
                storage.name(),
                kind.name()));
        return ChildProcess.start(command);
    }

    /** Returns the beginning of a command that runs a program in a JVM like this one. */
    static List<String> java(String... before) {
        List<String> command = new ArrayList<>(List.of(before));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // the options of this JVM that suppress warnings
        for (String argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (argument.startsWith("--sun-misc-unsafe") || argument.startsWith("--enable-native-access")) {
                command.add(argument);
            }
        }
        return command;
    }

    /** Returns the class path of this JVM. */
    static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /** Edits until the process is killed, and prints the number of committed operations after each commit. */
    public static void main(String[] arguments) {
        Path file = Path.of(arguments[0]);
        Durability durability = Durability.valueOf(arguments[1]);
        long seed = Long.parseLong(arguments[2]);
        int commitEvery = Integer.parseInt(arguments[3]);
        StorageKind storage = StorageKind.valueOf(arguments[4]);
        Workload.Kind kind = Workload.Kind.valueOf(arguments[5]);
        PrintStream out = System.out;
        out.println("begin");
        try {
            OpenOptions editing =
                    OpenOptions.defaults().withDurability(durability).withStorage(storage);
            CreateOptions creating =
                    CreateOptions.defaults().withDurability(durability).withStorage(storage);
            if (kind == Workload.Kind.SPILLED) {
                editing = editing.withCacheBytes(0).withUncommittedBytes(LargeHeaderWorkload.MEMORY);
                creating = creating.withCacheBytes(0).withUncommittedBytes(LargeHeaderWorkload.MEMORY);
            }
            ContainerFile container =
                    Files.exists(file) ? ContainerFile.open(file, editing) : ContainerFile.create(file, creating);
            Workload workload = Workload.of(container, kind, seed);
            out.println("committed " + workload.step());
            // until the reader of the output has closed it
            while (!out.checkError()) {
                WriteStatistics before = container.writeStatistics();
                for (int i = 0; i < commitEvery; i++) {
                    workload.next(container);
                }
                if (kind == Workload.Kind.SPILLED) {
                    WriteStatistics now = container.writeStatistics();
                    out.println(
                            now.commits() > before.commits()
                                    ? "failed: committed early"
                                    : now.bytes() > before.bytes() ? "spilled" : "kept");
                }
                workload.commit(container);
                out.println("committed " + workload.step());
                if (kind == Workload.Kind.CHUNKS || kind == Workload.Kind.SHRUNK) {
                    container.close(); // which moves chunks
                    container = ContainerFile.open(file, editing);
                }
                if (kind == Workload.Kind.SHRUNK) {
                    container.shrink(ShrinkOptions.defaults().withRatio(1).withPassBytes(PASS_BYTES));
                    out.println("shrunk");
                }
            }
        } catch (RuntimeException e) {
            out.println("failed " + e);
        }
    }
}
