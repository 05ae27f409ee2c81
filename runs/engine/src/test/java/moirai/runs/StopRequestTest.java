package moirai.runs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StopRequestTest {

    private final StopRequest stop = new StopRequest();

    /** The exit code of such a stop is that of the verdict. */
    @Test
    void aReasonInWordsHasNoExitCode() {
        var stop = new StopRequest();

        stop.ask("an anomaly was found");
        stop.ask("another was found");

        assertThat(stop.isAsked()).isTrue();
        assertThat(stop.because()).isEqualTo("an anomaly was found");
        assertThat(stop.reason()).isEmpty();
    }

    @Test
    void nobodyHasAsked() {
        assertThat(stop.isAsked()).isFalse();
        assertThat(stop.reason()).isEmpty();
    }

    /** A Ctrl-C that a launcher passes on as SIGTERM arrives as both signals, in any order. */
    @ParameterizedTest
    @CsvSource({"INTERRUPTED, TERMINATED", "TERMINATED, INTERRUPTED"})
    void anInterruptOutweighsATerminationWhicheverCameFirst(ExitCode first, ExitCode second) {
        stop.ask(first);
        stop.ask(second);

        assertThat(stop.isAsked()).isTrue();
        assertThat(stop.reason()).contains(ExitCode.INTERRUPTED);
    }
}
