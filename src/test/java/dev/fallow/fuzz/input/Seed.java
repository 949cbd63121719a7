package dev.fallow.fuzz.input;

/** An intact file from which damaged files are created. */
public final class Seed {
    private final String name;
    private final byte[] bytes;
    private Anatomy anatomy;

    public Seed(String name, byte[] bytes) {
        this.name = name;
        this.bytes = bytes;
    }

    public String name() {
        return name;
    }

    /** Not copied: not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    /** Found when it is first asked for. */
    public Anatomy anatomy() {
        if (anatomy == null) {
            anatomy = new Anatomy(bytes);
        }
        return anatomy;
    }
}
