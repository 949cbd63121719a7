package dev.fallow.fuzz;

/**
 * One execution: a target, a damaged input, and a plan.
 *
 * @param number the number of the execution in its run
 * @param damaged the input and its seed
 */
record Execution(String run, long number, Target target, Target.Case damaged, long plan) {
    @Override
    public String toString() {
        return "%s, execution %d: %s, %s of %s, plan %x"
                .formatted(
                        run,
                        number,
                        target.name(),
                        damaged.mutation().kind(),
                        damaged.seed().name(),
                        plan);
    }
}
