package dev.fallow.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.container.session.FallowPicture;
import dev.fallow.oracle.snapshot.ObjectSnapshot;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Snapshots of whole files as Fallow reads them, in the form that the oracle uses for libhdf5; fails if Fallow refuses
 * any value.
 */
public final class OurSnapshot {
    private OurSnapshot() {}

    public static SortedMap<String, ObjectSnapshot> of(Path path) {
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            return of(file);
        }
    }

    static SortedMap<String, ObjectSnapshot> of(ContainerFile file) {
        FallowPicture picture = FallowPicture.of(file, new TreeMap<>());
        assertThat(picture.refusals()).isEmpty();
        return picture.objects();
    }
}
