package moirai.clients.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import moirai.history.Elements;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.TxnPlan;

/** The laws for lists that only one session uses, on any database and however they are stored. */
final class ListLaws {

    private ListLaws() {}

    /** Every read has to return what was appended before, in its own transaction, too. */
    static void readsReturnWhatWasAppended(JdbcClientFactory factory, long seed) {
        try (factory) {
            factory.prepare();
            try (var client = factory.open(0, TestServer.ticks())) {
                var random = new SplittableRandom(seed);
                Map<Integer, List<Integer>> expected = new HashMap<>();
                for (int txn = 0; txn < 40; txn++) {
                    var plan = new TxnPlan.Builder(6);
                    var seen = new ArrayList<Op>();
                    for (int op = 0; op < 6; op++) {
                        int key = random.nextInt(-3, 4);
                        var list = expected.computeIfAbsent(key, absent -> new ArrayList<>());
                        if (random.nextBoolean()) {
                            int element = random.nextInt(Integer.MIN_VALUE + 1, Integer.MAX_VALUE);
                            list.add(element);
                            plan.append(key, element);
                            seen.add(new Op.Append(key, element));
                        } else {
                            plan.read(key);
                            seen.add(new Op.Read(key, elements(list)));
                        }
                    }

                    var ran = client.run(plan.build());

                    assertThat(ran.outcome()).isEqualTo(new Outcome.Committed());
                    assertThat(ran.ops()).isEqualTo(seen);
                }
            }
        }
    }

    /** Lists that are not there are not scanned. */
    static void scansReturnTheListsOfARangeInOrder(JdbcClientFactory factory) {
        try (factory) {
            factory.prepare();
            try (var client = factory.open(0, TestServer.ticks())) {
                var plan = new TxnPlan.Builder(20).scan(-9, 9);
                List<Op> seen = new ArrayList<>(List.of(new Op.Scan(-9, 9, 0)));
                for (int key : new int[] {4, -2, 7, 0, 12, 3}) {
                    plan.append(key, key + 100);
                    seen.add(new Op.Append(key, key + 100));
                }
                plan.append(3, 1).scan(-2, 4).scan(8, 11);
                seen.add(new Op.Append(3, 1));
                seen.add(new Op.Scan(-2, 4, 4));
                seen.add(new Op.Read(-2, Elements.of(98)));
                seen.add(new Op.Read(0, Elements.of(100)));
                seen.add(new Op.Read(3, Elements.of(103, 1)));
                seen.add(new Op.Read(4, Elements.of(104)));
                seen.add(new Op.Scan(8, 11, 0));

                var ran = client.run(plan.build());

                assertThat(ran.outcome()).isEqualTo(new Outcome.Committed());
                assertThat(ran.ops()).isEqualTo(seen);
            }
        }
    }

    private static Elements elements(List<Integer> list) {
        return Elements.of(list.stream().mapToInt(Integer::intValue).toArray());
    }
}
