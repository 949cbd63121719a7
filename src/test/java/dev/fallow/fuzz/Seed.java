package dev.fallow.fuzz;

/** A whole file that damaged ones are made of. */
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

    /** Not copied: not to be changed. */
    byte[] bytes() {
        return bytes;
    }

    /** Found when it is first asked for. */
    Anatomy anatomy() {
        if (anatomy == null) {
            anatomy = new Anatomy(bytes);
        }
        return anatomy;
    }
}
