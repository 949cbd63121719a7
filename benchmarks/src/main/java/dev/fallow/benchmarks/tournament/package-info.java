/**
 * The same traces through every allocation policy: those of this project and of each paper, with the unit, the block sizes and
 * the parameters that its authors give it.
 *
 * <pre>
 *   TraceSource    records the six traces, from seeds
 *   Requests       a trace as allocations and releases of numbered blocks: all that a policy is asked
 *   Entry          a policy at work on them: a {@link dev.fallow.freespace.FreeSpace}, quick fit, a file system's, MatBall
 *   Contestants    all policies, and how each is set up; a new one is entered there
 *   Contestant     one of them; also: how large a volume it needs, if it cannot make its file longer
 *   Survey         goes through a trace once, checks every answer against a naive model (Occupancy), and takes the Figures
 *   DiskMetadata   what of its free space a policy keeps on disk, and how often that is written
 * </pre>
 *
 * A trace asks for bytes. What a policy gives beyond that, because its unit is a block, is internal fragmentation and is
 * counted as such, whatever the policy was made for.
 */
package dev.fallow.benchmarks.tournament;
