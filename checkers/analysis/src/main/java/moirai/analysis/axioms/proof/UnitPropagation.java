package moirai.analysis.axioms.proof;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepBudget;

/**
 * Adds to what is known whatever follows from it by one instance of the axiom, layer by layer, until it contradicts
 * itself or nothing follows.
 */
final class UnitPropagation {

    // An instance says: if all its links hold, the writer precedes the source. So
    // 1. if all hold, the writer precedes the source (Overwritten);
    // 2. if the source is known to precede the writer, and all links but one hold, that one cannot hold, and since the
    //    commit order is total, its reverse does (Unseen).
    // That is unit propagation on the clauses that the axiom stands for; chains of steps stand for transitivity.
    // A layer takes for each new pair the reason with fewest sentences behind it, by what was known before the layer,
    // so that proofs are short, if not shortest. If every pair is ordered and nothing contradicts, then the order
    // satisfies the axiom: all its instances have been looked at.
    // Cost: a layer looks at reads × writers × ways to be visible; each adds a pair, so there are at most txns² layers.

    private final KeyValueHistory history;
    private final AxiomaticLevel level;
    private final GivenOrder given;
    private long stepsLeft;

    UnitPropagation(KeyValueHistory history, AxiomaticLevel level, StepBudget budget) {
        this.history = history;
        this.level = level;
        this.given = new GivenOrder(history, level);
        this.stepsLeft = budget.steps();
    }

    /** Returns the facts before any instance is looked at. */
    Facts start() {
        var facts = new Facts(history.txnCount());
        given.steps().forEach(step -> facts.add(step, new BitSet(), 1));
        return facts;
    }

    boolean isExhausted() {
        return stepsLeft <= 0;
    }

    /** Adds all that follows; the contradiction, if there is one. None is found after the budget ended. */
    Optional<Facts.Finding> run(Facts facts) {
        while (!isExhausted()) {
            facts.close();
            Optional<Facts.Finding> found = facts.contradiction();
            if (found.isPresent()) {
                return found;
            }
            if (!new Layer(facts).add()) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** The conclusions that one instance draws from the facts as they are. */
    private final class Layer {

        private record Candidate(int before, int after, Supplier<Reason> reason) {}

        private final Facts facts;
        private final VisibilityWays visibility;
        private final int[] cost;
        private final int[] place;
        private final List<Candidate> candidates = new ArrayList<>();

        Layer(Facts facts) {
            this.facts = facts;
            this.visibility = new VisibilityWays(history, given, level.axiom(), facts);
            this.cost = new int[facts.txnCount() * (facts.txnCount() + 1)];
            this.place = new int[cost.length];
            Arrays.fill(cost, Integer.MAX_VALUE);
            stepsLeft -= cost.length;
        }

        /** Adds them; returns whether there were any. */
        boolean add() {
            for (int reader = 0; reader < history.txnCount(); reader++) {
                for (int read = history.firstRead(reader); read < history.endRead(reader); read++) {
                    for (int writer = 0; writer < history.txnCount(); writer++) {
                        if (writer != reader
                                && writer != history.readSource(read)
                                && history.writes(writer, history.readKey(read))) {
                            collect(read, reader, writer);
                        }
                    }
                }
            }
            // What is added must not pass for support of its contemporaries.
            List<Reason> reasons =
                    candidates.stream().map(found -> found.reason().get()).toList();
            List<BitSet> support = reasons.stream().map(this::support).toList();
            for (int i = 0; i < candidates.size(); i++) {
                Candidate found = candidates.get(i);
                facts.add(new Precedence(found.before(), found.after(), reasons.get(i)), support.get(i), 1);
            }
            return !candidates.isEmpty();
        }

        private void collect(int read, int reader, int writer) {
            int key = history.readKey(read);
            int source = history.readSource(read);
            if (facts.precedes(writer, source)) {
                return;
            }
            boolean overwritten = facts.precedes(source, writer);
            if (overwritten && level.axiom() == Axiom.SERIAL) {
                antiDependency(new Instance(
                        key, writer, reader, source, List.of(new Instance.Link.Commits(List.of(writer, reader)))));
                return;
            }
            visibility.collect(read, reader, writer, new VisibilityWays.Sink() {

                @Override
                public void visible(int price, Supplier<List<Instance.Link>> links) {
                    offer(
                            writer,
                            source,
                            price,
                            () -> new Reason.Overwritten(new Instance(key, writer, reader, source, links.get())));
                }

                @Override
                public void visibleIf(int before, int after, int price, Supplier<List<Instance.Link>> links) {
                    if (overwritten) {
                        offer(
                                /* before= */ after,
                                /* after= */ before,
                                price + facts.cost(source, writer),
                                () -> new Reason.Unseen(
                                        new Instance(key, writer, reader, source, links.get()),
                                        facts.chain(source, writer)));
                    }
                }
            });
        }

        /**
         * Offers an anti-dependency, the plainest case of unseen, which also serves where the writer is known to be
         * visible.
         */
        private void antiDependency(Instance instance) {
            if (!facts.precedes(instance.reader(), instance.writer())) {
                offer(
                        instance.reader(),
                        instance.writer(),
                        facts.cost(instance.source(), instance.writer()),
                        () -> new Reason.Unseen(instance, facts.chain(instance.source(), instance.writer())));
            }
        }

        private void offer(int before, int after, int price, Supplier<Reason> reason) {
            stepsLeft--;
            int pair = before * (facts.txnCount() + 1) + after + 1;
            if (cost[pair] == Integer.MAX_VALUE) {
                place[pair] = candidates.size();
                candidates.add(new Candidate(before, after, reason));
                cost[pair] = price;
            } else if (price < cost[pair]) {
                candidates.set(place[pair], new Candidate(before, after, reason));
                cost[pair] = price;
            }
        }

        private BitSet support(Reason reason) {
            return switch (reason) {
                case Reason.Overwritten(Instance instance) -> support(instance);
                case Reason.Unseen(Instance instance, List<Integer> overwriting) -> {
                    // A serial instance has but one link, which is supposed, whether or not it is known.
                    BitSet support = level.axiom() == Axiom.SERIAL ? new BitSet() : support(instance);
                    support.or(facts.support(overwriting));
                    yield support;
                }
                case Reason.WriteRead given -> new BitSet();
                case Reason.SessionOrder given -> new BitSet();
                case Reason.Realtime given -> new BitSet();
                case Reason.VersionOrder given -> new BitSet();
                case Reason.SessionWrites given -> new BitSet();
                case Reason.SessionRead given -> new BitSet();
                case Reason.Supposed supposed -> new BitSet();
                case Reason.Otherwise otherwise -> throw new IllegalStateException("not by an instance: " + otherwise);
            };
        }

        private BitSet support(Instance instance) {
            var support = new BitSet();
            for (Instance.Link link : instance.visibility()) {
                support.or(
                        switch (link) {
                            case Instance.Link.Flow flow -> new BitSet();
                            case Instance.Link.Commits(List<Integer> chain) -> facts.support(chain);
                            case Instance.Link.Conflict(int key, List<Integer> chain) -> facts.support(chain);
                        });
            }
            return support;
        }
    }
}
