package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.Group;
import java.nio.file.Files;
import java.nio.file.Path;

/** Strings and attributes, of which some were deleted, for the pages about space. */
final class Patients {
    private Patients() {}

    public static void main(String[] arguments) throws Exception {
        try (ContainerFile file = ContainerFile.create(Path.of("patients.h5"))) {
            Group patients = file.root().createGroup("patients");
            for (int n = 0; n < 12; n++) {
                Group patient = patients.createGroup("p%02d".formatted(n));
                patient.createAttribute("name", "patient " + n);
                patient.createDataset("pulse", new double[200 + 40 * n]);
                patient.createDataset("notes", new String[] {"first visit", "note " + n});
            }
            for (int n = 0; n < 12; n += 3) {
                file.delete("/patients/p%02d".formatted(n));
            }
        }
        Files.copy(Path.of("patients.h5"), Path.of("clinic.h5"));
    }
}
