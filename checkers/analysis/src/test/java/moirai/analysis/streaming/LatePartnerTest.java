package moirai.analysis.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.analysis.streaming.StreamProgress.Standing;
import moirai.analysis.streaming.lists.ListAppendStream;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A transaction ended long before the one with which it shows an anomaly, and no dependency leads from one to the
 * other: it is not forgotten before both can be judged together, in whatever order they arrive.
 */
class LatePartnerTest {

    private static final int ORDERS_OF_ARRIVAL = 300;

    @ParameterizedTest
    @ValueSource(
            strings = {
                // An intermediate read.
                """
                T0 s0 ok @1..1 r1=[1]
                T1 s1 ok @1..17 a1=1 a1=2
                T2 s2 ok @1..1 a1=3 r1=[1 2 3]
                T3 s2 ok @2..34 a1=4
                """,
                // Two orders of the same appends.
                """
                T0 s0 ok @1..2 a1=1
                T1 s1 ok @1..2 a1=2
                T2 s2 ok @3..4 r1=[1]
                T3 s3 ok @3..34 r1=[2 1]
                """,
                // The appends of one transaction in the wrong order, before an intermediate read.
                """
                T0 s0 ok @1..1 r1=[2 1 3]
                T1 s1 ok @1..30 a1=1 a1=2
                T2 s2 ok @1..1 a1=3 a1=4
                T3 s2 ok @2..20 a1=5
                """,
                // An aborted read.
                """
                T0 s0 ok @1..1 r1=[1]
                T1 s1 fail @1..17 a1=1
                T2 s2 ok @1..1 a1=3
                T3 s2 ok @2..34 a1=4
                """,
                // Only the intermediate read shows that the first one took effect.
                """
                T0 s0 info @1..12 a1=1 r1=[2 1 3 4]
                T1 s1 ok @1..46 a1=2 a0=1 a1=3 a1=4
                T2 s2 ok @1..1 r1=[2 1 3]
                """
            })
    void anomalyIsFound(String text) {
        var builder = new HistoryBuilder(RunHeader.NONE);
        History parsed = HistoryNotation.parse(text);
        IntStream.range(0, parsed.txnCount()).mapToObj(parsed::txn).forEach(builder::add);
        History history = builder.build(true);
        Set<IsolationLevel> broken = EnumSet.allOf(IsolationLevel.class);
        Findings batch = new ListAppendChecker().analyze(history);
        broken.removeIf(level -> !(batch.at(level) instanceof Verdict.Fail));
        for (int seed = 0; seed < ORDERS_OF_ARRIVAL; seed++) {
            ListAppendStream stream = new Feeding(history, new Random(seed), 3)
                    .feed(new ListAppendStream(
                            history.header(), Past.NONE, new StreamLimits(2, 3, 2, 100), Optional.empty()));

            assertThat(broken(stream)).as("order of arrival %d", seed).isEqualTo(broken);
        }
    }

    private static Set<IsolationLevel> broken(ListAppendStream stream) {
        Set<IsolationLevel> broken = EnumSet.noneOf(IsolationLevel.class);
        stream.progress().levels().forEach((level, standing) -> {
            if (standing == Standing.BROKEN) {
                broken.add(level);
            }
        });
        return broken;
    }
}
