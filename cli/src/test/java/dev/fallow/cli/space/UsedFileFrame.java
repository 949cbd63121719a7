package dev.fallow.cli.space;

import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.UsedFile;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Runs the command on {@link UsedFile}. */
abstract class UsedFileFrame extends CommandFrame {
    @TempDir
    Path folder;

    Path file;

    @BeforeEach
    void write() {
        file = folder.resolve("used.h5");
        UsedFile.write(file);
    }
}
