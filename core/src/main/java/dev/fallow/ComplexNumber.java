package dev.fallow;

/**
 * An element of a complex-number datatype.
 *
 * @param real the real part
 * @param imaginary the imaginary part
 */
public record ComplexNumber(double real, double imaginary) {}
