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

    /** A case describes its run, but carries no consent; a replay refuses its settings of servers. */
    @Test
    void consentAndPasswordsAreNotTakenFromACommandAndSettingsOfServersAre() {
        Origin origin = of(
                "run",
                "--password",
                "env:X",
                "--allow-superuser",
                "--allow-name=prod",
                "--server-setting",
                "fsync=off");

        assertThat(origin.argv()).containsExactly("run", "--server-setting", "fsync=off");
    }

    @Test
    void nodesThatWereThereAlreadyAreAPlaceAsAUrlIs() {
        Origin nodes = of("run", "--node", "db1", "--nodes=db2,[::1]:9042", "--datacenter", "dc1");

        assertThat(nodes.isExisting()).isTrue();
        assertThat(nodes.place()).containsExactly("--node", "db1,db2,[::1]:9042", "--datacenter", "dc1");
        assertThat(of("run", "--url", "jdbc:mariadb://db.example/test").place())
                .containsExactly("--url", "jdbc:mariadb://db.example/test");
        assertThat(of("run", "--db", "cassandra:3").place()).isEmpty();
    }

    /** A forged case could leave the field out and keep the option. */
    @Test
    void aUrlThatOnlyTheCommandNamesIsAPlaceAsWell() {
        var origin = new Origin("postgres", "", List.of("run", "--url=jdbc:postgresql://db.example/x"), 0, List.of());

        assertThat(origin.isExisting()).isTrue();
    }
}
