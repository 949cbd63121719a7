package dev.fallow.fuzz;

/** An intact file from which damaged files are created. */
final class Seed {
    private final String name;
    private final byte[] bytes;
    private Anatomy anatomy;

    Seed(String name, byte[] bytes) {
        this.name = name;
        this.bytes = bytes;
    }

    String name() {
        return name;
    }

    /** Returns the content, not copied; callers must not change it. */
    byte[] bytes() {
        return bytes;
    }

    /** Returns the structures, determined on the first call. */
    Anatomy anatomy() {
        if (anatomy == null) {
            anatomy = new Anatomy(bytes);
        }
        return anatomy;
    }
}
