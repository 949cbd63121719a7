package dev.fallow.format;

/**
 * Bytes that contradict the specification. The message names the structure, the address of the offending byte, and the
 * expected and found values; code that reads files adds the file's name. It is {@linkplain Printable safe to print}.
 */
public final class FormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String structure;
    private final long address;

    /**
     * @param structure the specification's name of the structure, for instance "data object header"
     * @param address of the offending bytes, relative to the base address; -1 if unknown
     * @param problem the expected and the actual value
     */
    public FormatException(String structure, long address, String problem) {
        super(Printable.message(structure + (address < 0 ? "" : " at address " + address) + ": " + problem));
        this.structure = structure;
        this.address = address;
    }

    /** The specification's name of the structure. */
    public String structure() {
        return structure;
    }

    /** The address of the offending bytes, relative to the base address; -1 if unknown. */
    public long address() {
        return address;
    }
}
