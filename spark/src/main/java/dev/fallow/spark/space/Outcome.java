package dev.fallow.spark.space;

/** What became of a file. */
enum Outcome {
    /** The action was carried out. */
    DONE("done"),
    /** Some of it was: a limit was reached, or something is in the way. */
    PARTIAL("partial"),
    /** It would be, without {@code dryRun}. */
    PLANNED("planned"),
    /** There is nothing to gain. The file was not opened for editing. */
    NOTHING("nothing"),
    /** The file is of a kind or in a place where it is not edited. */
    REFUSED("refused"),
    /** The edit has failed. The file is as the last commit left it, perhaps with a journal that the next edit applies. */
    FAILED("failed");

    private final String label;

    Outcome(String label) {
        this.label = label;
    }

    /** The value in the column. It does not change. */
    String label() {
        return label;
    }
}
