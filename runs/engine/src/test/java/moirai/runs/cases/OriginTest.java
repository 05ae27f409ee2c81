package moirai.runs.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.history.RunHeader;
import org.junit.jupiter.api.Test;

class OriginTest {

    private static Origin of(String... argv) {
        return Origin.of(Cases.writeSkew().header(), List.of(argv), 2, List.of(0, 1));
    }

    @Test
    void productIsWhatTheRunWasAskedFor() {
        assertThat(of("run", "--db", "postgres:3").product()).isEqualTo("postgres:3");
        assertThat(of("run", "--db=memory:lost-update").product()).isEqualTo("memory:lost-update");
    }

    @Test
    void productOfAUrlIsThatOfItsServerAndTheUrlIsKept() {
        Origin origin = of("run", "--url", "jdbc:mariadb://db.example/test");

        assertThat(origin.product()).isEqualTo("mariadb");
        assertThat(origin.url()).isEqualTo("jdbc:mariadb://db.example/test");
        assertThat(origin.isExisting()).isTrue();
    }

    @Test
    void withoutACommandTheDatabaseItselfSaysWhatItIs() {
        assertThat(of().product()).isEqualTo("postgres");
        assertThat(of("demo").isExisting()).isFalse();
        assertThat(Origin.of(RunHeader.NONE, List.of(), 0, List.of()).product()).isEmpty();
    }

    /** Whoever replays a stranger's case would start what these name. */
    @Test
    void settingsOfServersAreNotTakenFromACommand() {
        Origin origin = of(
                "run", "--server-setting", "archive_command=touch /tmp/x", "--server-setting=a=b", "--db", "postgres");

        assertThat(origin.argv()).containsExactly("run", "--db", "postgres");
    }
}
