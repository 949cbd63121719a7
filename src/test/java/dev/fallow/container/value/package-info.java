/** Values of elements, with the reference library beside Fallow. */
package dev.fallow.container.value;
