package moirai.cli.consent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class RefusalsTest {

    @Command(name = "target")
    static final class Target {}

    @Command(name = "mark")
    static final class Mark {}

    /** A jar is called by several words, which are no names of commands. */
    @Test
    void theFirstNameMayHaveSeveralWords() {
        var root = new CommandLine(new Target()).setCommandName("java -jar moirai.jar");
        var target = new CommandLine(new Target());
        var mark = new CommandLine(new Mark());
        target.addSubcommand(mark);
        root.addSubcommand(target);

        assertThat(Refusals.below(mark)).containsExactly("target", "mark");
        assertThat(Refusals.below(root)).isEmpty();
    }
}
