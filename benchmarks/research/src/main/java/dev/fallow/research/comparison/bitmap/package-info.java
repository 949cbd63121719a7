/** Experiments with searches in bitmaps (Burns and Hineman). */
package dev.fallow.research.comparison.bitmap;
