package moirai.directed.repairs;

import static moirai.directed.examples.Parts.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.directed.causes.Cause;
import moirai.directed.causes.CauseFinder;
import moirai.directed.encoding.Bounds;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.levels.Promises;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.TxnType;
import moirai.directed.search.Anomaly;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import org.junit.jupiter.api.Test;

/** A repair is named only if a search of the changed program finds nothing of the group. */
class RepairSearchTest {

    private static List<Anomaly> anomalies(ProgramAtLevels subject) {
        return new AnomalySearch(subject.program(), subject.levels(), Bounds.SMALL)
                .find()
                .anomalies();
    }

    private static ProgramAtLevels at(String level, Program program) {
        return new ProgramAtLevels(program, Levels.all(Promises.parse(level)));
    }

    private static ProgramAtLevels at(String level, TxnType... txns) {
        return at(level, new Program("x", List.of(table("X", "id", "v"), table("Y", "id", "v")), List.of(txns)));
    }

    /** Returns the repairs of all groups, after a look at each of them by a search of its own. */
    private static List<RepairSearch.Shown> repairs(ProgramAtLevels subject) {
        List<Anomaly> all = anomalies(subject);
        var finder = new CauseFinder(subject.program(), Bounds.SMALL.loopMax());
        var search = new RepairSearch(subject, Bounds.SMALL, all);
        Set<Cause> causes =
                all.stream().map(anomaly -> finder.cause(anomaly).cause()).collect(Collectors.toSet());
        return causes.stream()
                .sorted(Comparator.comparing(Cause::toString))
                .flatMap(cause -> search.repairs(cause).stream().peek(shown -> {
                    ProgramAtLevels repaired = shown.fix().of(subject);
                    for (Fix other : shown.together()) {
                        repaired = other.of(repaired);
                    }
                    Set<String> left =
                            anomalies(repaired).stream().map(Anomaly::key).collect(Collectors.toSet());
                    assertThat(all.stream()
                                    .filter(anomaly ->
                                            finder.cause(anomaly).cause().equals(cause))
                                    .map(Anomaly::key))
                            .isNotEmpty()
                            .noneMatch(left::contains);
                }))
                .toList();
    }

    private static final Statement.Select READ = select("q1", "v", "X", is("id", "p"));

    private static Statement.Update write(String label, Expression value) {
        return update(label, "X", is("id", "p"), to("v", value));
    }

    @Test
    void aLostUpdateIsRemovedByALockAndByAVersion() {
        TxnType pay = txn("pay", "p,n", READ, write("u1", result("q1.v").plus(parameter("n"))));

        assertThat(repairs(at("RC", pay)))
                .extracting(RepairSearch.Shown::fix)
                .containsExactly(
                        new Fix.Lock("pay", List.of("q1")),
                        new VersionFix("pay", "X", "version", List.of(new VersionFix.Check("q1", "u1"))));
    }

    /** Whoever writes the row twice would find another version the second time, and so never commit. */
    @Test
    void aVersionWithWhichNothingEverCommitsIsNoRepair() {
        TxnType twice =
                txn("twice", "p", READ, write("u1", result("q1.v").plus(constant(1))), write("u2", constant(0)));

        assertThat(repairs(at("RC", twice)))
                .extracting(RepairSearch.Shown::fix)
                .containsExactly(new Fix.Lock("twice", List.of("q1")));
    }

    @Test
    void bothSidesOfAWriteSkewAreLocked() {
        List<RepairSearch.Shown> shown = repairs(at("RC", TextbookAnomaly.WRITE_SKEW.program()));

        assertThat(shown)
                .contains(new RepairSearch.Shown(
                        new Fix.Lock("copyX", List.of("q1")), List.of(new Fix.Lock("copyY", List.of("q1")))));
    }

    @Test
    void readsAtSeveralTimesNeedALevel() {
        assertThat(repairs(at("RC", TextbookAnomaly.FRACTURED_READ.program())))
                .containsExactly(
                        new RepairSearch.Shown(new Fix.Level(List.of("readBoth"), Promises.READ_ATOMIC), List.of()));
        assertThat(repairs(at("postgres-rc", TextbookAnomaly.FRACTURED_READ.program())))
                .containsExactly(new RepairSearch.Shown(
                        new Fix.Level(List.of("readBoth"), Promises.parse("postgres-rr")), List.of()));
    }

    @Test
    void aCheckBeforeAnInsertNeedsAConstraint() {
        Condition none = compare(new Expression.Count("q1"), "=", constant(0));
        Statement insert = insert("i1", "X", to("id", parameter("p")), to("v", parameter("v")));
        TxnType byName = txn("byName", "p,v", select("q1", "", "X", is("v", "v")), when(none, insert));
        TxnType byKey = txn("byKey", "p,v", select("q1", "", "X", is("id", "p")), when(none, insert));

        assertThat(repairs(at("postgres-rc", byName)))
                .extracting(RepairSearch.Shown::fix)
                .contains(new Fix.Unique("X", List.of("v")));
        assertThat(repairs(at("RC", byKey))).extracting(RepairSearch.Shown::fix).contains(new Fix.Keys("X"));
    }
}
