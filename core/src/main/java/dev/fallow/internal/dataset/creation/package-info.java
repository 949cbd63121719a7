/** New datasets: checked, then created with their elements. */
package dev.fallow.internal.dataset.creation;
