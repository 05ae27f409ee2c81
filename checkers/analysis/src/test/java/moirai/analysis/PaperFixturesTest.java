package moirai.analysis;

import static moirai.analysis.Dependency.READ_WRITE;
import static moirai.analysis.Dependency.WRITE_READ;
import static moirai.analysis.Dependency.WRITE_WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import moirai.analysis.explanation.Explainer;
import moirai.analysis.explanation.ExplanationText;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;

/** The examples on lists that are printed in Kingsbury, Alvaro, "Elle" (2020), with the verdicts printed there. */
class PaperFixturesTest {

    private record Edge(int from, Dependency dependency, int to) {}

    private static History history(String name) throws IOException {
        Path file = Path.of("src/test/resources/paper", name + ".txt");
        return HistoryNotation.parse(file.toString(), Files.readString(file));
    }

    private static Findings findings(String name) throws IOException {
        return new ListAppendChecker().analyze(history(name));
    }

    private static List<Edge> edges(Anomaly.Cycle cycle) {
        var edges = new ArrayList<Edge>();
        for (int i = 0; i < cycle.txns().size(); i++) {
            int next = (i + 1) % cycle.txns().size();
            edges.add(new Edge(
                    cycle.txns().get(i),
                    cycle.dependencies().get(i),
                    cycle.txns().get(next)));
        }
        return edges;
    }

    private static Anomaly.Cycle onlyCycle(Findings findings) {
        List<Anomaly.Cycle> cycles = findings.anomalies().stream()
                .filter(Anomaly.Cycle.class::isInstance)
                .map(Anomaly.Cycle.class::cast)
                .toList();
        assertThat(cycles).hasSize(1);
        return cycles.getFirst();
    }

    @Test
    void figureTwoIsAReadSkewOverThreeTransactions() throws IOException {
        Findings findings = findings("figure-2");

        assertThat(findings.phenomena()).containsExactly(Phenomenon.G_SINGLE);
        assertThat(edges(onlyCycle(findings)))
                .containsExactlyInAnyOrder(
                        new Edge(1, READ_WRITE, 2), new Edge(2, WRITE_READ, 3), new Edge(3, WRITE_WRITE, 1));
    }

    @Test
    void figureTwoIsExplainedAsThePaperExplainsIt() throws IOException {
        History history = history("figure-2");

        assertThat(new ExplanationText(new Explainer(history).explain(onlyCycle(findings("figure-2")))).sentences())
                .anySatisfy(line -> assertThat(line).contains("T1 < T2", "T1 did not", "8"))
                .anySatisfy(line -> assertThat(line).contains("T2 < T3", "T3", "8"))
                .anySatisfy(line -> assertThat(line).contains("T3 < T1", "4", "3"));
    }

    /** The paper: one anti-dependency, so read skew; and lost updates, of which this is one. */
    @Test
    void tidbShowsReadSkewBecauseAnUpdateWasLost() throws IOException {
        Findings findings = findings("tidb");

        assertThat(findings.phenomena()).containsExactly(Phenomenon.G_SINGLE, Phenomenon.LOST_UPDATE);
        assertThat(edges(onlyCycle(findings)))
                .containsExactlyInAnyOrder(new Edge(1, READ_WRITE, 2), new Edge(2, WRITE_WRITE, 1));
        assertThat(findings.forbiddenAt(IsolationLevel.SNAPSHOT_ISOLATION)).isNotEmpty();
    }

    /** The paper: several anti-dependencies, and no G-single, G1 or G0. */
    @Test
    void yugabyteShowsWriteSkewAndNothingGraver() throws IOException {
        Findings findings = findings("yugabyte");

        assertThat(findings.phenomena()).containsExactly(Phenomenon.G2_ITEM);
        assertThat(edges(onlyCycle(findings)))
                .containsExactlyInAnyOrder(new Edge(1, READ_WRITE, 2), new Edge(2, READ_WRITE, 1));
        assertThat(onlyCycle(findings).pattern()).contains(CyclePattern.WRITE_SKEW);
        assertThat(findings.holds(IsolationLevel.STRONG_SNAPSHOT_ISOLATION)).isTrue();
    }

    /**
     * The paper: internal inconsistency, from which Elle also inferred cycles. A transaction that contradicts itself
     * says nothing of its place among others, so here it is the only thing that is found.
     */
    @Test
    void faunadbContradictsItselfWithinATransaction() throws IOException {
        Findings findings = findings("faunadb");

        assertThat(findings.phenomena()).isEqualTo(EnumSet.of(Phenomenon.INTERNAL));
        assertThat(findings.anomalies())
                .singleElement()
                .satisfies(anomaly -> assertThat(anomaly.txns()).isEqualTo(List.of(1)));
        assertThat(Set.copyOf(findings.weakestBroken()))
                .isEqualTo(Set.of(
                        IsolationLevel.READ_YOUR_WRITES,
                        IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW,
                        IsolationLevel.REPEATABLE_READ,
                        IsolationLevel.SNAPSHOT_ISOLATION));
    }
}
