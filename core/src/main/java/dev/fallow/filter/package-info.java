/**
 * Chunk filters: what compresses, checks or rearranges the chunks of a dataset. {@link dev.fallow.filter.Filters} makes the
 * settings with which a dataset is created; {@link dev.fallow.filter.Filter} is implemented to add a filter.
 */
package dev.fallow.filter;
