package dev.fallow.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.FileInUseException;
import dev.fallow.FileInUseException.Reason;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What a command advises follows from the reason, not from the words of the library. */
class InUseTest {
    /** A verb that can be forced. */
    @Command(name = "verb")
    private static final class Forcing {
        @Option(names = "--force")
        private boolean force;
    }

    /** A verb that cannot. */
    @Command(name = "look")
    private static final class Looking {}

    private static Map<Reason, String> messages(Object verb) {
        Map<Reason, String> messages = new EnumMap<>(Reason.class);
        for (Reason reason : Reason.values()) {
            FileInUseException exception = new FileInUseException(reason, "a.h5: state", "; call(this)", null);
            assertThat(exception).hasMessage("a.h5: state; call(this)");
            messages.put(reason, InUse.message(new CommandLine(verb), exception));
        }
        return messages;
    }

    @Test
    void eachReasonHasItsAdvice() {
        assertThat(messages(new Forcing()))
                .containsEntry(Reason.OPEN_ELSEWHERE, "a.h5: state")
                .containsEntry(Reason.OPEN_HERE, "a.h5: state")
                .containsEntry(
                        Reason.MARKED,
                        "a.h5: state. If no program is writing it, fallow check --repair FILE removes the mark; with"
                                + " --force, verb works nevertheless")
                .containsEntry(
                        Reason.JOURNAL,
                        "a.h5: state. To keep the file as it is, type the command again with --force; this discards the journal");
        assertThat(messages(new Looking()))
                .containsEntry(
                        Reason.MARKED,
                        "a.h5: state. If no program is writing it, fallow check --repair FILE removes the mark");
    }
}
