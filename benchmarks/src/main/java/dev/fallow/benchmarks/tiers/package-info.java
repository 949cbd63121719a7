/**
 * A small fast device in front of a large slow one, simulated: what the paper on MatBall measured its file system on,
 * with service times that are stated and time that is counted, not taken. See {@link
 * dev.fallow.benchmarks.tiers.ServiceTimes} for the figures and {@link dev.fallow.benchmarks.tiers.HybridVolume} for the
 * rules.
 */
package dev.fallow.benchmarks.tiers;
