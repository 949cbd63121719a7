package dev.fallow;

/**
 * A complex number: an element of a complex-number datatype, or of a compound of {@code r} and {@code i}, as numpy stores it. A {@code
 * ComplexNumber[]} that is stored without a datatype becomes the latter; see {@link Types}.
 *
 * @param real the real part
 * @param imaginary the imaginary part
 */
public record ComplexNumber(double real, double imaginary) {}
