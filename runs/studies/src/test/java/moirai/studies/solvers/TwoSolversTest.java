package moirai.studies.solvers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Granularity;
import moirai.directed.encoding.Setting;
import moirai.directed.examples.Courseware;
import moirai.directed.examples.SmallBank;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.examples.Tpcc;
import moirai.directed.examples.Withdrawal;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.proof.Claim;
import moirai.directed.proof.Induction;
import moirai.directed.proof.Proof;
import moirai.directed.proof.ShortestPath;
import moirai.directed.search.Anomaly;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import moirai.directed.solving.Solver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Verdicts, and even executions, do not depend on who solves: sat4j says what LogicNG says. */
class TwoSolversTest {

    private static final Bounds BOUNDS = new Bounds(4, 8, 2, 3, 1);

    private static Setting by(boolean isUsual) {
        return Setting.USUAL.by(isUsual ? Solver::usual : Sat4jSolver::new);
    }

    @ParameterizedTest
    @EnumSource
    void theMatrixIsTheSame(TextbookAnomaly anomaly) {
        for (Promises level : Promises.all()) {
            var search = new AnomalySearch(anomaly.program(), Levels.all(level), BOUNDS);
            List<Anomaly> usual = search.in(by(true)).find(anomaly.ring()).anomalies();
            List<Anomaly> other = new AnomalySearch(anomaly.program(), Levels.all(level), BOUNDS)
                    .in(by(false))
                    .find(anomaly.ring())
                    .anomalies();

            assertThat(other).isEqualTo(usual);
        }
    }

    @Test
    void anomaliesOfProgramsAreTheSame() {
        assertThat(cyclic(SmallBank.program(), Promises.SNAPSHOT, 3, false))
                .isEqualTo(cyclic(SmallBank.program(), Promises.SNAPSHOT, 3, true))
                .isNotEmpty();
        assertThat(cyclic(Tpcc.program(), Promises.EVENTUAL, 2, false))
                .isEqualTo(cyclic(Tpcc.program(), Promises.EVENTUAL, 2, true))
                .isNotEmpty();
    }

    private static List<List<String>> cyclic(Program program, Promises level, int count, boolean isUsual) {
        return new AnomalySearch(program, Levels.all(level), BOUNDS)
                .in(by(isUsual).at(Granularity.TRANSACTIONS))
                .cyclic(count);
    }

    @Test
    void proofsAreTheSame() {
        assertThat(proofs(false)).isEqualTo(proofs(true)).contains("serializable", "not proven");
    }

    private static List<String> proofs(boolean isUsual) {
        Claim bank = claim(Withdrawal.program(), Promises.PARALLEL_SNAPSHOT, isUsual);
        Claim skew = claim(TextbookAnomaly.WRITE_SKEW.program(), Promises.SNAPSHOT, isUsual);
        Claim part = claim(Tpcc.program().only(List.of("orderStatus", "delivery")), Promises.SNAPSHOT, isUsual);
        return Stream.of(
                        new ShortestPath(bank).prove(4),
                        new Induction(bank).prove(),
                        new Induction(skew).prove(),
                        new Induction(part.alone()).prove())
                .map(Proof::answer)
                .toList();
    }

    @Test
    @EnabledIfSystemProperty(named = "moirai.sweeps", matches = "true")
    void theProofsOfWholeBenchmarksAreTheSame() {
        assertThat(sweeps(false)).isEqualTo(sweeps(true)).containsOnly("serializable");
    }

    private static List<String> sweeps(boolean isUsual) {
        Claim tpcc = claim(Tpcc.program(), Promises.SNAPSHOT, isUsual).alone();
        var levels = new Levels(Promises.EVENTUAL, Map.of("enroll", Promises.SNAPSHOT), Courseware.serializablePairs());
        Setting wholes = by(isUsual).at(Granularity.TRANSACTIONS);
        Claim courseware = new Claim(Courseware.withPlaces(), levels, BOUNDS, wholes);
        return Stream.of(
                        new Induction(tpcc).prove(List.of(Set.of("newOrder", "payment"), Set.of("delivery"))),
                        new ShortestPath(courseware).prove(9))
                .map(Proof::answer)
                .toList();
    }

    private static Claim claim(Program program, Promises level, boolean isUsual) {
        Claim claim = Claim.of(program, Levels.all(level), BOUNDS);
        return claim.in(claim.setting().by(by(isUsual).solvers()));
    }
}
