package dev.fallow.benchmarks.race.entrant;

import java.net.URISyntaxException;
import java.nio.file.Path;

/** Where the native libraries of libhdf5 are unpacked: beside this program, in every JVM that uses them. */
final class NativeFolder {
    /** The system property that names the directory; without it, JavaCPP uses the home directory. */
    private static final String PROPERTY = "org.bytedeco.javacpp.cachedir";

    private NativeFolder() {}

    /** Sets the property unless it is set. It takes effect if no native library is loaded yet. */
    static void choose() {
        if (System.getProperty(PROPERTY) == null) {
            System.setProperty(PROPERTY, besideTheProgram().resolve("javacpp").toString());
        }
    }

    private static Path besideTheProgram() {
        try {
            return Path.of(NativeFolder.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .getParent();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the directory of this program is unknown", e);
        }
    }
}
