package moirai.junit.properties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import moirai.analysis.Verdict;
import moirai.analysis.shrinking.HistoryPart;
import moirai.analysis.validation.LevelChecker;
import moirai.clients.memory.PlantedBug;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class HistoryArbitrariesProperties {

    record AtLevel(IsolationLevel level, History history) {

        @Override
        public String toString() {
            return level.label() + "\n" + HistoryNotation.format(history);
        }
    }

    record WithBug(PlantedBug bug, History history) {

        @Override
        public String toString() {
            return bug.cliName() + "\n" + HistoryNotation.format(history);
        }
    }

    @Provide
    Arbitrary<AtLevel> honest() {
        return Arbitraries.of(IsolationLevel.class)
                .flatMap(level -> HistoryArbitraries.histories(level).map(history -> new AtLevel(level, history)));
    }

    @Provide
    Arbitrary<WithBug> buggy() {
        return Arbitraries.of(PlantedBug.class)
                .flatMap(bug -> HistoryArbitraries.showing(bug).map(history -> new WithBug(bug, history)));
    }

    @Property
    void historiesOfALevelKeepToIt(@ForAll("honest") AtLevel generated) {
        assertThat(new LevelChecker().check(generated.history(), generated.level()))
                .isNotInstanceOf(Verdict.Fail.class);
    }

    @Property
    void historiesWithABugShowIt(@ForAll("buggy") WithBug generated) {
        assertThat(new LevelChecker().analyze(generated.history()).phenomena())
                .contains(Simulated.phenomenon(generated.bug()));
    }

    /** The numbers that parts get say the same as those of the whole. */
    @Property
    void otherNumbersChangeNoFinding(@ForAll("buggy") WithBug generated) {
        History renumbered = Renumbering.of(generated.history());

        assertThat(HistoryNotation.format(renumbered)).isEqualTo(HistoryNotation.format(generated.history()));
        assertThat(new LevelChecker().analyze(renumbered).phenomena())
                .isEqualTo(new LevelChecker().analyze(generated.history()).phenomena());
    }

    @Property(tries = 50)
    void partsAreSmallerAndKeepToTheLevel(@ForAll("honest") AtLevel generated) {
        HistoryPart whole = HistoryPart.whole(generated.history());

        assertThat(whole.smaller()).allSatisfy(part -> {
            assertThat(part.txnCount()).isBetween(1, whole.txnCount());
            assertThat(part.size()).isLessThan(whole.size());
            assertThat(new LevelChecker().check(part.history(), generated.level()))
                    .isNotInstanceOf(Verdict.Fail.class);
        });
    }

    @Example
    void aPhenomenonThatNoDatabaseShowsIsRefusedWithThoseThatCanBeHad() {
        assertThatThrownBy(() -> HistoryArbitraries.withAnomaly(Phenomenon.FUTURE_READ))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("future-read", "G2-item", "lost-update");
    }
}
