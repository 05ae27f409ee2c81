package moirai.junit.properties;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.analysis.shrinking.HistoryPart;
import moirai.analysis.shrinking.HistoryShrinker;
import moirai.analysis.shrinking.Symptom;
import moirai.analysis.validation.LevelChecker;
import moirai.history.History;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCases;
import net.jqwik.api.RandomGenerator;
import net.jqwik.api.Shrinkable;
import net.jqwik.api.ShrinkingDistance;
import net.jqwik.api.TooManyFilterMissesException;

/*
 * jqwik repeats a failure from the seed that it printed, or from its database, where it keeps the seed and which of the
 * smaller values failed. Both need that the same random numbers give the same history, and that a history's smaller
 * ones come in the same order. So a history takes one number from jqwik, and everything follows from that.
 */

/** The histories of simulated databases, all of them or those that contain a phenomenon. */
final class SimulatedHistories implements Arbitrary<History> {

    /** The number of simulations for one history with the phenomenon; most need one to ten. */
    private static final int ATTEMPTS_MAX = 2_000;

    private final List<Simulated> databases;
    private final Optional<Symptom> symptom;
    /** The edge case, once it was asked for. */
    private Optional<History> smallest = Optional.empty();

    SimulatedHistories(List<Simulated> databases, Optional<Phenomenon> phenomenon) {
        this.databases = List.copyOf(databases);
        this.symptom = phenomenon.map(SimulatedHistories::symptom);
    }

    private static Symptom symptom(Phenomenon phenomenon) {
        return new Symptom.Forbidden(phenomenon, IsolationLevel.STRICT_SERIALIZABLE, new LevelChecker());
    }

    @Override
    public RandomGenerator<History> generator(int genSize) {
        return random -> whole(generated(random));
    }

    /** {@inheritDoc} One: the smallest history, which has one transaction if it needs no phenomenon. */
    @Override
    public EdgeCases<History> edgeCases(int maxEdgeCases) {
        return maxEdgeCases < 1 ? EdgeCases.none() : EdgeCases.fromSupplier(() -> whole(smallest()));
    }

    private History generated(Random random) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            var seed = new Seed(random.nextLong());
            History history = databases.get(random.nextInt(databases.size())).history(seed);
            if (history.txnCount() > 0 && isShown(history)) {
                return history;
            }
        }
        throw new TooManyFilterMissesException("none of " + ATTEMPTS_MAX + " histories showed " + symptom);
    }

    private boolean isShown(History history) {
        return symptom.stream().allMatch(shown -> shown.in(history).isShown());
    }

    private Shrinkable<History> whole(History history) {
        return new Part(HistoryPart.whole(history));
    }

    /** Returns the smallest part of the first history. Properties ask for it each time that they try an edge case. */
    private synchronized History smallest() {
        if (smallest.isEmpty()) {
            History history = generated(new Random(0));
            smallest =
                    Optional.of(symptom.map(shown -> shrunken(history, shown)).orElseGet(() -> oneTxn(history)));
        }
        return smallest.orElseThrow();
    }

    private static History shrunken(History history, Symptom symptom) {
        List<Integer> all = IntStream.range(0, history.txnCount()).boxed().toList();
        return HistoryShrinker.shrink(history, symptom, all).orElseThrow().history();
    }

    private static History oneTxn(History history) {
        return HistoryPart.whole(history)
                .smaller()
                .filter(smaller -> smaller.txnCount() == 1)
                .findFirst()
                .map(HistoryPart::history)
                .orElse(history);
    }

    /** A part of a generated history. Its smaller parts show the phenomenon as well. */
    private final class Part implements Shrinkable<History> {

        private final HistoryPart part;
        private final ShrinkingDistance distance;

        Part(HistoryPart part) {
            this.part = part;
            this.distance = ShrinkingDistance.of(part.txnCount(), part.keyCount(), part.size());
        }

        @Override
        public History value() {
            return Renumbering.of(part.history());
        }

        @Override
        public Stream<Shrinkable<History>> shrink() {
            return part.smaller()
                    .filter(smaller -> symptom.isEmpty() || isShown(smaller.history()))
                    .map(Part::new);
        }

        @Override
        public ShrinkingDistance distance() {
            return distance;
        }
    }
}
