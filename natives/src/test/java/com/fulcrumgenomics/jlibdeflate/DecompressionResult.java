package com.fulcrumgenomics.jlibdeflate;

/** Stands in for the record of jlibdeflate. */
public record DecompressionResult(int inputBytesConsumed, int outputBytesProduced) {}
