package moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ContextTest {

    /** Emacs' shell and many a CI job have a console that shows escapes as they are. */
    @Test
    void nothingMovesAtATerminalThatSaysItIsDumb() {
        assertThat(Context.of(Map.of("TERM", "dumb"), true).isTerminal()).isFalse();
    }

    @Test
    void otherTerminalsAreShownWhatMoves() {
        assertThat(Context.of(Map.of("TERM", "xterm-256color"), true).isTerminal())
                .isTrue();
        assertThat(Context.of(Map.of(), true).isTerminal()).isTrue();
        assertThat(Context.of(Map.of("TERM", "xterm-256color"), false).isTerminal())
                .isFalse();
    }

    /** As no-color.org has it: any value but an empty one. */
    @Test
    void whoWantsNoColourGetsNone() {
        assertThat(Context.of(Map.of("NO_COLOR", "1"), true).isColored()).isFalse();
        assertThat(Context.of(Map.of("NO_COLOR", ""), true).isColored()).isTrue();
        assertThat(Context.of(Map.of(), true).isColored()).isTrue();
    }
}
