package dev.fallow.freespace;

/** What a backend promises about the section that it chooses; each promise includes the ones before it. */
public enum Placement {
    /** Any section that is long enough; it refuses only if there is none. */
    ANY_FIT,
    /** The smallest section that is long enough, at its first (aligned) address. Which of equally small ones is open. */
    BEST_FIT,
    /** Best fit, and of equally small sections the one at the lowest address. */
    BEST_FIT_LOWEST_ADDRESS
}
