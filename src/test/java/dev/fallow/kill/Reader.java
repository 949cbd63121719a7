package dev.fallow.kill;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.testing.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** A program that has a file open for reading, and reads a dataset whenever it is told to, until it is killed or its input ends. */
final class Reader {
    private Reader() {}

    /** Starts the program in a separate JVM. */
    static Process start(Path file, String dataset) throws IOException {
        List<String> command = Writer.java();
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                Writer.classPath(),
                Reader.class.getName(),
                file.toString(),
                dataset));
        return ChildProcess.start(command);
    }

    /** Prints a hash of the elements for each line of input. */
    public static void main(String[] arguments) throws IOException {
        try (ContainerFile container = ContainerFile.openReadOnly(Path.of(arguments[0]));
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in))) {
            Dataset dataset = container.dataset(arguments[1]);
            System.out.println("open");
            while (in.readLine() != null) {
                System.out.println("hash " + Arrays.hashCode(dataset.read(int[].class)));
            }
        } catch (ContainerException e) {
            System.out.println("failed " + e);
        }
    }
}
