package dev.fallow.check;

import dev.fallow.oracle.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;

/** The files with planted defects, and the sound ones in which they are planted. */
public final class PlantedFiles {
    private static final String SHARED = "src/test/resources/frozen/shared-in-%s.h5";

    private PlantedFiles() {}

    /** The bytes of all files, by the name of the defect. */
    public static Map<String, byte[]> all() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (Subject subject : Subject.values()) {
            add(files, "none in " + subject, subject.bytes());
        }
        for (Planted each : PlantedDefectsTest.defects()) {
            Damage damage = new Damage(each.subject().bytes());
            each.plant().applyAsLong(damage);
            add(files, each.toString(), damage.bytes());
        }
        for (SharedMessageDefectsTest.Planted each : SharedMessageDefectsTest.defects()) {
            String storage = each.mostInList() > 0 ? "list" : "tree";
            Damage damage = new Damage(Files.readAllBytes(Corpus.repository().resolve(SHARED.formatted(storage))));
            each.plant().applyAsLong(damage);
            add(files, each.toString(), damage.bytes());
        }
        return files;
    }

    private static void add(Map<String, byte[]> files, String name, byte[] bytes) {
        if (files.put(name, bytes) != null) {
            throw new IllegalStateException("two defects are called " + name);
        }
    }
}
