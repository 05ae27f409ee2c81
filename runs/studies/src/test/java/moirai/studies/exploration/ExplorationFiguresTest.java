package moirai.studies.exploration;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.programs.explored.Applications;
import moirai.programs.explored.ClientProgram;
import org.junit.jupiter.api.Test;

class ExplorationFiguresTest {

    @Test
    void smallerProgramsHaveTheFirstSessions() {
        assertThat(Applications.sessionScaling()).allSatisfy(name -> {
            ClientProgram client = Applications.client(name);

            assertThat(ExplorationFigures.firstSessions(client, 2).program().sessions())
                    .hasSize(2);
        });
    }

    @Test
    void shorterProgramsHaveTheFirstTransactionsOfEachSession() {
        assertThat(Applications.txnScaling()).allSatisfy(name -> {
            ClientProgram client = Applications.client(name);

            assertThat(ExplorationFigures.firstTxns(client, 4).sessions())
                    .hasSize(3)
                    .allSatisfy(session -> assertThat(session).hasSize(4));
        });
    }
}
