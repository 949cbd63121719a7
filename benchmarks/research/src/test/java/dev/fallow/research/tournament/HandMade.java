package dev.fallow.research.tournament;

/** The figures of requests defined in a test, in the lines of a {@link PublishedTrace}. */
final class HandMade {
    private HandMade() {}

    static Figures figures(String contestant, long... lines) {
        Contestant policy = Contestants.named(contestant);
        Requests requests = Requests.of(lines);
        return policy.figures(requests, policy.volume(requests));
    }
}
