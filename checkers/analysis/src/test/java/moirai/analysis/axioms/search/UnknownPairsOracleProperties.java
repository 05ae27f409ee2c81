package moirai.analysis.axioms.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import moirai.analysis.axioms.Answer;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.CommitOrder;
import moirai.analysis.axioms.CommitOrderVerifier;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.small.SmallDecider;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;

/**
 * The search with any of its shortcuts left out against the search over small histories, which shares nothing with it,
 * on histories in which several pairs of writers are ordered by nothing that is known, but in which some orders of two
 * or three of them exclude each other.
 */
class UnknownPairsOracleProperties {

    private static final List<Axiom> AXIOMS =
            List.of(Axiom.PREFIX, Axiom.PARALLEL_SNAPSHOT, Axiom.SNAPSHOT, Axiom.SERIAL);

    @Provide
    Arbitrary<Pairs> histories() {
        return Arbitraries.randomValue(Pairs::new);
    }

    /** 64 decisions a try. */
    @Tag("long")
    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void searchAgreesWithThatOverSmallHistories(@ForAll("histories") Pairs pairs) {
        KeyValueHistory history = pairs.history();
        for (Axiom axiom : AXIOMS) {
            for (BaseOrder order : List.of(BaseOrder.NONE, BaseOrder.SESSION)) {
                var level = new AxiomaticLevel(axiom, order);
                boolean holds = holds(history, level);
                Stages.deciders(level).forEach(decider -> requireRight(history, level, decider.decide(history), holds));
            }
            Statistics.label(axiom.name())
                    .collect(Stages.end(history, new AxiomaticLevel(axiom, BaseOrder.SESSION)))
                    .coverage(coverage -> {
                        coverage.check(Stages.End.SEARCH_FOUND_ORDER).count(count -> count > 0);
                        coverage.check(Stages.End.SEARCH_FOUND_NONE).count(count -> count > 0);
                    });
        }
    }

    private static boolean holds(KeyValueHistory history, AxiomaticLevel level) {
        Answer answer =
                new SmallDecider(level.axiom(), StepBudget.DEFAULT).decide(SmallHistories.of(history, level.order()));
        assertThat(answer).isNotEqualTo(Answer.UNDECIDED);
        return answer == Answer.YES;
    }

    private static void requireRight(KeyValueHistory history, AxiomaticLevel level, Decision decision, boolean holds) {
        switch (decision) {
            case Decision.Ordered(CommitOrder order) -> {
                assertThat(holds).isTrue();
                assertThat(CommitOrderVerifier.objection(history, level, order)).isEmpty();
            }
            case Decision.Impossible(List<Integer> ids) -> {
                assertThat(holds).isFalse();
                var suspects = new BitSet();
                ids.forEach(suspects::set);
                assertThat(holds(history.restrictedTo(suspects), level)).isFalse();
            }
            case Decision.Undecided(String reason) -> throw new AssertionError(reason);
        }
    }

    /**
     * Two to four pairs of transactions that write a key of their pair, and links of cycles: whoever is first in one
     * pair, or reads from it, is reached by whoever is second in another one.
     */
    static final class Pairs {

        private static final int TXNS_MAX = 20;

        private record Access(int key, int source) {}

        private final Random random;
        private final int pairCount;
        /** The place of each writer; one that comes later does not lead to one that comes earlier, but for readers. */
        private final int[] rank;
        /** The reads of each transaction; each transaction also writes a key of its own. */
        private final List<List<Access>> reads = new ArrayList<>();

        Pairs(Random random) {
            this.random = random;
            int kind = random.nextInt(4);
            this.pairCount = kind == 0 ? 2 : kind == 1 ? 3 : 2 + random.nextInt(3);
            this.rank = random.ints(2L * pairCount).toArray();
            for (int txn = 0; txn < 2 * pairCount; txn++) {
                reads.add(new ArrayList<>());
            }
            switch (kind) {
                case 0 -> excludeEachOrderOfTwo();
                case 1 -> excludeEachOrderOfThree();
                default -> excludeAny();
            }
            for (int changes = random.nextInt(4); changes > 0; changes--) {
                change();
            }
        }

        /** Makes a history that parallel snapshots allow, and prefixes do not. */
        private void excludeEachOrderOfTwo() {
            for (int writer = 0; writer < 4; writer++) {
                int reader = readerOf(writer);
                readOwn(reader, writer < 2 ? 2 : 0);
                readOwn(reader, writer < 2 ? 3 : 1);
            }
        }

        /** Makes a history that parallel snapshots do not allow either. */
        private void excludeEachOrderOfThree() {
            for (int writer = 0; writer < 4; writer++) {
                readOwn(writer < 2 ? 4 : 5, writer);
                readOwn(readerOf(writer), writer < 2 ? 5 : 4);
            }
        }

        private void change() {
            List<Access> of = reads.get(random.nextInt(reads.size()));
            if (!of.isEmpty() && random.nextBoolean()) {
                of.remove(random.nextInt(of.size()));
            } else {
                readOwn(random.nextInt(reads.size()), random.nextInt(2 * pairCount));
            }
        }

        private void excludeAny() {
            for (int rounds = 1 + random.nextInt(3); rounds > 0; rounds--) {
                int one = random.nextInt(pairCount);
                int other = (one + 1 + random.nextInt(pairCount - 1)) % pairCount;
                for (int orders = 1 + random.nextInt(15), bit = 0; bit < 4; bit++) {
                    if ((orders >> bit & 1) != 0) {
                        exclude(new int[] {2 * one + (bit & 1), 2 * other + (bit >> 1)});
                    }
                }
                if (random.nextInt(3) == 0) {
                    exclude(random.ints(3, 0, 2 * pairCount).toArray());
                }
            }
        }

        /** Closes a cycle through some pairs, each with this writer behind the other one. */
        private void exclude(int[] second) {
            for (int i = 0; i < second.length; i++) {
                int first = second[(i + 1) % second.length] ^ 1;
                boolean isDirect = rank[second[i]] < rank[first] && random.nextInt(4) > 0;
                readOwn(isDirect ? first : readerOf(first), second[i]);
            }
        }

        private void readOwn(int reader, int writer) {
            if (reader != writer) {
                reads.get(reader).add(new Access(ownKey(writer), writer));
            }
        }

        private int readerOf(int writer) {
            if (reads.size() == TXNS_MAX) {
                return writer;
            }
            reads.add(new ArrayList<>(List.of(new Access(writer / 2, writer))));
            return reads.size() - 1;
        }

        private int ownKey(int txn) {
            return pairCount + txn;
        }

        /** Returns the history, with a session for each transaction or a few for all. */
        KeyValueHistory history() {
            var builder = new KeyValueHistory.Builder(false);
            boolean areAlone = random.nextInt(4) > 0;
            for (int txn = 0; txn < reads.size(); txn++) {
                builder.txn(areAlone ? txn : random.nextInt(reads.size()));
                reads.get(txn).forEach(read -> builder.read(read.key(), read.source()));
                if (txn < 2 * pairCount) {
                    builder.write(txn / 2);
                }
                builder.write(ownKey(txn));
            }
            return builder.build();
        }
    }
}
