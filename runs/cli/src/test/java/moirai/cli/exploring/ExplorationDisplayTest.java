package moirai.cli.exploring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import moirai.cli.terminal.Terminal;
import org.junit.jupiter.api.Test;

class ExplorationDisplayTest {

    private final StringWriter shown = new StringWriter();
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger estimates = new AtomicInteger();

    @Test
    void tells_a_pipe_how_far_it_is_every_five_seconds() {
        ExplorationDisplay display = display(false, false, Duration.ofHours(1));
        assertThat(at(4, display, 1_000)).isTrue();
        assertThat(shown.toString()).isEmpty();
        at(5, display, 2_000);
        assertThat(shown.toString())
                .isEqualTo("5 s · 2,000 histories of about 7,000 · 400 a second · 3 places open%n".formatted());
        at(9, display, 3_000);
        at(10, display, 9_000);
        assertThat(shown.toString().lines().skip(1))
                .as("more than was expected")
                .containsExactly("10 s · 9,000 histories of about 9,000 · 900 a second · 3 places open");
        assertThat(estimates).hasValue(1);
    }

    @Test
    void draws_one_line_again_for_a_person_and_takes_it_away_at_the_end() {
        ExplorationDisplay display = display(true, false, Duration.ofHours(1));
        at(1, display, 1_000);
        assertThat(shown.toString()).isEqualTo("\r\u001b[K1 s · 1,000 histories · 1,000 a second · 3 places open");
        display.close();
        assertThat(shown.toString()).endsWith("\r\u001b[K");
    }

    @Test
    void says_that_it_leaves_calls_out() {
        ExplorationDisplay display = display(false, false, Duration.ofHours(1));
        display.shrinks();
        at(6, display, 100);
        assertThat(shown.toString()).isEqualTo("6 s · leaving calls out · 100 histories of one attempt%n".formatted());
        assertThat(estimates).hasValue(0);
    }

    @Test
    void is_silent_when_told_to_be() {
        ExplorationDisplay display = display(false, true, Duration.ofHours(1));
        at(60, display, 1_000);
        assertThat(shown.toString()).isEmpty();
    }

    @Test
    void ends_the_search_when_its_time_is_up() {
        ExplorationDisplay display = display(false, false, Duration.ofSeconds(3));
        assertThat(at(2, display, 1_000)).isTrue();
        assertThat(at(3, display, 2_000)).isFalse();
    }

    @Test
    void ends_the_search_also_when_its_counts_have_begun_anew() {
        ExplorationDisplay display = display(false, false, Duration.ofSeconds(3));
        assertThat(at(2, display, 1_000)).isTrue();
        assertThat(at(4, display, 1)).isFalse();
    }

    private ExplorationDisplay display(boolean isInteractive, boolean isQuiet, Duration limit) {
        var err = new PrintWriter(shown, true);
        var terminal = new Terminal(err, err, isInteractive, isQuiet);
        return new ExplorationDisplay(
                terminal,
                limit,
                () -> {
                    estimates.incrementAndGet();
                    return 7_000;
                },
                nanos::get);
    }

    private boolean at(int seconds, ExplorationDisplay display, long ends) {
        nanos.set(Duration.ofSeconds(seconds).toNanos());
        return display.reached(ends, ends, 3);
    }
}
