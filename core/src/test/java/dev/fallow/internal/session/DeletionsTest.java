package dev.fallow.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DeletionsTest {
    /** Far more deletions than an era has, of addresses that are reused repeatedly. */
    @Test
    void whoeverWatchesKnowsOfItsOwnDeletionOnly() {
        record Watched(Deletions.Watch watch, boolean[] gone) {}
        Random random = new Random(1);
        Deletions deletions = new Deletions();
        int addresses = 30_000;
        boolean[][] alive = new boolean[addresses][];
        List<Watched> watched = new ArrayList<>();
        for (int i = 0; i < 200_000; i++) {
            int address = random.nextInt(addresses);
            if (alive[address] == null) {
                alive[address] = new boolean[1];
            } else if (random.nextInt(3) > 0) {
                alive[address][0] = true;
                alive[address] = null;
                deletions.changeBegins();
                deletions.deleted(address);
                deletions.changeEnds();
            } else if (watched.size() < 500) {
                watched.add(new Watched(deletions.watch(address), alive[address]));
            } else {
                Watched one = watched.get(random.nextInt(watched.size()));
                assertThat(one.watch.isDeleted())
                        .as("step %d, %d", i, one.watch.address())
                        .isEqualTo(one.gone[0]);
            }
        }
        for (Watched one : watched) {
            assertThat(one.watch.isDeleted()).as("%d", one.watch.address()).isEqualTo(one.gone[0]);
        }
        assertThat(watched).extracting(one -> one.gone[0]).contains(true, false);
    }
}
