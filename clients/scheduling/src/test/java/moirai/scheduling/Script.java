package moirai.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The steps of sessions, and the order in which they are to go.
 *
 * @param keys the key that each step locks, by session and transaction
 */
record Script(List<List<List<Integer>>> keys, List<Step> order) {

    /** Two or three sessions, with a transaction or two of up to three steps each, in any order that they allow. */
    static Script random(SplittableRandom random, int keyCount) {
        var keys = new ArrayList<List<List<Integer>>>();
        var waiting = new ArrayList<List<Step>>();
        int sessions = random.nextInt(2, 4);
        for (int session = 0; session < sessions; session++) {
            var txns = new ArrayList<List<Integer>>();
            var steps = new ArrayList<Step>();
            int txnCount = random.nextInt(1, 3);
            for (int txn = 0; txn < txnCount; txn++) {
                var locked = new ArrayList<Integer>();
                int count = random.nextInt(1, 4);
                for (int index = 0; index < count; index++) {
                    // Beyond the keys that all share, each session has some for itself.
                    locked.add(keyCount == 0 ? 100 + session : random.nextInt(keyCount));
                    steps.add(new Step(session, txn, index));
                }
                steps.add(Step.commit(session, txn));
                txns.add(locked);
            }
            keys.add(txns);
            waiting.add(steps);
        }
        return new Script(keys, merged(waiting, random));
    }

    private static List<Step> merged(List<List<Step>> waiting, SplittableRandom random) {
        var order = new ArrayList<Step>();
        while (!waiting.isEmpty()) {
            int next = random.nextInt(waiting.size());
            order.add(waiting.get(next).removeFirst());
            if (waiting.get(next).isEmpty()) {
                waiting.remove(next);
            }
        }
        return order;
    }
}
