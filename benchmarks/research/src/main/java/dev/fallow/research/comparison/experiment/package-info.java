/** The other experiments of the comparison. */
package dev.fallow.research.comparison.experiment;
