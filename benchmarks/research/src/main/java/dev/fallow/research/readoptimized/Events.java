package dev.fallow.research.readoptimized;

import java.util.Comparator;
import java.util.PriorityQueue;

/** The users of a simulation, in a heap by the time of their next operation; among equal times, by user number. */
final class Events {
    private final PriorityQueue<User> heap =
            new PriorityQueue<>(Comparator.comparingLong(User::at).thenComparingInt(user -> user.number));

    /** One of the parallel events of a file type. */
    static final class User {
        private final int number;
        private final int type;
        private long at;
        /** For a stream, the number of the current file of the type, initially -1, and the position in it. */
        private int file = -1;

        private long position;

        private User(int number, int type, long at) {
            this.number = number;
            this.type = type;
            this.at = at;
        }

        /** The index of the file type. */
        int type() {
            return type;
        }

        /** The time at which the next operation starts. */
        long at() {
            return at;
        }

        int file() {
            return file;
        }

        long position() {
            return position;
        }

        /** Sets the current file and the position in it. */
        void moveTo(int in, long at) {
            file = in;
            position = at;
        }
    }

    void add(int type, long at) {
        heap.add(new User(heap.size(), type, at));
    }

    /** The time at which the first operation starts. */
    long next() {
        return heap.element().at;
    }

    User take() {
        return heap.remove();
    }

    void reschedule(User user, long at) {
        user.at = at;
        heap.add(user);
    }
}
