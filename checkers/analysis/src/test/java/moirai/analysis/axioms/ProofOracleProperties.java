package moirai.analysis.axioms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import moirai.analysis.axioms.proof.Contradiction;
import moirai.analysis.axioms.proof.Minimizer;
import moirai.analysis.axioms.proof.Precedence;
import moirai.analysis.axioms.proof.Proof;
import moirai.analysis.axioms.proof.Prover;
import moirai.analysis.axioms.proof.Witness;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Witnesses against all commit orders, and proofs against the definition step by step. */
class ProofOracleProperties {

    @Property(tries = 500)
    void everyViolationHasAProofThatTheDefinitionConfirms(@ForAll long seed) {
        KeyValueHistory history = RandomHistories.next(new Random(seed));
        var oracle = new BruteForce(history);
        for (AxiomaticLevel level : Levels.ALL) {
            var whole = new Witness(history, all(history), false);

            Proof proof = new Prover(level).prove(whole).proof();

            if (oracle.satisfies(level)) {
                assertThat(proof).isEqualTo(new Proof.Missing("the transactions do have a commit order"));
            } else {
                assertIsProof(proof, level, history);
            }
        }
    }

    @Property(tries = 200)
    void inAWitnessEverythingIsNeeded(@ForAll long seed) {
        KeyValueHistory history = RandomHistories.next(new Random(seed));
        var oracle = new BruteForce(history);
        for (AxiomaticLevel level : Levels.ALL) {
            if (!oracle.satisfies(level)) {
                Witness witness = new Minimizer(decider(level)).minimize(history, all(history));

                assertThat(witness.minimal()).isTrue();
                assertThat(new BruteForce(witness.history()).satisfies(level)).isFalse();
                assertThat(parts(witness.history()))
                        .as("of %s%n%s", level, AxiomNotation.format(witness.history()))
                        .allMatch(part -> new BruteForce(part).satisfies(level));
                assertIsProof(new Prover(level).prove(witness).proof(), level, witness.history());
            }
        }
    }

    private static void assertIsProof(Proof proof, AxiomaticLevel level, KeyValueHistory history) {
        assertThat(proof)
                .as("at %s of%n%s", level, AxiomNotation.format(history))
                .isInstanceOf(Proof.Found.class);
        if (proof instanceof Proof.Found(Contradiction contradiction)) {
            var checker = new ProofChecker(history, level);
            assertThat(contradiction)
                    .as("at %s of%n%s", level, AxiomNotation.format(history))
                    .matches(checker::accepts)
                    .satisfies(found -> assertThat(withoutOneStep(found)).noneMatch(checker::accepts));
        }
    }

    private static List<Contradiction> withoutOneStep(Contradiction proof) {
        var rest = new ArrayList<Contradiction>();
        for (int i = 0; i + 1 < proof.steps().size(); i++) {
            var steps = new ArrayList<Precedence>(proof.steps());
            steps.remove(i);
            rest.add(new Contradiction(steps, proof.circle()));
        }
        return rest;
    }

    static Decider decider(AxiomaticLevel level) {
        return history -> new BruteForce(history)
                .witness(level)
                .<Decision>map(Decision.Ordered::new)
                .orElseGet(() -> new Decision.Impossible(all(history)));
    }

    static List<Integer> all(KeyValueHistory history) {
        return IntStream.range(0, history.txnCount()).boxed().toList();
    }

    /** All that lack one transaction, one read, or one write that nobody reads. */
    private static List<KeyValueHistory> parts(KeyValueHistory history) {
        var parts = new ArrayList<KeyValueHistory>();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            var others = new BitSet();
            others.set(0, history.txnCount());
            others.clear(txn);
            parts.add(history.restrictedTo(others));
        }
        for (int read = 0; read < history.readCount(); read++) {
            parts.add(without(history, read, -1));
        }
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
                int writer = txn;
                int key = history.writeKey(write);
                if (IntStream.range(0, history.readCount())
                        .noneMatch(read -> history.readKey(read) == key && history.readSource(read) == writer)) {
                    parts.add(without(history, -1, write));
                }
            }
        }
        return parts;
    }

    private static KeyValueHistory without(KeyValueHistory history, int droppedRead, int droppedWrite) {
        var part = new KeyValueHistory.Builder(history.isTimed());
        int writer = -1;
        for (int txn = 0; txn < history.txnCount(); txn++) {
            part.txn(history.session(txn), history.startNanos(txn), history.endNanos(txn), txn);
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                if (read != droppedRead) {
                    part.read(history.readKey(read), history.readSource(read));
                }
            }
            for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
                if (write == droppedWrite) {
                    writer = txn;
                } else {
                    part.write(history.writeKey(write));
                }
            }
        }
        for (int key = 0; key < history.keyCount(); key++) {
            int dropped = droppedWrite >= 0 && history.writeKey(droppedWrite) == key ? writer : -1;
            int of = key;
            part.versions(
                    key,
                    IntStream.range(0, history.versionCount(key))
                            .map(place -> history.version(of, place))
                            .filter(txn -> txn != dropped)
                            .toArray());
        }
        return part.build();
    }
}
