package dev.fallow.benchmarks.data;

import dev.fallow.benchmarks.race.entrant.Stable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A Python with h5py.
 *
 * @param executable the program
 * @param plugins whether it has hdf5plugin
 */
public record PythonProgram(String executable, String version, boolean plugins) {
    /** The environment variable with the program. */
    public static final String VARIABLE = "FALLOW_PYTHON";

    private static final String CONTENDER = "contender.py";
    private static final String FIELD = "field.py";

    /**
     * Finds out what a program can do.
     *
     * @return empty if it cannot be started, or has no h5py
     */
    public static Optional<PythonProgram> of(String executable, Path folder, Stable stable)
            throws IOException, InterruptedException {
        Stable.Printed printed;
        try {
            printed = stable.run(List.of(executable, script(folder).toString(), "probe"));
        } catch (IOException e) {
            return Optional.empty();
        }
        if (printed.failure() != null) {
            return Optional.empty();
        }
        return Optional.of(new PythonProgram(
                executable,
                Printout.parse(printed.lines()).version(),
                printed.lines().contains("plugin\tTrue")));
    }

    /** Copies the contender into a directory. */
    static Path script(Path folder) throws IOException {
        return copy(CONTENDER, folder);
    }

    private static Path copy(String name, Path folder) throws IOException {
        Path file = folder.resolve(name);
        try (InputStream in = PythonProgram.class.getResourceAsStream(name)) {
            Files.write(file, in.readAllBytes());
        }
        return file;
    }

    /** Writes the field and the corners of the slices. */
    void writeField(Path folder, Sizes sizes, Stable stable) throws IOException, InterruptedException {
        stable.run(List.of(
                        executable,
                        copy(FIELD, folder).toString(),
                        folder.toString(),
                        Integer.toString(sizes.rows()),
                        Integer.toString(sizes.columns()),
                        Integer.toString(sizes.slices())))
                .orThrow();
    }
}
