package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.ShrinkOptions;
import dev.fallow.report.ShrinkReport;
import java.nio.file.Path;

/** A file that is shrunk by a call. */
final class ShrinkingByCall {
    private ShrinkingByCall() {}

    public static void main(String[] arguments) throws Exception {
        // tag::call[]
        try (ContainerFile file = ContainerFile.open(Path.of("big.h5"))) {
            ShrinkReport report = file.shrink(ShrinkOptions.defaults());
            System.out.println(report.returnedBytes() + " bytes returned");
        }
        // end::call[]
    }
}
