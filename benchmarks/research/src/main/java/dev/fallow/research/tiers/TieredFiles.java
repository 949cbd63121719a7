package dev.fallow.research.tiers;

import java.util.HashMap;
import java.util.Map;

/** The files of a volume, by number. {@code P} is the type of their locations. */
final class TieredFiles<P> {
    private final Map<Integer, P> places = new HashMap<>();

    /** @throws IllegalArgumentException if the file exists, or its size is not positive */
    void requireNew(int file, long size) {
        if (size < 1) {
            throw new IllegalArgumentException("file " + file + " of " + size + " bytes, expected at least 1");
        }
        if (places.containsKey(file)) {
            throw new IllegalArgumentException(
                    "file " + file + " of " + size + " bytes: a file with that number exists");
        }
    }

    void add(int file, P place) {
        places.put(file, place);
    }

    /** @throws IllegalArgumentException if there is no such file */
    P get(int file) {
        P place = places.get(file);
        if (place == null) {
            throw new IllegalArgumentException("no file " + file);
        }
        return place;
    }

    /** @throws IllegalArgumentException if there is no such file */
    P remove(int file) {
        P place = get(file);
        places.remove(file);
        return place;
    }
}
