package moirai.programs.explored;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import moirai.exploration.Exploration;
import moirai.exploration.ExplorationOptions;
import moirai.exploration.ExplorationResult;
import moirai.exploration.program.ProgramTxn;
import moirai.exploration.search.ExploredLevels;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApplicationsTest {

    private static ExplorationResult explore(ClientProgram client, IsolationLevel level) {
        return Exploration.of(client.withInvariants(), ExplorationOptions.at(level));
    }

    @Test
    void transactionsAreNamedAsTheyAreCalled() {
        assertThat(Applications.client("courseware-3").program().sessions().getFirst())
                .extracting(ProgramTxn::name)
                .containsExactly("openCourse(3)", "enroll(2, 3)", "deleteCourse(3)");
    }

    @Test
    void allClientProgramsHaveThreeSessionsOfThreeTransactions() {
        assertThat(Applications.clients())
                .hasSize(25)
                .allSatisfy(name -> assertThat(Applications.client(name).sessions())
                        .hasSize(3)
                        .allSatisfy(session -> assertThat(session).hasSize(3)));
    }

    @Test
    void sessionsScaleToFiveAndTransactionsToFive() {
        assertThat(Applications.sessionScaling()).hasSize(7).allSatisfy(name -> {
            ClientProgram client = Applications.client(name);
            assertThat(client.sessions())
                    .hasSize(5)
                    .allSatisfy(session -> assertThat(session).hasSize(3));
        });
        assertThat(Applications.txnScaling()).hasSize(8).allSatisfy(name -> {
            ClientProgram client = Applications.client(name);
            assertThat(client.sessions())
                    .hasSize(3)
                    .allSatisfy(session -> assertThat(session).hasSize(5));
        });
    }

    @Test
    void aClientProgramThatIsNotThereIsRefusedWithThoseThatAre() {
        assertThatThrownBy(() -> Applications.client("courseware-6"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'courseware-6'")
                .hasMessageContaining("courseware-5")
                .hasMessageContaining("tpcc-sessions-1")
                .hasMessageContaining("wikipedia-transactions-5");
    }

    @Test
    void anApplicationThatIsNotThereIsRefusedWithThoseThatAre() {
        assertThatThrownBy(() -> Applications.random("bank", 2, 2, new Seed(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'bank' is not an application; expected one of courseware, shoppingCart, tpcc, twitter,"
                        + " wikipedia");
    }

    @Test
    void aSeedStandsForOneProgram() {
        for (String name : Applications.names()) {
            ClientProgram client = Applications.random(name, 3, 4, new Seed(7));

            assertThat(client.sessions())
                    .hasSize(3)
                    .allSatisfy(session -> assertThat(session).hasSize(4));
            assertThat(Applications.random(name, 3, 4, new Seed(7))).isEqualTo(client);
            assertThat(Applications.random(name, 3, 4, new Seed(8))).isNotEqualTo(client);
        }
    }

    @Test
    void programsAreReadAsTheyAreWritten() {
        for (String name : Applications.names()) {
            for (int seed = 0; seed < 20; seed++) {
                ClientProgram client = Applications.random(name, 2, 3, new Seed(seed));

                assertThat(Applications.parse("file", client.text())).isEqualTo(client);
            }
        }
    }

    /** The rows have seeds with which a program of two sessions of two transactions breaks an invariant. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            courseware   | 0 | causal         | every enrolment has its course
            courseware   | 3 | read-committed | no course is over its capacity
            shoppingCart | 1 | causal         | no removed item reappears
            shoppingCart | 4 | causal         | no added item is lost
            tpcc         | 2 | causal         | a warehouse was paid what its districts were paid
            tpcc         | 5 | read-committed | a warehouse was paid
            twitter      | 0 | causal         | no tweet is lost
            twitter      | 2 | read-committed | both lists of followers say the same
            wikipedia    | 2 | causal         | each update has a revision and counts as an edit
            """)
    void weakIsolationBreaksWhatClientsRelyOn(String name, int seed, String level, String invariant) {
        ClientProgram client = Applications.random(name, 2, 2, new Seed(seed));

        List<ExplorationResult.Failure> failures =
                explore(client, ExploredLevels.NAMES.named(level).orElseThrow()).failures();

        assertThat(failures).hasSize(1);
        assertThat(failures.getFirst().behaviour().txns().getLast().name()).startsWith(invariant);
    }

    @Test
    void serializabilityKeepsWhatClientsRelyOn() {
        for (String name : Applications.names()) {
            for (int seed = 0; seed < 6; seed++) {
                ClientProgram client = Applications.random(name, 2, 2, new Seed(seed));

                assertThat(client.withInvariants().afterwards()).hasSize(2);
                assertThat(explore(client, IsolationLevel.STRONG_SESSION_SERIALIZABLE)
                                .failures())
                        .as("%s with seed %d", name, seed)
                        .isEmpty();
            }
        }
    }
}
