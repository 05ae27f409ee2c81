package moirai.exploration.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import moirai.analysis.axioms.Answer;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.Decider;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.saturation.SaturationDecider;
import moirai.analysis.axioms.search.SearchDecider;
import moirai.exploration.program.Program;
import moirai.exploration.program.ProgramRunner;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;

/**
 * Compares the judgement of explored histories with that of recorded ones; a decision that is cut short is never wrong.
 */
class ValidityOracleProperties {

    private static final int PROGRAMS = 40;

    private static Decider decider(IsolationLevel level) {
        Axiom axiom = ExploredLevels.axiom(level);
        var axiomatic = new AxiomaticLevel(axiom, BaseOrder.SESSION);
        return axiom.isSaturable()
                ? new SaturationDecider(axiomatic)
                : new SearchDecider(axiomatic, new StepBudget(1_000_000));
    }

    /** Returns a program that is too large for the definitions, with few and long branches of reads. */
    private static Program program(int number) {
        Program program = RandomProgram.of(new SplittableRandom(7_000 + number), 5, 2, 3, 2);
        return new Program(program.initial(), program.sessions(), List.of());
    }

    /** Returns the same history as checkers of recorded histories take it; aborted transactions have no writes. */
    private static KeyValueHistory recorded(TxnRunner.Sight history) {
        var builder = new KeyValueHistory.Builder(false);
        int[] numbers = new int[PlacedHistory.TXNS_MAX];
        for (int index = 0; index < history.count(); index++) {
            Block block = history.block(index);
            numbers[block.id()] = index;
            builder.txn(block.place().session());
            for (int step = 0; step < block.steps().count(); step++) {
                int source = block.steps().source(step);
                int key = block.steps().key(step);
                if (block.steps().isExternal(step)) {
                    builder.read(key, source == Steps.INITIAL ? KeyValueHistory.INITIAL : numbers[source]);
                } else if (source == Steps.WRITE && block.end().isCommitted()) {
                    builder.write(key);
                }
            }
        }
        return builder.build();
    }

    @Test
    void levelsAllowTheSameHistoriesAsTheValidatorsOfRecordedOnes() {
        Map<IsolationLevel, Integer> allowed = new EnumMap<>(IsolationLevel.class);
        int judged = 0;
        for (int number = 0; number < PROGRAMS; number++) {
            Map<IsolationLevel, Validity> validities = new EnumMap<>(IsolationLevel.class);
            for (IsolationLevel level : ExploredLevels.all()) {
                validities.put(level, new Validity(level, -1));
            }
            for (Block[] blocks : some(program(number))) {
                var history = new PlacedHistory(IsolationLevel.STRONG_SESSION_READ_COMMITTED, -1);
                history.load(blocks);
                KeyValueHistory recorded = recorded(history);
                judged++;
                validities.forEach((level, validity) -> {
                    boolean isAllowed = decider(level).decide(recorded) instanceof Decision.Ordered;
                    assertThat(validity.of(history))
                            .as("%s of%n%s", level, recorded)
                            .isEqualTo(isAllowed ? Answer.YES : Answer.NO);
                    allowed.merge(level, isAllowed ? 1 : 0, Integer::sum);
                });
            }
        }
        assertThat(judged).isEqualTo(20 * PROGRAMS);
        assertThat(new HashSet<>(allowed.values()))
                .as("how many of %d each level allows", judged)
                .hasSizeGreaterThan(6);
    }

    /** Returns random histories without a level, because there are too many to try all. */
    private static List<Block[]> some(Program program) {
        var some = new ArrayList<Block[]>();
        var runner = new ProgramRunner(program);
        new Search(runner, IsolationLevel.STRONG_SESSION_READ_COMMITTED, Algorithm.RANDOM_WALK, new SplittableRandom(1))
                .run(history -> {
                    Block[] blocks = new Block[history.count()];
                    for (int index = 0; index < blocks.length; index++) {
                        blocks[index] = history.block(index);
                    }
                    some.add(blocks);
                    return some.size() < 20;
                });
        return some;
    }

    @Test
    void whatIsFoundOutInFewStepsIsTrue() {
        int unknown = 0;
        for (int number = 0; number < PROGRAMS; number++) {
            for (IsolationLevel level : ExploredLevels.all()) {
                var whole = new Validity(level, -1);
                var brief = new Validity(level, -1, new StepBudget(12));
                for (Block[] blocks : some(program(number))) {
                    var history = new PlacedHistory(IsolationLevel.STRONG_SESSION_READ_COMMITTED, -1);
                    history.load(blocks);
                    Answer answer = brief.of(history);
                    assertThat(answer).isIn(whole.of(history), Answer.UNDECIDED);
                    unknown += answer == Answer.UNDECIDED ? 1 : 0;
                }
            }
        }
        assertThat(unknown).isGreaterThan(PROGRAMS);
    }
}
