package moirai.runs.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import moirai.history.Elements;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Txn;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.cases.Claim;
import moirai.runs.cases.Control;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.Origin;
import moirai.runs.cases.Precedence;
import moirai.runs.cases.StatementOrder.Turn;
import moirai.scheduling.Schedule;
import moirai.scheduling.Step;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Schedules are made for histories with arbitrary reads, most of which contradict themselves. */
class CandidatesProperties {

    private static History random(long seed) {
        var random = new SplittableRandom(seed);
        var builder = new HistoryBuilder(RunHeader.NONE);
        int element = 0;
        for (int txn = 0, count = random.nextInt(1, 6); txn < count; txn++) {
            var ops = new ArrayList<Op>();
            for (int op = random.nextInt(1, 4); op > 0; op--) {
                int key = random.nextInt(2);
                ops.add(
                        random.nextBoolean()
                                ? new Op.Append(key, ++element)
                                : new Op.Read(
                                        key,
                                        Elements.of(random.ints(random.nextInt(3), 1, 8)
                                                .toArray())));
            }
            Outcome outcome = random.nextInt(4) == 0 ? new Outcome.Aborted("x") : new Outcome.Committed();
            long start = 10L * txn + random.nextInt(30);
            builder.add(new Txn(random.nextInt(3), ops, outcome, start, start + random.nextInt(50)));
        }
        return builder.build();
    }

    private static HistoryCase found(History history) {
        return new HistoryCase(
                new Claim.Forbidden(Phenomenon.G0, IsolationLevel.SERIALIZABLE),
                history,
                new Origin("h2", "", List.of(), 100, List.of()),
                List.of());
    }

    @Property(tries = 300)
    void exactOrdersAreOrdersOfAllStatementsAndDiffer(@ForAll long seed) {
        History history = random(seed);
        Script script = Script.of(history);

        List<Candidate> candidates = new Candidates(script, found(history)).of(Control.EXACT);

        assertThat(candidates).isNotEmpty().extracting(Candidate::order).doesNotHaveDuplicates();
        assertThat(candidates).allSatisfy(candidate -> {
            assertThat(candidate.order().isOf(history)).isTrue();
            List<Step> steps =
                    candidate.schedules().apply(new SplittableRandom(1)).steps();
            assertThat(steps).containsExactlyInAnyOrderElementsOf(script.steps().values());
        });
    }

    @Property(tries = 300)
    void ordersByEdgesKeepEveryEdgeThatWasTaken(@ForAll long seed) {
        Script script = Script.of(random(seed));
        var precedence = new Precedence(script.history(), true);
        var ranks = new SplittableRandom(seed);

        List<Turn> order = precedence.by(turn -> ranks.nextInt()).turns();

        assertThat(precedence.pairs()).allSatisfy(pair -> assertThat(order).containsSubsequence(pair));
    }

    /** A schedule that contradicted itself would be refused when it is made. */
    @Property(tries = 300)
    void everyGateOpens(@ForAll long seed) {
        History history = random(seed);
        Script script = Script.of(history);
        for (Control control : List.of(Control.GATES, Control.TIMING)) {
            for (Candidate candidate : new Candidates(script, found(history)).of(control)) {
                Schedule schedule = candidate.schedules().apply(new SplittableRandom(seed));
                assertThat(script.steps().values()).containsAll(schedule.steps());
            }
        }
    }
}
