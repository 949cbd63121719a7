/**
 * Replays the same traces with every allocation policy of this project and of the papers, with the unit, block sizes
 * and parameters of its authors.
 *
 * <pre>
 *   TraceSource    records the six traces, from seeds
 *   Requests       a trace as allocations and releases of numbered blocks
 *   Entry          a policy applied to them: a {@link dev.fallow.freespace.FreeSpace}, quick fit, a file system's, MatBall
 *   Contestants    all policies with their parameters; new ones are added there
 *   Contestant     one of them; also determines the volume that it needs
 *   Survey         replays a trace, compares every answer with a naive model (Occupancy), and collects the Figures
 *   MovingPolicy   a policy that moves blocks, also as a Contestant, but not one of Contestants
 *   RequestSequence  requests that are hard for policies that move blocks, or for those that do not
 *   DiskMetadata   counts writes of free-space metadata on disk
 * </pre>
 *
 * Traces request bytes. Space that a policy allocates beyond a request, because its unit is a block, is counted as
 * internal fragmentation.
 */
package dev.fallow.research.tournament;
