/**
 * The page that a designer of a system reads instead of the five papers: which design wins where, computed from the
 * committed results.
 */
package dev.fallow.research.comparison.verdict;
