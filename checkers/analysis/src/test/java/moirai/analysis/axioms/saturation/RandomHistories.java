package moirai.analysis.axioms.saturation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.CommitOrder;
import moirai.analysis.axioms.CommitOrderVerifier;
import moirai.analysis.axioms.KeyValueHistory;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;

/** Histories in which anything may have been read, and what is true of them by trying all orders. */
final class RandomHistories {

    /** One op; a read picks its source among the writers of the key. */
    record Step(int key, boolean write, int pick) {}

    /** One transaction. */
    record Plan(int session, List<Step> steps, int start, int length) {}

    /** All transactions, and how many versions are known of each key. */
    record Script(List<Plan> plans, List<Integer> knownVersions, boolean honest) {

        KeyValueHistory history() {
            var history = new KeyValueHistory.Builder(true);
            for (int txn = 0; txn < plans.size(); txn++) {
                Plan plan = plans.get(txn);
                long end = plan.length() > 8 ? Long.MAX_VALUE : plan.start() + plan.length();
                history.txn(plan.session(), plan.start(), end, txn);
                addSteps(history, txn);
            }
            for (int key = 0; key < knownVersions.size(); key++) {
                List<Integer> writers = writers(key);
                int count = Math.min(knownVersions.get(key), writers.size());
                history.versions(
                        key,
                        writers.subList(0, count).stream().mapToInt(txn -> txn).toArray());
            }
            return history.build();
        }

        private void addSteps(KeyValueHistory.Builder history, int txn) {
            var written = new ArrayList<Integer>();
            for (Step step : plans.get(txn).steps()) {
                if (step.write()) {
                    history.write(step.key());
                    written.add(step.key());
                } else if (!written.contains(step.key())) {
                    source(txn, step).ifPresent(source -> history.read(step.key(), source));
                }
            }
        }

        /** Returns the source of a read. Honest readers read what was recorded before, and mostly the latest. */
        private Optional<Integer> source(int reader, Step step) {
            var sources = new ArrayList<Integer>();
            sources.add(KeyValueHistory.INITIAL);
            writers(step.key()).stream()
                    .filter(writer -> honest ? writer < reader : writer != reader)
                    .forEach(sources::add);
            int latest = sources.size() - 1;
            return Optional.of(
                    honest && step.pick() > 1 ? sources.get(latest) : sources.get(step.pick() % (latest + 1)));
        }

        private List<Integer> writers(int key) {
            var writers = new ArrayList<Integer>();
            for (int txn = 0; txn < plans.size(); txn++) {
                if (plans.get(txn).steps().stream().anyMatch(step -> step.write() && step.key() == key)) {
                    writers.add(txn);
                }
            }
            return writers;
        }
    }

    private RandomHistories() {}

    /** Histories of at most so many transactions, on few keys and instants, so that much coincides. */
    static Arbitrary<KeyValueHistory> ofAtMost(int txns) {
        var uniform = RandomDistribution.uniform();
        var pick = Arbitraries.integers().between(0, 11).withDistribution(uniform);
        var steps = Combinators.combine(Arbitraries.of(0, 0, 1, 2), Arbitraries.of(true, false), pick)
                .as(Step::new)
                .list()
                .ofMaxSize(5)
                .withSizeDistribution(uniform);
        var start = Arbitraries.integers().between(0, 2 * txns).withDistribution(uniform);
        var plans = Combinators.combine(Arbitraries.of(0, 1, 2), steps, start, pick)
                .as(Plan::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(txns)
                .withSizeDistribution(uniform);
        var known = Arbitraries.of(0, 0, 0, 0, 0, 2).list().ofSize(3);
        return Combinators.combine(plans, known, Arbitraries.of(true, false))
                .as(Script::new)
                .map(Script::history);
    }

    /** All levels that saturation decides. */
    static List<AxiomaticLevel> levels() {
        var levels = new ArrayList<AxiomaticLevel>();
        for (Axiom axiom : Axiom.values()) {
            for (BaseOrder order : BaseOrder.values()) {
                if (axiom.isSaturable()) {
                    levels.add(new AxiomaticLevel(axiom, order));
                }
            }
        }
        return levels;
    }

    /** Decides whether some order of the transactions shows that the level holds. */
    static boolean isOrderable(KeyValueHistory history, AxiomaticLevel level) {
        int[] txns = new int[history.txnCount()];
        for (int txn = 0; txn < txns.length; txn++) {
            txns[txn] = txn;
        }
        return isOrderable(history, level, txns, 0);
    }

    private static boolean isOrderable(KeyValueHistory history, AxiomaticLevel level, int[] txns, int placed) {
        if (placed == txns.length) {
            return CommitOrderVerifier.objection(history, level, CommitOrder.of(txns))
                    .isEmpty();
        }
        for (int i = placed; i < txns.length; i++) {
            swap(txns, placed, i);
            if (isOrderable(history, level, txns, placed + 1)) {
                return true;
            }
            swap(txns, placed, i);
        }
        return false;
    }

    private static void swap(int[] txns, int i, int j) {
        int txn = txns[i];
        txns[i] = txns[j];
        txns[j] = txn;
    }

    /** The history in words, to find out what went wrong. */
    static String format(KeyValueHistory history) {
        var text = new StringBuilder();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            text.append(String.format(
                    Locale.ROOT,
                    "T%d s%d [%d, %d]",
                    txn,
                    history.session(txn),
                    history.startNanos(txn),
                    history.endNanos(txn)));
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                text.append(" r").append(history.readKey(read)).append("=T").append(history.readSource(read));
            }
            for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
                text.append(" w").append(history.writeKey(write));
            }
            text.append('\n');
        }
        for (int key = 0; key < history.keyCount(); key++) {
            for (int place = 0; place < history.versionCount(key); place++) {
                text.append(String.format(Locale.ROOT, " v%d:T%d", key, history.version(key, place)));
            }
        }
        return text.toString();
    }
}
