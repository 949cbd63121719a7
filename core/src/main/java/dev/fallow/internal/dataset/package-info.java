/** Dataset storage: layouts, fill values, elements; the datatypes that datasets and attributes share. */
package dev.fallow.internal.dataset;
