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
import moirai.history.level.Phenomenon;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

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

    /** Counters begin at 0, also where amounts are only moved between them, unless somebody calls them accounts. */
    @Property(tries = 1500)
    void whatIsProvenOfTransfersIsWhatEveryOrderFromZeroSays(@ForAll Random random) {
        agree(RandomStructures.transfers(random, 6));
    }

    @Property(tries = 1500)
    void whatIsProvenOfAccountsIsWhatEveryOrderFromAnyBalanceSays(@ForAll Random random) {
        agree(RandomStructures.transfers(random, 6), BankRules.DEFAULT.of(true).withNegativeBalances());
    }

    /** The same as those above, as often as a change of the rules needs. */
    @Tag("long")
    @Property(tries = 70_000)
    void whatIsProvenIsWhatEveryOrderSaysOften(@ForAll Random random, @ForAll boolean moves) {
        agree(moves ? RandomStructures.transfers(random, 5) : RandomStructures.counters(random, 5));
    }

    private static void agree(History history) {
        agree(history, BankRules.DEFAULT);
    }

    private static void agree(History history, BankRules rules) {
        Findings findings = new CounterChecker(rules).analyze(history);
        boolean isBank = !rules.equals(BankRules.DEFAULT);
        if (isBank && findings.phenomena().contains(Phenomenon.GARBAGE_READ)) {
            return; // A read of all accounts without a balance is wrong, whatever the order.
        }

        agree(history, findings, IsolationLevel.SERIALIZABLE, SerialOracle.Order.ANY, isBank);
        agree(history, findings, IsolationLevel.STRONG_SESSION_SERIALIZABLE, SerialOracle.Order.SESSIONS, isBank);
        if (history.isTimed()) {
            agree(history, findings, IsolationLevel.STRICT_SERIALIZABLE, SerialOracle.Order.REALTIME, isBank);
        } else {
            assertThat(findings.holds(IsolationLevel.STRICT_SERIALIZABLE)).isFalse();
        }
    }

    /** Requires agreement. In small histories the search for an order is never cut short. */
    private static void agree(
            History history, Findings findings, IsolationLevel level, SerialOracle.Order order, boolean isBank) {
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
