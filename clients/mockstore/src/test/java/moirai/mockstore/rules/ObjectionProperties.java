package moirai.mockstore.rules;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.List;
import java.util.Random;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.proof.Proof;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Checks that there is an objection to a writer exactly if the writer is not a source. */
class ObjectionProperties {

    private static final int KEYS = 3;
    private static final int STEPS = 60;

    private static List<LevelRules> levels() {
        return List.of(
                new SaturableRules(new AxiomaticLevel(Axiom.READ_COMMITTED, BaseOrder.SESSION)),
                new SaturableRules(new AxiomaticLevel(Axiom.READ_ATOMIC, BaseOrder.SESSION)),
                new SaturableRules(new AxiomaticLevel(Axiom.CAUSAL, BaseOrder.SESSION)),
                new PrefixRules(false, false),
                new PrefixRules(true, false),
                new PrefixRules(true, true),
                new ParallelRules(),
                new SerialRules(false),
                new SerialRules(true));
    }

    @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
    void thereIsAnObjectionExactlyIfAWriterIsNoSource(@ForAll long seed) {
        for (LevelRules rules : levels()) {
            new Run(rules, new Random(seed)).run();
        }
    }

    /** Some sessions at work. */
    private static final class Run {

        private static final int NONE = -1;

        private final LevelRules rules;
        private final Random random;
        /** The pending transaction of each session. */
        private final int[] pending = {NONE, NONE, NONE};

        private final IntOpenHashSet[] written = {new IntOpenHashSet(), new IntOpenHashSet(), new IntOpenHashSet()};
        private int begun;

        Run(LevelRules rules, Random random) {
            this.rules = rules;
            this.random = random;
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                step(random.nextInt(pending.length));
                for (int session = 0; session < pending.length; session++) {
                    for (int key = 0; pending[session] != NONE && key < KEYS; key++) {
                        assertObjections(session, key);
                    }
                }
            }
        }

        private void step(int session) {
            int txn = pending[session];
            int key = random.nextInt(KEYS);
            int kind = random.nextInt(8);
            if (txn == NONE) {
                pending[session] = begun;
                rules.begin(begun++, session);
            } else if (kind < 3 && !written[session].contains(key)) {
                var sources = new IntArrayList(rules.sources(txn, key));
                if (sources.isEmpty()) {
                    abort(session);
                } else {
                    rules.read(txn, key, sources.getInt(random.nextInt(sources.size())));
                }
            } else if (kind < 6) {
                if (written[session].add(key) && !rules.write(txn, key)) {
                    abort(session);
                }
            } else if (rules.commit(txn, new IntArrayList(written[session]))) {
                pending[session] = NONE;
                written[session].clear();
            } else {
                abort(session);
            }
        }

        private void abort(int session) {
            rules.abort(pending[session]);
            pending[session] = NONE;
            written[session].clear();
        }

        private void assertObjections(int session, int key) {
            if (written[session].contains(key)) {
                return;
            }
            var sources = new IntOpenHashSet(rules.sources(pending[session], key));
            for (int writer : new IntArrayList(rules.writers(key))) {
                assertThat(rules.allows(pending[session], key, writer)).isEqualTo(sources.contains(writer));
                var objection = rules.objection(pending[session], key, writer);
                assertThat(objection.isEmpty())
                        .as("T%d reads %d from T%d by %s: %s", pending[session], key, writer, rules, objection)
                        .isEqualTo(sources.contains(writer));
                objection.ifPresent(reason -> assertThat(reason)
                        .matches(it -> !(it instanceof Objection.Refuted refuted)
                                || refuted.refutation().proof() instanceof Proof.Found));
            }
            assertThat(new IntOpenHashSet(rules.suspects(pending[session], key)).containsAll(sources))
                    .isTrue();
            assertThat(new IntOpenHashSet(rules.writers(key)).containsAll(sources))
                    .isTrue();
        }
    }
}
