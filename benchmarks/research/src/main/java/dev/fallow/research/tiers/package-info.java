/**
 * A simulation of a small fast device in front of a large slow one, the setup in the paper on MatBall.
 * {@link dev.fallow.research.tiers.ServiceTimes} has the service times and
 * {@link dev.fallow.research.tiers.HybridVolume} the rules.
 */
package dev.fallow.research.tiers;
