/** What Fallow does today, as digests: every later change of it has to be intended. */
package dev.fallow.frozen;
