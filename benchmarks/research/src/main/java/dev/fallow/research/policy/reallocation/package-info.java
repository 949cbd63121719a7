/**
 * Space whose blocks may be moved at each request, so that the footprint stays within a factor of the bytes in use.
 *
 * <pre>
 *   MovableBlocks        blocks with numbers, whose addresses may change at each request
 *   PromisedSpace        best fit, the last blocks moved into holes, and slides: what this project's containers promise
 *   CostObliviousSpace   size classes with buffers, after Bender, Farach-Colton, Fekete, Fineman and Gilbert
 *   ProvenBounds         what is proven of each
 *   MoveLog              the moves of one request
 * </pre>
 *
 * Nothing is copied: moves are counted. The space that copying itself needs is not counted.
 */
package dev.fallow.research.policy.reallocation;
