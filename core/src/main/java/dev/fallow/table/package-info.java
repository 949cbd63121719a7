/**
 * Tables of other programs by the names of their columns. A {@link dev.fallow.table.PandasFrame} is a frame that pandas has stored:
 * {@code PandasFrame.of(file.group("frame")).read("ratio", double[].class)}.
 */
package dev.fallow.table;
