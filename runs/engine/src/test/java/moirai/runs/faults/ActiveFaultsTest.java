package moirai.runs.faults;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.history.FaultEvent;
import moirai.history.FaultEvent.Phase;
import moirai.nemesis.faults.FaultNews;
import moirai.nemesis.faults.FaultStep;
import org.junit.jupiter.api.Test;

class ActiveFaultsTest {

    private final ActiveFaults active = new ActiveFaults();

    private static FaultNews news(int id, FaultStep step, String target) {
        return new FaultNews(id, step, 5, "kill", target, "");
    }

    @Test
    void theNodesOfActiveFaultsAreNamed() {
        assertThat(active.heard(news(1, FaultStep.INTENT, "n1"))).isEmpty();
        assertThat(active.heard(news(1, FaultStep.INJECTED, "n1")))
                .hasValue(new FaultEvent(5, Phase.INJECTED, "kill", "n1"));
        active.heard(news(2, FaultStep.FAILED, "n2 n3"));
        assertThat(active.names()).containsExactly("kill n1", "failed kill n2 n3");

        assertThat(active.heard(news(1, FaultStep.HEALED, "n1")))
                .hasValue(new FaultEvent(5, Phase.HEALED, "kill", "n1"));
        active.heard(news(2, FaultStep.NOT_HEALED, "n2 n3"));
        assertThat(active.names()).isEmpty();
        assertThat(active.heard(news(1, FaultStep.HEALED, "n1"))).isEmpty();
    }
}
