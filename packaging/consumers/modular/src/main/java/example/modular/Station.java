package example.modular;

/** A place, as a record that is stored in a compound. */
public record Station(String name, double height) {}
