/** Files and journals to be damaged, and the ways to damage them. */
package dev.fallow.fuzz.input;
