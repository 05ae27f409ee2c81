package moirai.analysis.counters;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.sets.RandomStructures;
import moirai.analysis.sets.SerialOracle;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Counters against every order of up to six transactions. */
class CounterOracleProperties {

    @Property(tries = 1500)
    void whatIsProvenOfCountersIsWhatEveryOrderSays(@ForAll Random random) {
        agree(RandomStructures.counters(random, 6));
    }

    /** Sessions whose transactions touch, so that their order is more than real time, with unknown outcomes. */
    @Property(tries = 1500)
    void whatIsProvenOfSingleIncrementsIsWhatEveryOrderSays(@ForAll Random random) {
        agree(RandomStructures.singleCounters(random, 6));
    }

    /** Balances that begin at 0 may well be negative, if nobody said that these are accounts. */
    @Property(tries = 1500)
    void whatIsProvenOfTransfersIsWhatEveryOrderFromAnyBalanceSays(@ForAll Random random) {
        agree(RandomStructures.transfers(random, 6));
    }

    private static void agree(History history) {
        Findings findings = new CounterChecker().analyze(history);

        agree(history, findings, IsolationLevel.SERIALIZABLE, SerialOracle.Order.ANY);
        agree(history, findings, IsolationLevel.STRONG_SESSION_SERIALIZABLE, SerialOracle.Order.SESSIONS);
        if (history.isTimed()) {
            agree(history, findings, IsolationLevel.STRICT_SERIALIZABLE, SerialOracle.Order.REALTIME);
        } else {
            assertThat(findings.holds(IsolationLevel.STRICT_SERIALIZABLE)).isFalse();
        }
    }

    /** Requires agreement. In small histories the search for an order is never cut short. */
    private static void agree(History history, Findings findings, IsolationLevel level, SerialOracle.Order order) {
        boolean isBank = BankTotals.isBank(new CounterValues(history), BankRules.DEFAULT);
        boolean holds = isBank ? SerialOracle.holdsFromAnywhere(history, order) : SerialOracle.holds(history, order);
        String text = level + "\n" + HistoryNotation.format(history) + findings;
        switch (findings.at(level)) {
            case Verdict.Pass pass -> assertThat(holds).as(text).isTrue();
            case Verdict.Fail fail -> assertThat(holds).as(text).isFalse();
            case Verdict.Undecided undecided ->
                assertThat(holds && order != SerialOracle.Order.ANY && history.isTimed())
                        .as(text)
                        .isFalse();
        }
    }
}
