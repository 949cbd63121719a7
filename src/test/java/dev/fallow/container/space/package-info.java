/** The space of whole files, with the reference library beside Fallow. */
package dev.fallow.container.space;
