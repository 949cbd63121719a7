/**
 * A simulation of a small fast device in front of a large slow one, the setup in the paper on MatBall.
 * {@link dev.fallow.benchmarks.tiers.ServiceTimes} has the service times and
 * {@link dev.fallow.benchmarks.tiers.HybridVolume} the rules.
 */
package dev.fallow.benchmarks.tiers;
